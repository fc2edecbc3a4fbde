"""The functions in Spark (PySpark 4.1 or later): in SQL, and `dedupe` for whole tables.

Each worker runs `oneiri.arrow` on its batches. Spark itself shuffles, spills and restarts tasks. The
workers need only this package and PyArrow.

    import oneiri.spark

    oneiri.spark.register(session)
    session.sql("SELECT oneiri_normalize(link) FROM links")
    oneiri.spark.dedupe(session.table("links"), "link", "scheme")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
from pyspark.sql import functions
from pyspark.sql.types import StringType, StructField, StructType

from . import arrow
from ._types import Grammar, Rung

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

__all__ = ["dedupe", "register"]

_PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
_PARSED = ", ".join(f"{part} STRING" for part in _PARTS)
_ERROR = (
    "message STRING, start LONG, end LONG, component STRING, expected STRING, found STRING, "
    "rule STRING"
)

_KEY, _PLACE, _ROW = "__oneiri_key", "__oneiri_place", "__oneiri_row"


def register(
    session: SparkSession,
    *,
    prefix: str = "oneiri_",
    rung: Rung = "path",
    grammar: Grammar = "iri-reference",
) -> list[str]:
    """Registers the functions for SQL under names with a prefix, and returns the names.

    `rung` and `grammar` apply to every function that has such a parameter. To use other values as
    well, register the functions again with another prefix.

    * `is_valid(link)`: boolean; `parse(link)`, `why_not(link)`: structs
    * `normalize(link)`, `to_uri(link)`, `to_iri(link)`: text
    * `resolve(reference, base)`: text
    * `fingerprint(link)`: binary
    * `rung(a, b)`: the name of the rung, or "different"

    Null stays null, and the result for an invalid text is null; `why_not` returns its error.
    """
    _check(rung, grammar)
    grammars: dict[str, Any] = {"grammar": grammar}
    # `to_uri` takes only grammars of IRIs, and `to_iri` takes only grammars of URIs.
    iri: dict[str, Any] = {"grammar": grammar.replace("uri", "iri")}
    uri: dict[str, Any] = {"grammar": grammar.replace("iri", "uri")}
    at: dict[str, Any] = {"rung": rung, **grammars}
    known = {
        "is_valid": (_of_one(arrow.is_valid, grammars), "BOOLEAN"),
        "parse": (_of_one(arrow.parse, grammars), f"STRUCT<{_PARSED}>"),
        "why_not": (_of_one(arrow.why_not, grammars), f"STRUCT<{_ERROR}>"),
        "normalize": (_of_one(arrow.normalize, at), "STRING"),
        "to_uri": (_of_one(arrow.to_uri, iri), "STRING"),
        "to_iri": (_of_one(arrow.to_iri, uri), "STRING"),
        "resolve": (_of_two(arrow.resolve, grammars), "STRING"),
        "fingerprint": (_of_one(arrow.fingerprint, at, pa.binary()), "BINARY"),
        "rung": (_of_two(arrow.rung, grammars), "STRING"),
    }
    # The type hints of PySpark lack `arrow_udf`, so it is looked up at run time.
    arrow_udf = vars(functions)["arrow_udf"]
    for name, (function, returns) in known.items():
        session.udf.register(prefix + name, arrow_udf(function, returns))
    return [prefix + name for name in known]


def _of_one(
    function: Callable[..., Any], options: dict[str, Any], kind: pa.DataType | None = None
) -> Callable[[pa.Array], pa.Array]:
    def run(column: pa.Array) -> pa.Array:
        return pa.array(function(column, **options), kind)

    return run


def _of_two(
    function: Callable[..., Any], options: dict[str, Any]
) -> Callable[[pa.Array, pa.Array], pa.Array]:
    def run(column: pa.Array, other: pa.Array) -> pa.Array:
        return pa.array(function(column, other, **options))

    return run


def dedupe(
    frame: DataFrame,
    column: str,
    rung: Rung = "path",
    *,
    order: str | Column | None = None,
    grammar: Grammar = "iri-reference",
    errors: Literal["drop", "keep"] = "drop",
) -> DataFrame:
    """Removes duplicates, like the command `oneiri dedupe`. Rows whose identifiers in `column` are
    equal at the rung form a group, and the result holds the first row of each group, unchanged.

    The first row is the row with the least value of `order`; null comes last. Without `order`, it is
    the row that comes first in the frame, which is meaningful only if the frame has an order, such as
    the order of a file. The result is in no particular order.

    A row with null or an invalid text belongs to no group. Such rows are dropped, or all kept with
    `errors="keep"`.

    The plan is a `mapInArrow`, which adds the normal form to each row, and an aggregation. Each task
    sends on at most one row of each group, so one very frequent identifier does not slow the plan
    down. Groups are compared by the whole normal form, not by a hash.
    """
    _check(rung, grammar)
    if errors not in ("drop", "keep"):
        raise ValueError(f'errors={errors!r}: expected "drop" or "keep"')
    names = frame.columns
    if names.count(column) != 1:
        problem = "two columns of this name" if column in names else "no such column"
        raise ValueError(f"{column!r}: {problem}, found {', '.join(map(repr, names))}")
    # Uses new column names, because `mapInArrow` does not accept every name that a frame may have.
    own = [f"c{number}" for number in range(len(names))]
    place = functions.monotonically_increasing_id() if order is None else order
    place = functions.col(_quoted(place)) if isinstance(place, str) else place
    placed = frame.select("*", place.alias(_PLACE)).toDF(*own, _PLACE)
    schema = StructType([*placed.schema.fields, StructField(_KEY, StringType())])
    keyed = placed.mapInArrow(_keys(own[names.index(column)], rung, grammar), schema)
    known = functions.col(_KEY).isNotNull()
    # `min_by` ignores a null place, so the least is taken by (is null, place).
    ranked = functions.struct(functions.col(_PLACE).isNull(), functions.col(_PLACE))
    first = functions.min_by(functions.struct(*own), ranked).alias(_ROW)
    kept = keyed.where(known).groupBy(_KEY).agg(first).select(f"{_ROW}.*")
    if errors == "keep":
        kept = kept.unionAll(keyed.where(~known).select(*own))
    return kept.toDF(*names)


def _check(rung: Rung, grammar: Grammar) -> None:
    """Raises ValueError for an unknown rung or grammar here, before a worker would."""
    arrow.normalize([], rung=rung, grammar=grammar)


def _quoted(name: str) -> str:
    """Quotes a name for SQL; the name may hold any characters."""
    return "`" + name.replace("`", "``") + "`"


def _keys(
    column: str, rung: Rung, grammar: Grammar
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            keys = arrow.normalize(batch.column(column), rung=rung, grammar=grammar)
            yield batch.append_column(_KEY, pa.array(keys, pa.string()))

    return run
