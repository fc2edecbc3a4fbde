"""The functions in Spark (PySpark 4.1 or later): for columns, in SQL, and `dedupe` for whole tables.

Each worker runs `oneiri.arrow` on its batches. Spark itself shuffles, spills and restarts tasks. The
workers need only this package and PyArrow.

The functions of SQL are those of `_sql.py`, as in `duckdb.py`. A kind of result that is not text needs a row in
`_KINDS` or `_SQL` here and in `duckdb.py`, because a missing row means STRING here. A function of columns needs a line
with `_of` and its name in `__all__`. `dedupe` keeps the rows that the command keeps.

    import oneiri.spark

    links.withColumn("key", oneiri.spark.normalize("link", "scheme"))
    oneiri.spark.register(session)
    session.sql("SELECT oneiri_normalize(link) FROM links")
    oneiri.spark.dedupe(session.table("links"), "link", "scheme")
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec

import pyarrow as pa
from pyspark.sql import Window, functions
from pyspark.sql.types import StringType, StructField, StructType

from . import _sql, arrow
from ._oneiri import Identifier, Ladder, Policy, Template
from ._series import Function, documented, free_names, place_of
from ._types import Grammar, Rung

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

__all__ = [
    "admits",
    "check",
    "dedupe",
    "drive",
    "fingerprint",
    "fix",
    "htu",
    "is_valid",
    "key",
    "lint",
    "normalize",
    "parse",
    "parse_lenient",
    "parse_url",
    "query_value",
    "redact",
    "redact_text",
    "register",
    "resolve",
    "rung",
    "template_match",
    "to_iri",
    "to_uri",
    "whatwg_href",
    "why_not",
]

_PARSED = "STRUCT<" + ", ".join(f"{part} STRING" for part in arrow.PARTS) + ">"
_ERROR = (
    "STRUCT<" + ", ".join(f"{name} {'LONG' if name in ('start', 'end') else 'STRING'}" for name in arrow.ERROR) + ">"
)
_DECISION = (
    "STRUCT<" + ", ".join(f"{name} {'BOOLEAN' if name == 'allow' else 'STRING'}" for name in arrow.DECISION) + ">"
)

_KEY, _PLACE, _ROW = "__oneiri_key", "__oneiri_place", "__oneiri_row"


_Options = ParamSpec("_Options")


def _of(function: Function[_Options]) -> Callable[Concatenate[Column | str, _Options], Column]:
    """The function of `oneiri.arrow` on a column of Spark, or on the column with a name."""
    signature, given = inspect.signature(function), vars(function)["__wrapped__"]
    name: str = given.__name__

    def run(column: Column | str, /, *args: _Options.args, **kwargs: _Options.kwargs) -> Column:
        (_, first), *options = signature.bind(column, *args, **kwargs).arguments.items()
        return _call(name, [first], dict(options))

    run.__name__, run.__qualname__ = name, name
    run.__doc__ = documented(function)
    run.__signature__ = signature.replace(return_annotation="Column")  # type: ignore[attr-defined]
    return run


parse = _of(arrow.parse)
parse_lenient = _of(arrow.parse_lenient)
is_valid = _of(arrow.is_valid)
why_not = _of(arrow.why_not)
normalize = _of(arrow.normalize)
to_uri = _of(arrow.to_uri)
to_iri = _of(arrow.to_iri)
redact = _of(arrow.redact)
redact_text = _of(arrow.redact_text)
htu = _of(arrow.htu)
drive = _of(arrow.drive)
fingerprint = _of(arrow.fingerprint)
lint = _of(arrow.lint)
fix = _of(arrow.fix)
key = _of(arrow.key)
query_value = _of(arrow.query_value)
parse_url = _of(arrow.parse_url)
whatwg_href = _of(arrow.whatwg_href)
admits = _of(arrow.admits)
check = _of(arrow.check)


def resolve(base: Column | str | Identifier, reference: Column | str, *, grammar: Grammar = "iri-reference") -> Column:
    """The target of each reference of a column. A base of type `str` or a value is one base for all rows, and a
    `Column` has a base for each row. As in `oneiri.resolve`, the base comes first; it is checked here.
    """
    if isinstance(base, str | Identifier):
        arrow.resolve(base, [], grammar=grammar)
        return _call("resolve", [reference], {"base": str(base), "grammar": grammar})
    return _call("resolve", [base, reference], {"grammar": grammar})


def rung(
    column: Column | str, other: Column | str, *, ladder: Ladder | None = None, grammar: Grammar = "iri-reference"
) -> Column:
    """The name of the lowest rung at which the texts of a row are equal, or "different"."""
    return _call("rung", [column, other], {"ladder": ladder, "grammar": grammar})


def template_match(column: Column | str, template: Template) -> Column:
    """The variables of each text by a URI Template, as a struct; see `oneiri.arrow.template_match`."""
    values = ", ".join(f"{_quoted(name)} STRING" for name in template.variables)
    return _call("template_match", [column], {"template": template}, f"STRUCT<{values}>")


def register(
    session: SparkSession,
    *,
    prefix: str = "oneiri_",
    rung: Rung = "scheme",
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    policy: Policy | None = None,
) -> list[str]:
    """Registers the functions for SQL under names with a prefix, and returns the names.

    `rung`, `ladder` and `grammar` apply to every function that has such a parameter. To use other
    values as well, register the functions again with another prefix.

    * `is_valid(text)`: boolean; `parse(text)`, `why_not(text)`: structs
    * `parse_lenient(text)`, `normalize(text)`, `to_uri(text)`, `to_iri(text)`, `redact(text)`,
      `redact_text(text)`, `htu(text)`, `drive(text)`: text
    * `resolve(base, reference)`: text
    * `fingerprint(text)`: binary
    * `rung(a, b)`: the name of the rung, or "different"
    * `lint(text)`, `fix(text)`, `query_value(text, name)`, `whatwg_href(text)`, `admits(policy, text)`, `template_match(template, text)` and
      `parse_url(text, part[, key[, parser]])`: see `oneiri.duckdb.register`
    * with a policy, `check(text)`: a struct

    Null stays null, and the result for an invalid text is null; `why_not` returns its error. Arguments
    that are too few, too many, or no texts raise an error that names the function when a query is
    planned; without Spark's ANSI mode, when the first batch comes.
    """
    _check(rung, grammar, ladder)
    options: dict[str, dict[str, Any]] = {
        name: _sql.options(name, rung=rung, ladder=ladder, grammar=grammar) for name in (*_sql.COLUMNS, *_sql.FUNCTIONS)
    }
    if policy is not None:
        options["check"] = {"policy": policy}
    is_strict = session.conf.get("spark.sql.ansi.enabled", "true") == "true"
    # A function that is registered again without a policy must not go on with the policy of before.
    session.sql(f"DROP TEMPORARY FUNCTION IF EXISTS {_quoted(prefix + 'check')}")
    for name, given in options.items():
        shown = prefix + name
        called = f"{shown}_of_texts" if is_strict else shown
        session.udf.register(called, _udf(name, given, shown))
        if is_strict:
            _plan(session, shown, called, _sql.PARAMETERS[name], _returns(name))
    return [prefix + name for name in options]


def _plan(session: SparkSession, name: str, called: str, parameters: list[str], result: str) -> None:
    """Makes a function of SQL around one of Python, because Spark checks the number and the types of
    its arguments when it plans a query. In ANSI mode only texts and bytes can be cast to BINARY; to
    STRING everything can.
    """
    given = ", ".join(f"{it} BINARY" + " DEFAULT NULL" * (at > 1) for at, it in enumerate(parameters))
    texts = ", ".join(f"CAST({it} AS STRING)" for it in parameters)
    session.sql(
        f"CREATE OR REPLACE TEMPORARY FUNCTION {_quoted(name)}({given}) RETURNS {result} "
        f"RETURN {_quoted(called)}({texts})"
    )


_KINDS = {"boolean": "BOOLEAN", "parts": _PARSED, "error": _ERROR, "fingerprint": "BINARY"}
_SQL = {"check": _DECISION, "admits": "BOOLEAN", "template_match": "MAP<STRING, STRING>"}


def _returns(name: str) -> str:
    """The type of the result of a function: text, unless the table of operations or this file says otherwise."""
    operation = _sql.COLUMNS.get(name)
    return _SQL.get(name, "STRING") if operation is None else _KINDS.get(operation.result, "STRING")


def _call(name: str, columns: list[Column | str], options: dict[str, Any], returns: str | None = None) -> Column:
    """A function of `oneiri.arrow` on columns. Its options are checked here, before a worker would."""
    # One base is an option, so the column is the only argument.
    function: Any = arrow._resolve if "base" in options and name == "resolve" else getattr(arrow, name)
    if options.get("rung") == "protocol" and options.get("ladder") is None:
        raise ValueError('rung="protocol": expected a ladder with observations')
    function(*([] for _ in columns), **options)
    made = _made(function, len(columns), options, f"oneiri_{name}", returns or _returns(name))
    called: Column = made(*columns)
    return called


def _udf(name: str, options: dict[str, Any], shown: str) -> Any:
    """A function of SQL."""
    function = _sql.FUNCTIONS.get(name) or getattr(arrow, name)
    return _made(function, len(_sql.PARAMETERS[name]), options, shown, _returns(name))


def _made(function: Any, count: int, options: dict[str, Any], shown: str, returns: str) -> Any:
    """A function of `oneiri.arrow` for Spark, which shows it under a name."""
    kind = pa.binary() if returns == "BINARY" else None

    def run(*columns: pa.Array) -> pa.Array:
        if len(columns) != count:
            raise TypeError(f"{shown}: expected {count} arguments, found {len(columns)}")
        try:
            return pa.array(function(*columns, **options), kind)
        except TypeError as error:
            raise TypeError(f"{shown}: {error}") from None

    run.__name__ = shown
    # The type hints of PySpark lack `arrow_udf`, so it is looked up at run time.
    return vars(functions)["arrow_udf"](run, returns)


def dedupe(
    frame: DataFrame,
    column: str | Column,
    rung: Rung = "scheme",
    *,
    order: str | Column | list[str | Column] | None = None,
    newest: str | Column | None = None,
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    errors: Literal["drop", "keep"] = "drop",
) -> DataFrame:
    """Removes duplicates, like the command `oneiri dedupe`. Rows whose identifiers in `column` (the name of a
    column, or a `Column`) are equal at the rung form a group, and the result holds the first row of each group,
    unchanged.

    The first row is the row with the least value of `order`, the name of a column or a `Column`; null
    comes last. A sort order, such as `functions.col("n").desc()`, is followed as it is, and a list of names, columns
    and sort orders like in `DataFrame.orderBy`. With `newest` instead, it is the row with the greatest value. Without
    `order`, it is the row that comes first in the frame, which is meaningful only if the frame has an
    order, such as the order of a file. The result is in no particular order.

    A row with null or an invalid text belongs to no group. Such rows are dropped, or all kept with
    `errors="keep"`.

    The plan is a `mapInArrow`, which adds the normal form to each row, and an aggregation. Each task
    sends on at most one row of each group, so one very frequent identifier does not slow the plan
    down. Groups are compared by the whole normal form, not by a hash.
    """
    _check(rung, grammar, ladder)
    place_of(order, newest, errors)
    names = frame.columns

    def named(it: Any) -> Any:
        return functions.col(_quoted(names[_place_of(it, frame)])) if isinstance(it, str) else it

    if newest is not None:
        order = named(newest).desc_nulls_last()
    if not isinstance(column, str):
        (source,) = free_names(names, 1)
        given = frame.withColumn(source, column)
        options: Any = {"ladder": ladder, "grammar": grammar, "errors": errors}
        order = [named(it) for it in order] if isinstance(order, list | tuple) else named(order)
        return dedupe(given, source, rung, order=order, **options).drop(source)
    chosen = _place_of(column, frame)
    if isinstance(order, list | tuple):
        orders = [named(it) for it in order]
        return _sorted_first(frame, names[chosen], orders, rung, ladder, grammar, errors)
    order_by: Any = named(order)
    # Spark shows a sort order in this way, in a session of its own and through Connect.
    if re.search(r" (ASC|DESC) NULLS (FIRST|LAST)'>$", repr(order_by)):
        return _sorted_first(frame, names[chosen], [order_by], rung, ladder, grammar, errors)
    # Uses new column names, because `mapInArrow` does not accept every name that a frame may have.
    own = [f"c{number}" for number in range(len(names))]
    place = functions.monotonically_increasing_id() if order is None else order_by
    placed = frame.select("*", place.alias(_PLACE)).toDF(*own, _PLACE)
    schema = StructType([*placed.schema.fields, StructField(_KEY, StringType())])
    keyed = placed.mapInArrow(_keys(own[chosen], rung, grammar, ladder), schema)
    known = functions.col(_KEY).isNotNull()
    # `min_by` ignores a null place, so the least is taken by (is null, place).
    ranked = functions.struct(functions.col(_PLACE).isNull(), functions.col(_PLACE))
    first = functions.min_by(functions.struct(*own), ranked).alias(_ROW)
    kept = keyed.where(known).groupBy(_KEY).agg(first).select(f"{_ROW}.*")
    if errors == "keep":
        kept = kept.unionAll(keyed.where(~known).select(*own))
    return kept.toDF(*names)


def _sorted_first(
    frame: DataFrame, column: str, orders: list[Any], rung: Rung, ladder: Ladder | None, grammar: Grammar, errors: str
) -> DataFrame:
    """`dedupe` by a sort order, which is nothing that a row can hold: by a window. Spark keeps one row of
    each key before it sends any, since it sees the limit of the rank.
    """
    key, row = free_names(frame.columns, 2)
    normal = normalize(functions.col(_quoted(column)), rung, ladder=ladder, grammar=grammar)
    keyed = frame.withColumn(key, normal)
    window = Window.partitionBy(key).orderBy(*orders)
    ranked = keyed.withColumn(row, functions.row_number().over(window))
    wanted = functions.col(row) == 1
    if errors == "keep":
        return ranked.where(wanted | functions.col(key).isNull()).drop(key, row)
    return ranked.where(wanted & functions.col(key).isNotNull()).drop(key, row)


def _check(rung: Rung, grammar: Grammar, ladder: Ladder | None) -> None:
    """Raises ValueError for an unknown rung or grammar here, before a worker would."""
    arrow.normalize([], rung=rung, grammar=grammar)
    if rung == "protocol" and ladder is None:
        raise ValueError('rung="protocol": expected a ladder with observations')


def _place_of(column: str, frame: DataFrame) -> int:
    """The number of the column with this name. As in Spark, letter case makes no difference, unless the
    session is told so.
    """
    names = frame.columns
    places = [place for place, name in enumerate(names) if name == column]
    if not places and frame.sparkSession.conf.get("spark.sql.caseSensitive", "false") != "true":
        places = [at for at, name in enumerate(names) if name.lower() == column.lower()]
    if len(places) != 1:
        problem = "two columns of this name" if places else "no such column"
        raise ValueError(f"{column!r}: {problem}, found {', '.join(map(repr, names))}")
    return places[0]


def _quoted(name: str) -> str:
    """Quotes a name for SQL; the name may hold any characters."""
    return "`" + name.replace("`", "``") + "`"


def _keys(
    column: str, rung: Rung, grammar: Grammar, ladder: Ladder | None
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            keys = arrow.normalize(batch.column(column), rung=rung, grammar=grammar, ladder=ladder)
            yield batch.append_column(_KEY, pa.array(keys, pa.string()))

    return run
