"""The functions of SQL, for DuckDB and for Spark: those for columns, which the table of operations lists, and those that only
SQL has. Of the latter, policies, templates and parts of URLs are arguments, which most queries repeat.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pyarrow as pa

from . import _operations
from ._oneiri import URL, Ladder, Policy, Template, loads, parse_url, preset
from ._types import Grammar, Rung

__all__ = ["COLUMNS", "FUNCTIONS", "PARAMETERS", "options"]

# SQL has no names for parameters, so nobody could read which steps a call names.
COLUMNS = {name: it for name, it in _operations.COLUMNS.items() if "steps" not in it.options}
"""The functions for columns. Each is the function of this name in `oneiri.arrow`."""


def options(
    name: str, *, rung: Rung, ladder: Ladder | None, grammar: Grammar
) -> dict[str, Any]:
    """The options of a function for columns: those that it has of these."""
    # `to_uri` takes only grammars of IRIs, and `to_iri` takes only grammars of URIs.
    taken = {"to_uri": ("uri", "iri"), "to_iri": ("iri", "uri")}.get(name)
    given: dict[str, Any] = {"grammar": grammar.replace(*taken) if taken else grammar}
    operation = COLUMNS[name]
    if "rung" in operation.options:
        given["rung"] = rung
    if "rung" in (*operation.options, operation.result):
        given["ladder"] = ladder
    return given


def _whatwg_href(text: str) -> str | None:
    url = URL.parse(text)
    return None if url is None else url.href


def _compiled(text: str) -> Policy:
    return preset(text[7:]) if text.startswith("preset:") else loads(text)


_policy = lru_cache(64)(_compiled)
_template = lru_cache(64)(Template)


def _admits(policy: str, text: str) -> bool:
    return _policy(policy).check(text).allowed


def _template_match(template: str, text: str) -> dict[str, str] | None:
    found = _template(template).match(text)
    if found is None:
        return None
    return {
        name: it if isinstance(it, str) else json.dumps(it, ensure_ascii=False, separators=(",", ":"))
        for name, it in found.values.items()
    }


def _of_columns(function: Callable[..., Any], kind: pa.DataType) -> Callable[..., pa.Array]:
    """A function on columns. The result is null if one of the first two arguments is."""

    def run(*columns: Any) -> pa.Array:
        rows = zip(*(column.to_pylist() for column in columns), strict=True)
        return pa.array([None if None in row[:2] else function(*row) for row in rows], kind)

    return run


PARAMETERS = {
    **{name: operation.texts for name, operation in COLUMNS.items()},
    "check": ["text"],
    "whatwg_href": ["text"],
    "admits": ["policy", "text"],
    "template_match": ["template", "text"],
    "parse_url": ["text", "part", "key", "parser"],
}
"""The names of the parameters of each function. `key` and `parser` may be left out."""

FUNCTIONS = {
    "whatwg_href": _of_columns(_whatwg_href, pa.string()),
    "admits": _of_columns(_admits, pa.bool_()),
    "template_match": _of_columns(_template_match, pa.map_(pa.string(), pa.string())),
    "parse_url": _of_columns(parse_url, pa.string()),
}
