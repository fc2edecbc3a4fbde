"""The functions in Spark (PySpark 4.1 or later): in SQL, and `dedupe` for whole tables.

Every batch goes through `oneiri.arrow` where it is; shuffling, spilling and starting again is
Spark's. The workers need this package, PyArrow and nothing else.

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
    """Registers the functions for SQL under names with a prefix, and says which they are.

    `rung` and `grammar` hold for all of them, as far as a function has them; with another prefix they
    can be registered again.

    * `is_valid(link)`: boolean; `parse(link)`, `why_not(link)`: structs
    * `normalize(link)`, `to_uri(link)`, `to_iri(link)`: text
    * `resolve(reference, base)`: text
    * `fingerprint(link)`: binary
    * `rung(a, b)`: the name of the rung, or "different"

    Null stays null, and so becomes what is refused; `why_not` says why.
    """
    _check(rung, grammar)
    grammars: dict[str, Any] = {"grammar": grammar}
    # Each of these has one alphabet to come from.
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
    # PySpark's own type hints do not have it where they say they have.
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
    """The first row of each identifier, as `oneiri dedupe` has it: rows whose `column` is equal at a
    rung are one class, and the first of each class stays as it is.

    "First" is by `order`, the least and null last; without one, by the place of the row in the
    frame, which means something where the frame has an order, such as that of a file. The rows come
    out in no order.

    Null, and text that is refused, is in no class: such rows are dropped, or with `errors="keep"` all
    kept.

    The plan is a `mapInArrow`, which puts the normal form beside each row, and an aggregation. Each
    task sends on one row of a class at the most, so that a key that is everywhere is no burden.
    Classes are told apart by the whole normal form, and not by a hash of it.
    """
    _check(rung, grammar)
    if errors not in ("drop", "keep"):
        raise ValueError(f'errors={errors!r}: expected "drop" or "keep"')
    names = frame.columns
    if names.count(column) != 1:
        problem = "two columns of this name" if column in names else "no such column"
        raise ValueError(f"{column!r}: {problem}, found {', '.join(map(repr, names))}")
    # Under names of our own, since `mapInArrow` does not take all that a frame may have.
    own = [f"c{number}" for number in range(len(names))]
    place = functions.monotonically_increasing_id() if order is None else order
    place = functions.col(_quoted(place)) if isinstance(place, str) else place
    placed = frame.select("*", place.alias(_PLACE)).toDF(*own, _PLACE)
    schema = StructType([*placed.schema.fields, StructField(_KEY, StringType())])
    keyed = placed.mapInArrow(_keys(own[names.index(column)], rung, grammar), schema)
    known = functions.col(_KEY).isNotNull()
    # Not by the place alone: of rows whose place is null there would be no first.
    ranked = functions.struct(functions.col(_PLACE).isNull(), functions.col(_PLACE))
    first = functions.min_by(functions.struct(*own), ranked).alias(_ROW)
    kept = keyed.where(known).groupBy(_KEY).agg(first).select(f"{_ROW}.*")
    if errors == "keep":
        kept = kept.unionAll(keyed.where(~known).select(*own))
    return kept.toDF(*names)


def _check(rung: Rung, grammar: Grammar) -> None:
    """What is no rung or grammar is told of here, and not by a worker."""
    arrow.normalize([], rung=rung, grammar=grammar)


def _quoted(name: str) -> str:
    """A name as SQL has it, whatever characters are in it."""
    return "`" + name.replace("`", "``") + "`"


def _keys(
    column: str, rung: Rung, grammar: Grammar
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            keys = arrow.normalize(batch.column(column), rung=rung, grammar=grammar)
            yield batch.append_column(_KEY, pa.array(keys, pa.string()))

    return run
