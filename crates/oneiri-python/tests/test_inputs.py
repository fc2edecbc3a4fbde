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
        with pytest.raises(ValueError, match="row 1: expected UTF-8"):
            arrow.normalize(column, errors="keep")
        assert arrow.normalize(column[:1], errors="keep").to_pylist() == ["x:a"]


def test_what_is_not_utf8_is_found_behind_keys_and_runs():
    values = pa.array([b"x:a", b"\xff", b"\xfe"])
    keys = pa.DictionaryArray.from_arrays(pa.array([0, None, 2, 0]), values)
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 4], pa.int32()), values.take(pa.array([0, 2])))
    for column in (keys, runs, pa.chunked_array([keys.slice(0, 2), keys.slice(2)]), pa.table({"a": keys})):
        assert arrow.is_valid(column).to_pylist()[2] is False
        with pytest.raises(ValueError, match="row 2: expected UTF-8"):
            arrow.normalize(column, errors="keep")
    assert arrow.normalize(keys.slice(0, 2), errors="keep").to_pylist() == ["x:a", None]


def test_an_object_that_gives_itself_as_a_column_is_refused():
    class Itself:
        def __arrow_array__(self, type=None):
            return self

    with pytest.raises(TypeError, match="expected a list"):
        arrow.normalize(Itself())

    class Deep:
        def __arrow_array__(self, type=None):
            return Deep()

    with pytest.raises(TypeError, match="expected a list"):
        arrow.resolve(Deep(), ["a"])


def test_columns_of_missing_numbers_are_columns_of_nulls():
    nan = float("nan")
    columns = [pandas.Series([nan, nan]), pa.array([None, nan]), pa.chunked_array([[nan], pa.array([None], pa.float64())])]
    columns += [pa.table({"a": pa.array([None, None], pa.float64())}), pandas.DataFrame({"a": [nan, nan]})]
    for column in columns:
        for function in (arrow.normalize, arrow.is_valid, arrow.parse, arrow.fingerprint):
            assert [None if pandas.isna(row) else row for row in function(column)] == [None, None]
        assert [None if pandas.isna(row) else row for row in arrow.rung(column, ["a", "b"])] == [None, None]
    for column in (pandas.Series([nan, 1.5]), pa.array([1.0]), pa.array([None], pa.int64())):
        with pytest.raises(TypeError, match="expected a column of strings"):
            arrow.normalize(column)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: arrow.normalize(["x:"], threads=-1), ValueError, "threads: expected 1 to 65535, or 0"),
        (lambda: arrow.normalize(["x:"], threads=10**30), ValueError, "threads: expected 1 to 65535, or 0"),
        (lambda: arrow.normalize(["x:"], threads="2"), TypeError, "threads: expected int, found str"),
        (lambda: oneiri.lint("x:", only="password"), TypeError, "only: expected a list or a tuple of codes"),
        (lambda: oneiri.Iri("x:").lint(only=[1]), TypeError, "only: expected a list or a tuple of codes"),
        (lambda: oneiri.fix("x:", only=7), TypeError, "only: expected a list or a tuple of codes"),
    ],
)
def test_wrong_options_are_named(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_a_column_shows_its_first_rows():
    assert repr(arrow.normalize(["HTTP://h", None])) == "<oneiri.arrow.Array of 2 Utf8: ['http://h/', None]>"
    long = arrow.is_valid(pa.chunked_array([["x:"] * 4, ["["] * 4]))
    assert repr(long).endswith(" of 8 Boolean in 2: [True, True, True, True, False, ...]>")
    assert repr(arrow.is_valid([])).endswith(": []>")


def test_an_index_is_text_as_well():
    assert arrow.normalize(pandas.Index(["HTTP://h"])).to_pylist() == ["http://h/"]


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
    assert run.stdout == "http://h/\n"
