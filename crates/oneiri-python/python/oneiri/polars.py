"""A namespace for the expressions and the series of Polars: `pl.col("url").iri.normalize()`.

Importing this module registers it. Each method is the function of this name in `oneiri.arrow`. The
expressions are elementwise, so they run in eager, lazy and streaming queries; columns go to the
engine and back through Arrow without a copy. Options are checked when an expression is made.

With `errors="raise"`, Polars passes on an `oneiri.Error` that has its message alone, and the row in this message counts
from the first row of its chunk, because Polars hands over one chunk at a time. To find the row in the frame and what is
wrong with it, use `why_not`.

A new function of `oneiri.arrow` needs a line in `IriExpr`, or `tests/test_homes.py` fails, with the type of its result,
because Polars plans with it, and a line in `IriSeries`, which no test looks for. `dedupe` keeps the same rows as the
command and as `dedupe` in `pandas.py`, `duckdb.py` and `spark.py`.

>>> import polars as pl, oneiri.polars
>>> frame = pl.DataFrame({"url": ["HTTP://h/%7Eada", "http://h/a b"]})
>>> frame.lazy().select(pl.col("url").iri.normalize()).collect()["url"].to_list()
['http://h/~ada', None]
>>> frame.filter(pl.col("url").iri.is_valid()).height
1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

import polars

from . import arrow
from ._error import Error
from ._oneiri import Identifier, Ladder, Template
from ._series import Function, free_names, method, place_of
from ._types import Grammar, Rung

__all__ = ["IriExpr", "IriSeries", "dedupe", "iri"]

_Frame = TypeVar("_Frame", polars.DataFrame, polars.LazyFrame)

_TEXT = polars.String()
_PARTS = polars.Struct(dict.fromkeys(arrow.PARTS, _TEXT))
_ERROR = polars.Struct({name: polars.Int64() if name in ("start", "end") else _TEXT for name in arrow.ERROR})

_DECISION = polars.Struct({name: polars.Boolean() if name == "allow" else _TEXT for name in arrow.DECISION})


_Options = ParamSpec("_Options")


def _method(function: Function[_Options]) -> Callable[Concatenate[Any, _Options], polars.Series]:
    made: Callable[Concatenate[Any, _Options], polars.Series] = method(function)
    return made


def _expr(function: Function[_Options], dtype: Any = _TEXT) -> Callable[Concatenate[Any, _Options], polars.Expr]:
    made: Callable[Concatenate[Any, _Options], polars.Expr] = method(function, dtype)
    return made


def _in_chunk(function: Any, *columns: Any, **options: Any) -> Any:
    """The result of a function for a chunk. An error says that its row is a row of the chunk."""
    try:
        return function(*columns, **options)
    except Error as error:
        raise Error(f"row {error.row} of its chunk: {error.message}") from None


class IriExpr:
    """The functions of `oneiri.arrow` as methods of an expression.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"url": ["HTTP://h:80"]})
    >>> frame.select(pl.col("url").iri.normalize("scheme")).item()
    'http://h/'
    """

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def _run(self, function: Any, dtype: Any, /, *args: Any, **options: Any) -> polars.Expr:
        function([], *args, **options)

        def run(series: polars.Series) -> polars.Series:
            found: polars.Series = _in_chunk(function, series, *args, **options)
            # The text of a categorical is text here: an expression tells its type before it sees a column.
            return found.cast(_TEXT) if found.dtype == polars.Categorical else found

        return self._expr.map_batches(run, return_dtype=dtype, is_elementwise=True)

    def _map_two(self, function: Any, other: str | Identifier | polars.Expr, **options: Any) -> polars.Expr:
        function([], [], **options)

        def run(columns: Any) -> polars.Series:
            column, other = columns
            # A literal is one row.
            if len(other) == 1:
                other = other.new_from_index(0, len(column))
            elif len(column) == 1:
                column = column.new_from_index(0, len(other))
            found: polars.Series = _in_chunk(function, column, other, **options)
            return found

        if not isinstance(other, polars.Expr):
            other = polars.lit(str(other))
        return polars.map_batches([self._expr, other], run, return_dtype=_TEXT, is_elementwise=True)

    parse = _expr(arrow.parse, _PARTS)
    parse_lenient = _expr(arrow.parse_lenient)
    is_valid = _expr(arrow.is_valid, polars.Boolean())
    why_not = _expr(arrow.why_not, _ERROR)
    normalize = _expr(arrow.normalize)
    normalize_steps = _expr(arrow.normalize_steps)
    to_uri = _expr(arrow.to_uri)
    to_iri = _expr(arrow.to_iri)
    redact = _expr(arrow.redact)
    redact_text = _expr(arrow.redact_text)
    htu = _expr(arrow.htu)
    drive = _expr(arrow.drive)
    fingerprint = _expr(arrow.fingerprint, polars.Binary())
    lint = _expr(arrow.lint)
    fix = _expr(arrow.fix)
    key = _expr(arrow.key)
    query_value = _expr(arrow.query_value)
    parse_url = _expr(arrow.parse_url)
    whatwg_href = _expr(arrow.whatwg_href)
    admits = _expr(arrow.admits, polars.Boolean())
    check = _expr(arrow.check, _DECISION)

    def resolve(
        self,
        base: str | Identifier | polars.Expr,
        *,
        grammar: Grammar = "iri-reference",
        errors: arrow.Errors = "null",
        threads: int = 1,
    ) -> polars.Expr:
        """See `oneiri.arrow.resolve`. A text is a base for all rows; an expression gives each row its
        own.
        """
        options: Any = {"grammar": grammar, "errors": errors, "threads": threads}
        if isinstance(base, polars.Expr):
            return self._map_two(arrow._resolve, base, **options)
        return self._run(arrow._resolve, _TEXT, base=base, **options)

    def rung(
        self,
        other: str | Identifier | polars.Expr,
        *,
        ladder: Ladder | None = None,
        grammar: Grammar = "iri-reference",
        errors: Literal["null", "raise"] = "null",
        threads: int = 1,
    ) -> polars.Expr:
        """See `oneiri.arrow.rung`. A text is compared with all rows; an expression gives each row its
        own.
        """
        options: Any = {"ladder": ladder, "grammar": grammar, "errors": errors}
        return self._map_two(arrow.rung, other, **options, threads=threads)

    def template_match(self, template: Template, *, threads: int = 1) -> polars.Expr:
        """See `oneiri.arrow.template_match`."""
        values = polars.Struct(dict.fromkeys(template.variables, _TEXT))
        return self._run(arrow.template_match, values, template=template, threads=threads)


class IriSeries:
    """The same methods on a series, which return a series.

    >>> import polars as pl
    >>> pl.Series("url", ["HTTP://h:80"]).iri.normalize("scheme").to_list()
    ['http://h/']
    """

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def _run(self, function: Any, /, *args: Any, **options: Any) -> Any:
        return function(self._series, *args, **options)

    parse = _method(arrow.parse)
    parse_lenient = _method(arrow.parse_lenient)
    is_valid = _method(arrow.is_valid)
    why_not = _method(arrow.why_not)
    normalize = _method(arrow.normalize)
    normalize_steps = _method(arrow.normalize_steps)
    resolve = _method(arrow._resolve)
    to_uri = _method(arrow.to_uri)
    to_iri = _method(arrow.to_iri)
    redact = _method(arrow.redact)
    redact_text = _method(arrow.redact_text)
    htu = _method(arrow.htu)
    drive = _method(arrow.drive)
    fingerprint = _method(arrow.fingerprint)
    rung = _method(arrow.rung)
    lint = _method(arrow.lint)
    fix = _method(arrow.fix)
    key = _method(arrow.key)
    query_value = _method(arrow.query_value)
    parse_url = _method(arrow.parse_url)
    whatwg_href = _method(arrow.whatwg_href)
    template_match = _method(arrow.template_match)
    admits = _method(arrow.admits)
    check = _method(arrow.check)


@overload
def iri(column: polars.Expr) -> IriExpr: ...
@overload
def iri(column: polars.Series) -> IriSeries: ...
def iri(column: polars.Expr | polars.Series) -> IriExpr | IriSeries:
    """The methods of an expression or a series, for type checkers, which do not know `column.iri`.

    >>> import polars as pl
    >>> pl.DataFrame({"url": ["HTTP://h:80"]}).select(iri(pl.col("url")).normalize()).item()
    'http://h/'
    """
    return IriExpr(column) if isinstance(column, polars.Expr) else IriSeries(column)


def dedupe(
    frame: _Frame,
    column: str,
    rung: Rung = "scheme",
    *,
    order: str | polars.Expr | None = None,
    newest: str | polars.Expr | None = None,
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    errors: Literal["drop", "keep"] = "drop",
) -> _Frame:
    """The frame, or the lazy frame, without duplicates, like the command `oneiri dedupe`: of the rows whose identifiers in a
    column are equal at the rung, the first one, unchanged and in its place. It is the row with the least value of `order`, or
    with the greatest of `newest`, and null comes last; else, the first row of the frame. Rows without an identifier that is
    valid are dropped, or all kept with `errors="keep"`.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"url": ["HTTP://h", "http://h/", "http://h/a b"], "seen": [1, 2, 3]})
    >>> dedupe(frame, "url", newest="seen").rows()
    [('http://h/', 2)]
    """
    by, is_ascending = place_of(order, newest, errors)
    names = frame.lazy().collect_schema().names()
    key, place, value = free_names(names, 3)
    normal = iri(polars.col(column)).normalize(rung, ladder=ladder, grammar=grammar)
    keyed = frame.lazy().with_row_index(place).with_columns(normal.alias(key))
    if by is not None:
        by = polars.col(by) if isinstance(by, str) else by
        keyed = keyed.with_columns(by.alias(value)).sort(
            value, descending=not is_ascending, nulls_last=True, maintain_order=True
        )
    kept = keyed.filter(polars.col(key).is_not_null())
    kept = kept.unique(subset=key, keep="first", maintain_order=True)
    if errors == "keep":
        kept = polars.concat([kept, keyed.filter(polars.col(key).is_null())])
    kept = kept.sort(place).select(names)
    return kept.collect() if isinstance(frame, polars.DataFrame) else kept


polars.api.register_expr_namespace("iri")(IriExpr)
polars.api.register_series_namespace("iri")(IriSeries)
