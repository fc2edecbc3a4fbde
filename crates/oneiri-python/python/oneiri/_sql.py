"""The functions of SQL, for DuckDB and for Spark: those for columns, which the table of operations lists, and those
whose policy, template, part or name is an argument, too, and so may be another one in each row.

The names of the latter are those of `job` in `src/mapped/sql.rs`, which reads any other name as `parse_url`. A new
function changes `duckdb.py` and `spark.py` as these say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _operations, arrow
from ._oneiri import Array, ChunkedArray, Ladder, sql_column
from ._types import Grammar, Rung

__all__ = ["COLUMNS", "FUNCTIONS", "PARAMETERS", "options"]

# SQL has no names for parameters, so nobody could read which steps a call names. A URL of the URL Standard has no grammar.
COLUMNS = {name: it for name, it in _operations.COLUMNS.items() if name not in ("normalize_steps", "whatwg_href")}
"""The functions for columns. Each is the function of this name in `oneiri.arrow`."""


def options(name: str, *, rung: Rung, ladder: Ladder | None, grammar: Grammar) -> dict[str, Any]:
    """The options of a function: those that it has of these."""
    if name not in (*COLUMNS, "query_value") or name == "redact_text":
        return {}
    # `to_uri` takes only grammars of IRIs, and `to_iri` takes only grammars of URIs.
    taken = {"to_uri": ("uri", "iri"), "to_iri": ("iri", "uri")}.get(name)
    given: dict[str, Any] = {"grammar": grammar.replace(*taken) if taken else grammar}
    operation = COLUMNS.get(name)
    if operation and "rung" in operation.options:
        given["rung"] = rung
    if operation and "rung" in (*operation.options, operation.result):
        given["ladder"] = ladder
    return given


def _of_rows(name: str, first: int) -> Callable[..., Array | ChunkedArray]:
    """A function whose options are columns, with the texts in the place `first`."""

    def run(*columns: Any, grammar: Grammar = "iri-reference") -> Array | ChunkedArray:
        texts, others = columns[first], columns[:first] + columns[first + 1 :]
        return sql_column(name, texts, *others, grammar=grammar)

    return run


PARAMETERS = {
    **{name: operation.texts for name, operation in COLUMNS.items()},
    "check": ["text"],
    "whatwg_href": ["text"],
    "admits": ["policy", "text"],
    "template_match": ["template", "text"],
    "parse_url": ["text", "part", "key", "parser"],
    "query_value": ["text", "name"],
}
"""The names of the parameters of each function. `key` and `parser` may be left out."""

FUNCTIONS: dict[str, Callable[..., Array | ChunkedArray]] = {
    "whatwg_href": arrow.whatwg_href,
    "admits": _of_rows("admits", 1),
    "template_match": _of_rows("template_match", 1),
    "parse_url": _of_rows("parse_url", 0),
    "query_value": _of_rows("query_value", 0),
}
