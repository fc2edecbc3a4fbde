"""Columns of those who speak Arrow's C data interface, there and back."""

import pyarrow as pa
import pytest

from oneiri import arrow

ROWS = ["HTTP://h/%7E", None, "http://h/a b", "http://example.org/a/../rosé"]
NORMAL = ["http://h/~", None, None, "http://example.org/rosé"]
VALID = [True, None, False, True]


def test_polars():
    polars = pytest.importorskip("polars")
    series = polars.Series("link", ROWS)
    assert polars.Series(arrow.normalize(series)).to_list() == NORMAL
    assert polars.Series(arrow.is_valid(series)).to_list() == VALID
    assert polars.Series(arrow.fingerprint(series))[0] is not None
    parsed = polars.Series(arrow.parse(series))
    assert parsed.struct.field("path").to_list() == ["/%7E", None, None, "/a/../rosé"]
    assert parsed.is_null().to_list() == [False, True, True, False]
    frame = polars.DataFrame({"link": ROWS})
    added = frame.with_columns(
        polars.col("link")
        .map_batches(lambda s: polars.Series(arrow.normalize(s)), return_dtype=polars.String)
        .alias("normal")
    )
    assert added["normal"].to_list() == NORMAL
    lazy = frame.lazy().with_columns(
        polars.col("link").map_batches(lambda s: polars.Series(arrow.normalize(s)), return_dtype=polars.String)
    )
    assert lazy.collect()["link"].to_list() == NORMAL
    halves = polars.concat([series, series], rechunk=False)
    out = polars.Series(arrow.normalize(halves))
    assert out.to_list() == NORMAL * 2 and out.n_chunks() == 2


def test_pandas():
    pandas = pytest.importorskip("pandas")
    for dtype in ("str", pandas.ArrowDtype(pa.string()), pandas.ArrowDtype(pa.string_view())):
        series = pandas.Series(ROWS, dtype=dtype)
        back = pa.chunked_array(arrow.normalize(series)).to_pandas()
        assert [None if pandas.isna(row) else row for row in back] == NORMAL
        typed = pandas.Series(pandas.arrays.ArrowExtensionArray(pa.chunked_array(arrow.normalize(series))))
        assert [None if pandas.isna(row) else row for row in typed] == NORMAL


def test_a_result_is_a_column_of_a_frame():
    pandas = pytest.importorskip("pandas")
    for rows in (ROWS, pandas.Series(ROWS)):
        frame = pandas.DataFrame({"link": ROWS})
        frame["normal"] = arrow.normalize(rows)
        frame["valid"] = arrow.is_valid(rows)
        frame["parts"] = arrow.parse(rows)
        frame["print"] = arrow.fingerprint(rows)
        assert [None if pandas.isna(row) else row for row in frame["normal"]] == NORMAL
        # A series gives a mask of Arrow's type, whose null is pandas.NA.
        assert [None if pandas.isna(row) else row for row in frame["valid"]] == VALID
        assert frame["parts"][0]["host"] == "h" and len(frame["print"][0]) == 16
        assert len(pandas.Series(arrow.normalize(rows))) == 4
    numpy = pytest.importorskip("numpy")
    mask = numpy.asarray(arrow.is_valid(["x:", "["]))
    assert mask.dtype == bool and numpy.array(["x:", "["])[mask].tolist() == ["x:"]
    assert numpy.asarray(arrow.is_valid(["x:", None])).dtype == object
    with pytest.raises(ValueError, match="expected a copy to be allowed"):
        numpy.array(arrow.is_valid(["x:"]), copy=False)


def test_columns_of_nothing_but_nulls():
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    coded = pa.array([None, None]).dictionary_encode()
    series = pandas.Series([None, None], dtype=object)
    for nothing in (polars.Series([None, None]), series, series.astype("category"), coded):
        assert [None if pandas.isna(row) else row for row in arrow.normalize(nothing)] == [None] * 2


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    links = pa.table({"link": ROWS})
    relation = duckdb.from_arrow(links)
    assert arrow.normalize(relation).to_pylist() == NORMAL
    normal = pa.table({"normal": pa.chunked_array(arrow.normalize(relation.select("link")))})
    assert duckdb.sql("SELECT count(DISTINCT normal) FROM normal").fetchall() == [(2,)]
    # A struct column is a table.
    parsed = pa.table(pa.record_batch(arrow.parse(["http://h/a", "http://i/b"])))
    assert duckdb.sql("SELECT host FROM parsed").fetchall() == [("h",), ("i",)]
    assert len(normal) == 4


def test_duckdb_functions():
    """The functions in SQL, a vector at a time."""
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.create_function(
        "normalize_iri",
        lambda column: pa.chunked_array(arrow.normalize(column)),
        ["VARCHAR"],
        "VARCHAR",
        type="arrow",
        null_handling="special",
    )
    rows = connection.sql("SELECT normalize_iri(link) FROM (VALUES ('HTTP://h/%7E'), ('http://h/a b')) t(link)")
    assert rows.fetchall() == [("http://h/~",), (None,)]


def test_arro3():
    core = pytest.importorskip("arro3.core")
    column = core.Array.from_arrow(pa.array(ROWS))
    assert core.Array.from_arrow(arrow.normalize(column)).to_pylist() == NORMAL
    chunks = core.ChunkedArray.from_arrow(pa.chunked_array([ROWS, ROWS]))
    back = core.ChunkedArray.from_arrow(arrow.normalize(chunks))
    assert back.to_pylist() == NORMAL * 2 and back.num_chunks == 2


def test_nanoarrow():
    nanoarrow = pytest.importorskip("nanoarrow")
    column = nanoarrow.Array(ROWS, nanoarrow.string())
    assert nanoarrow.Array(arrow.normalize(column)).to_pylist() == NORMAL
