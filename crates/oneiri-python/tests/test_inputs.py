"""What goes into a function on columns, and what comes out of it."""

import numpy
import pandas
import pyarrow as pa
import pytest

import oneiri
from oneiri import arrow

ROWS = ["HTTP://h/%7E", None, "http://h/a b", "x://é/" + "long" * 9]
NORMAL = ["http://h/~", None, None, "x://é/" + "long" * 9]
BYTES = [row.encode() if row else row for row in ROWS]

INPUTS = {
    "generator": lambda: (row for row in ROWS),
    "dict values": lambda: dict(enumerate(ROWS)).values(),
    "objects": lambda: numpy.array(ROWS, object),
    "objects with NaN": lambda: numpy.array([float("nan") if row is None else row for row in ROWS], object),
    "objects with NA": lambda: [pandas.NA if row is None else row for row in ROWS],
    "numpy strings": lambda: numpy.array(
        ROWS, numpy.dtypes.StringDType(na_object=None)
    ),
    "unique": lambda: pandas.Series(ROWS + ROWS[:1]).unique(),
    "values": lambda: pandas.Series(ROWS).values,
    "values of objects": lambda: pandas.Series(ROWS, dtype=object).values,
    "array": lambda: pandas.Series(ROWS, dtype="string").array,
    "index": lambda: pandas.Index(ROWS),
    "categories": lambda: pandas.Series(ROWS).astype("category").values,
    "binary": lambda: pa.array(BYTES, pa.binary()),
    "large binary": lambda: pa.array(BYTES, pa.large_binary()),
    "binary view": lambda: pa.array(BYTES, pa.binary_view()),
    "binary dictionary": lambda: pa.array(BYTES, pa.binary()).dictionary_encode(),
    "binary chunks": lambda: pa.chunked_array([BYTES[:1], [], BYTES[1:]], pa.binary()),
    "bytes": lambda: BYTES,
    "runs": lambda: pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3, 4], pa.int16()), pa.array(ROWS)),
    "runs of a slice": lambda: pa.RunEndEncodedArray.from_arrays(
        pa.array([3, 4, 5, 6], pa.int64()), pa.array(ROWS, pa.large_string())
    ).slice(2),
    "a table of runs": lambda: pa.table(
        {"a": pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3, 4], pa.int32()), pa.array(ROWS))}
    ),
}


@pytest.mark.parametrize("name", INPUTS)
def test_every_input_goes_in(name):
    out = arrow.normalize(INPUTS[name]())
    assert [None if pandas.isna(row) else row for row in out] == NORMAL
    assert list(arrow.is_valid(INPUTS[name]())) == [True, None, False, True]


def test_runs_repeat_their_rows():
    ends = pa.array([2, 5, 6], pa.int32())
    runs = pa.RunEndEncodedArray.from_arrays(ends, pa.array(["X:a", None, "x:b"]))
    rows = ["x:a"] * 2 + [None] * 3 + ["x:b"]
    assert arrow.normalize(runs).to_pylist() == rows
    assert arrow.normalize(runs.slice(1, 4)).to_pylist() == rows[1:5]
    assert arrow.normalize(runs.slice(6)).to_pylist() == []


def test_bytes_that_are_no_utf8_are_refused_in_their_row():
    rows = [b"x:a", b"x:\xff", b"x:b"]
    for column in (rows, *(pa.array(rows, kind) for kind in (pa.binary(), pa.large_binary(), pa.binary_view()))):
        assert arrow.is_valid(column).to_pylist() == [True, False, True]
        assert arrow.normalize(column, errors="keep").to_pylist()[1] == "x:\ufffd"


def test_an_index_is_text_as_well():
    assert arrow.normalize(pandas.Index(["HTTP://h"])).to_pylist() == ["http://h"]


@pytest.mark.parametrize("wrong", ["http://h/", b"x:", {"a": 1}, oneiri.Iri("x:"), 7, None])
def test_one_text_is_no_column(wrong):
    with pytest.raises(TypeError, match="expected a list"):
        arrow.normalize(wrong)


def test_a_second_column_may_be_anything_as_well():
    assert arrow.rung((row for row in ["x:a"]), numpy.array(["X:a"])).to_pylist() == ["case"]


@pytest.mark.parametrize("chunks", [1, 3])
def test_slices_are_columns(chunks):
    rows = [f"x:{n}" for n in range(9)]
    column = pa.array(rows) if chunks == 1 else pa.chunked_array([rows[:4], [], rows[4:]])
    out = arrow.normalize(column)
    for part in (slice(None), slice(2, 7), slice(-3, None), slice(5, 2), slice(None, None, 3), slice(None, None, -1), slice(8, 1, -2), slice(20, 30)):
        piece = out[part]
        assert type(piece) is type(out) and piece.to_pylist() == rows[part], part
        assert pa.chunked_array(piece).type == pa.string()
    assert out[2:][1] == "x:3" and out[:0].type == "Utf8"
    empty = arrow.normalize(pa.chunked_array([], pa.string()))
    assert empty[::2].to_pylist() == [] == empty[:].to_pylist()
    with pytest.raises(TypeError):
        out["a"]


def test_masks_are_negated():
    column = pa.chunked_array([["x:", "["], [None]])
    assert (~arrow.is_valid(column)).to_pylist() == [False, True, None]
    assert (~~arrow.is_valid(["x:", "["]))[:1].to_pylist() == [True]
    for out in (arrow.normalize(["x:"]), arrow.normalize(pa.chunked_array([["x:"]]))):
        with pytest.raises(TypeError, match="expected a column of Boolean, found Utf8"):
            ~out


def test_results_go_elsewhere_by_name():
    polars = pytest.importorskip("polars")
    for column in (pa.array(ROWS), pa.chunked_array([ROWS])):
        out = arrow.normalize(column)
        assert out.to_pyarrow().to_pylist() == NORMAL and isinstance(out.to_pyarrow(), type(column))
        series = out.to_polars("link")
        assert isinstance(series, polars.Series) and (series.name, series.to_list()) == ("link", NORMAL)
        series = out.to_pandas(index=list("abcd"), name="link")
        assert (series.name, series.dtype, list(series.index)) == ("link", "str", list("abcd"))
        assert arrow.is_valid(["x:", "["]).to_numpy().dtype == bool
        assert out.to_numpy().tolist() == NORMAL
        assert arrow.is_valid(column).to_pandas().dtype == pandas.ArrowDtype(pa.bool_())


def test_only_what_is_a_series_comes_back_as_one():
    assert isinstance(arrow.normalize(pandas.Series(ROWS)), pandas.Series)
    assert isinstance(arrow.normalize(pandas.DataFrame({"a": ROWS})), arrow.ChunkedArray)
    assert isinstance(arrow.normalize(ROWS), arrow.Array)


def test_the_module_is_there_as_typed():
    import subprocess
    import sys

    code = "import oneiri; print(oneiri.arrow.normalize(['HTTP://h'])[0])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "http://h\n"
