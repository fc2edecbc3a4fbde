# pyright: strict
"""For pyright and mypy, with the stubs of pandas: columns in their homes have types."""

from typing import assert_type

import pandas as pd
import polars as pl

from oneiri import arrow
from oneiri.pandas import IriAccessor, dedupe as of_pandas, iri as pandas_iri
from oneiri.polars import IriExpr, IriSeries, dedupe as of_polars, iri
from oneiri.policy import preset
from oneiri.template import Match, Router, Template

series = pd.Series(["http://h/"])
assert_type(arrow.normalize(series), "pd.Series[str]")
assert_type(arrow.resolve("http://h/", series), "pd.Series[str]")
assert_type(pandas_iri(series), IriAccessor)
frame = pd.DataFrame({"url": series})
assert_type(of_pandas(frame, "url", newest="url"), pd.DataFrame)

column = pl.Series("url", ["http://h/"])
assert_type(arrow.normalize(column, "scheme"), pl.Series)
assert_type(arrow.resolve(base="http://h/", reference=column), pl.Series)
assert_type(iri(column), IriSeries)
assert_type(iri(column).normalize("scheme"), pl.Series)
assert_type(iri(pl.col("url")), IriExpr)
assert_type(iri(pl.col("url")).admits(preset("ssrf")), pl.Expr)
assert_type(iri(pl.col("url")).query_value("q"), pl.Expr)
assert_type(of_polars(pl.LazyFrame({"url": column}), "url"), pl.LazyFrame)
assert_type(of_polars(pl.DataFrame({"url": column}), "url"), pl.DataFrame)

assert_type(arrow.normalize(["x:"]), arrow.Array | arrow.ChunkedArray)
assert_type(arrow.rung(["x:"], "X:", threads=2), arrow.Array | arrow.ChunkedArray)
assert_type(arrow.template_match(["x:"], Template("{a}")), arrow.Array | arrow.ChunkedArray)

router = Router({"user": "/users/{id}"}, required=["id"])
assert_type(router, Router[str])
found = router.find("/users/7")
if found is not None:
    name, match = found
    assert_type((name, match), tuple[str, Match])
    assert_type(match.get_str("id"), str | None)
    assert_type(match.get_list("id"), list[str])
