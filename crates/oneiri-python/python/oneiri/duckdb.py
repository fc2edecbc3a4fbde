"""The functions in DuckDB: `oneiri.duckdb.register(connection)`.

>>> import duckdb, oneiri.duckdb
>>> connection = duckdb.connect()
>>> "oneiri_is_valid" in oneiri.duckdb.register(connection)
True
>>> connection.sql("SELECT oneiri_normalize('HTTP://h/%7Eada')").fetchall()
[('http://h/~ada',)]

`_sql.py` lists the functions. A new kind of result needs a row in `_KINDS`, and a function of `_sql.FUNCTIONS` whose
result is not text needs one in `_SQL`, both here and in `spark.py`, where a missing row of either means text. A new
function also needs a line in the docstrings of `register` in both files and in `docs/sql.md`, and it changes the count
of functions in `tests/test_homes.py` and `tests/test_spark.py`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import duckdb
import pyarrow as pa

from . import _sql, arrow
from ._oneiri import Ladder, Policy
from ._series import free_names, place_of
from ._types import Grammar, Rung

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["dedupe", "register"]

_PARSED = "STRUCT(" + ", ".join(f'"{name}" VARCHAR' for name in arrow.PARTS) + ")"
_ERROR = "STRUCT(" + ", ".join(
    f'"{name}" {"BIGINT" if name in ("start", "end") else "VARCHAR"}' for name in arrow.ERROR
) + ")"

_DECISION = "STRUCT(" + ", ".join(
    f'"{name}" {"BOOLEAN" if name == "allow" else "VARCHAR"}' for name in arrow.DECISION
) + ")"

_KINDS: dict[str, tuple[str, pa.DataType | None]] = {
    "text": ("VARCHAR", None),
    "boolean": ("BOOLEAN", pa.bool_()),
    "parts": (_PARSED, None),
    "error": (_ERROR, None),
    "rung": ("VARCHAR", None),
    "findings": ("VARCHAR", None),
    "fingerprint": ("BLOB", pa.binary()),
}
"""The type of the result in DuckDB, and in Arrow where Arrow must know it, by the kind of the result."""

_SQL = {"admits": "BOOLEAN", "template_match": "MAP(VARCHAR, VARCHAR)"}


def register(
    connection: DuckDBPyConnection,
    *,
    prefix: str = "oneiri_",
    rung: Rung = "scheme",
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    policy: Policy | None = None,
) -> list[str]:
    """Registers the functions under names with a prefix, and returns the names. The names and the
    options are those of `oneiri.spark.register`. A second call with the same prefix replaces all functions of
    the first, and `check` goes if no policy is given any more.

    * `is_valid(text)`: boolean; `parse(text)`, `why_not(text)`: structs
    * `parse_lenient(text)`, `normalize(text)`, `to_uri(text)`, `to_iri(text)`, `redact(text)`,
      `redact_text(text)`, `htu(text)`, `drive(text)`: text
    * `resolve(base, reference)`: text
    * `fingerprint(text)`: a blob
    * `rung(a, b)`: the name of the rung, or "different"
    * `lint(text)`: the names of its lints; `fix(text)`: the text with their fixes
    * `query_value(text, name)`: the decoded value of a parameter of the query
    * `whatwg_href(text)`: the URL that a browser makes of a text
    * `admits(policy, text)`: boolean: whether a policy, a text of TOML or `preset:ssrf`, allows a text
    * `template_match(template, text)`: a map of the variables of a URI Template to their texts; a list or
      a map is JSON
    * `parse_url(text, part[, key[, parser]])`: text: `PROTOCOL`, `AUTHORITY`, `USERINFO`, `HOST`, `PATH`,
      `QUERY`, `REF` or `FILE`, as in Spark
    * with a policy, `check(text)`: a struct; see `oneiri.arrow.check`

    Null stays null, and the result for an invalid text is null; `why_not` returns its error. DuckDB
    hands over a vector of rows at a time, through Arrow.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> _ = register(connection, prefix="web_", rung="scheme")
    >>> connection.sql("SELECT web_normalize('http://h:80')").fetchall()
    [('http://h/',)]
    """
    _check(rung, ladder, grammar)
    functions: dict[str, tuple[Any, int, dict[str, Any], str, pa.DataType | None]] = {}
    for name, operation in _sql.COLUMNS.items():
        options = _sql.options(name, rung=rung, ladder=ladder, grammar=grammar)
        count = len(operation.texts)
        functions[name] = (getattr(arrow, name), count, options, *_KINDS[operation.result])
    for name, function in _sql.FUNCTIONS.items():
        # No number of parameters means any.
        count = 0 if name == "parse_url" else len(_sql.PARAMETERS[name])
        options = _sql.options(name, rung=rung, ladder=ladder, grammar=grammar)
        functions[name] = (function, count, options, _SQL.get(name, "VARCHAR"), None)
    if policy is not None:
        functions["check"] = (arrow.check, 1, {"policy": policy}, _DECISION, None)
    # The type hints of DuckDB lack functions on columns.
    untyped: Any = connection
    for name in (*functions, "check"):
        with contextlib.suppress(duckdb.InvalidInputException, duckdb.CatalogException):
            untyped.remove_function(prefix + name)
    for name, (function, columns, options, returns, kind) in functions.items():
        texts = ["VARCHAR"] * columns or None
        _create(untyped, prefix + name, _of(function, columns, options, kind), texts, returns)
    return [prefix + name for name in functions]


def _create(connection: Any, name: str, function: Any, texts: list[str] | None, returns: str) -> None:
    connection.create_function(
        name, function, texts, returns, type="arrow", null_handling="special"
    )


def dedupe(
    connection: DuckDBPyConnection,
    table: str | DuckDBPyRelation,
    column: str,
    rung: Rung = "scheme",
    *,
    order: str | None = None,
    newest: str | None = None,
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    errors: Literal["drop", "keep"] = "drop",
) -> DuckDBPyRelation:
    """A table or a relation of this connection without duplicates, like the command `oneiri dedupe`: of the rows whose
    identifiers in a column are equal at the rung, the first one, unchanged and in its place. It is the row with the least
    value in the column `order`, or with the greatest in the column `newest`, and null comes last; else, the first row of
    the table. Rows without an identifier that is valid are dropped, or all kept with `errors="keep"`.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> rows = "VALUES ('HTTP://h', 1), ('http://h/', 2), ('http://h/a b', 3)"
    >>> links = connection.sql(f"SELECT * FROM ({rows}) links(url, seen)")
    >>> dedupe(connection, links, "url", newest="seen").fetchall()
    [('http://h/', 2)]
    """
    _check(rung, ladder, grammar)
    by, is_ascending = place_of(order, newest, errors)
    relation: Any = connection.table(table) if isinstance(table, str) else table
    key, place = free_names(relation.columns, 2)
    # A relation runs later, so another call must not replace the function of this one.
    function = f"oneiri_key_{rung}_{grammar.replace('-', '_')}_{hash(ladder) & 0xFFFFFFFFFFFF:x}"
    options: Any = {"rung": rung, "ladder": ladder, "grammar": grammar}
    with contextlib.suppress(duckdb.Error):
        _create(connection, function, _of(arrow.normalize, 1, options, None), ["VARCHAR"], "VARCHAR")
    first = f"{_quoted(by)} {'ASC' if is_ascending else 'DESC'} NULLS LAST, " if by else ""
    others = f"{key} IS NULL OR " if errors == "keep" else f"{key} IS NOT NULL AND "
    made: DuckDBPyRelation = relation.query(
        "__oneiri_given",
        f"""
        SELECT * EXCLUDE ({key}, {place}) FROM (
            SELECT *, {function}({_quoted(column)}) AS {key}, row_number() OVER () AS {place} FROM __oneiri_given
        )
        QUALIFY {others}row_number() OVER (PARTITION BY {key} ORDER BY {first}{place}) = 1
        ORDER BY {place}
        """,
    )
    return made


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _of(
    function: Any, columns: int, options: dict[str, Any], kind: pa.DataType | None
) -> Callable[..., pa.ChunkedArray]:
    # DuckDB counts the parameters.
    def one(column: Any) -> Any:
        return pa.chunked_array(function(column, **options), kind)

    def two(column: Any, other: Any) -> Any:
        return pa.chunked_array(function(column, other, **options), kind)

    def any_number(*columns: Any) -> Any:
        return pa.chunked_array(function(*columns, **options), kind)

    return (any_number, one, two)[columns]


def _check(rung: Rung, ladder: Ladder | None, grammar: Grammar) -> None:
    """Raises ValueError for unknown options here, before a query would."""
    if rung == "protocol" and ladder is None:
        raise ValueError('rung="protocol": expected a ladder with observations')
    arrow.normalize([], rung=rung, ladder=ladder, grammar=grammar)
