"""Columns: nulls, bad values, types, chunks, threads."""

import copy
import gc
import pickle
import random
import struct
import threading

import pyarrow as pa
import pytest

import oneiri
from oneiri import arrow

ROWS = ["HTTP://h/%7E", None, "http://h/a b", "", "x://é/" + "long" * 9]
NORMAL = ["http://h/~", None, None, "", "x://é/" + "long" * 9]
TYPES = [pa.string(), pa.large_string(), pa.string_view()]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_text_keeps_its_type_and_its_nulls(kind):
    column = pa.array(ROWS, kind)
    for function in (arrow.normalize, arrow.to_uri, arrow.normalize_steps):
        out = pa.array(function(column))
        out.validate(full=True)
        assert out.type == kind and out.null_count == 2
    parsed = pa.array(arrow.parse(column))
    parsed.validate(full=True)
    assert {field.type for field in parsed.type} == {kind}
    assert pa.array(arrow.normalize(column)).to_pylist() == NORMAL


def test_chunks_stay_chunks():
    column = pa.chunked_array([ROWS[:2], [], ROWS[2:]], pa.large_string())
    for function in (arrow.normalize, arrow.is_valid, arrow.parse, arrow.fingerprint, arrow.why_not):
        out = pa.chunked_array(function(column))
        out.validate(full=True)
        assert [len(chunk) for chunk in out.chunks] == [2, 0, 3]
    empty = pa.chunked_array([], pa.string_view())
    out = arrow.normalize(empty)
    assert (len(out), out.num_chunks, pa.chunked_array(out).type) == (0, 0, pa.string_view())


def test_no_rows_at_all():
    for column in ([], pa.array([], pa.string()), pa.array([], pa.string_view())):
        for function in (arrow.normalize, arrow.parse, arrow.fingerprint, arrow.is_valid):
            assert function(column).to_pylist() == []


def test_second_columns_may_have_other_chunks_and_types():
    references = pa.chunked_array([["a"], ["b", None], ["c"]], pa.string())
    bases = pa.chunked_array([["http://h/", "http://i/", "http://j/"], [None]], pa.large_string())
    out = arrow.resolve(bases, references)
    assert out.to_pylist() == ["http://h/a", "http://i/b", None, None] and out.num_chunks == 3
    with pytest.raises(ValueError, match="found 4 and 1 rows"):
        arrow.resolve(["http://h/"], references)


def test_a_bad_value_is_null_or_raised_or_kept():
    assert arrow.normalize(ROWS).to_pylist() == NORMAL
    assert arrow.normalize(ROWS, errors="keep").to_pylist()[2] == ROWS[2]
    with pytest.raises(oneiri.Error, match="^row 2: invalid IRI reference: path") as caught:
        arrow.normalize(ROWS, errors="raise")
    error = caught.value
    assert (error.row, error.start, error.found) == (2, 10, " ")
    for function in (arrow.parse, arrow.fingerprint):
        with pytest.raises(ValueError, match="expected \"null\" or \"raise\""):
            function(ROWS, errors="keep")
    with pytest.raises(ValueError, match="errors=\"x\""):
        arrow.normalize(ROWS, errors="x")


def test_a_bad_base_is_told_of_as_such():
    assert arrow.resolve(["no base", "http://h/"], ["x", "y"]).to_pylist() == [None, "http://h/y"]
    assert arrow.resolve(["no base"], ["x"], errors="keep").to_pylist() == ["x"]
    with pytest.raises(oneiri.Error, match="^row 0: other column: invalid IRI: ") as caught:
        arrow.resolve(["/no/scheme"], ["x"], errors="raise")
    assert caught.value.component == "scheme"
    with pytest.raises(oneiri.Error, match="^row 0: invalid IRI reference: "):
        arrow.resolve(["x:"], ["["], errors="raise")
    # Null is null, whatever the other is.
    assert arrow.resolve([None], ["["], errors="raise").to_pylist() == [None]
    assert arrow.rung(["["], [None], errors="raise").to_pylist() == [None]
    with pytest.raises(oneiri.Error):
        arrow.resolve("/no/scheme", ["x"])
    with pytest.raises(TypeError, match="the base comes first"):
        arrow.resolve(["x"], "http://h/")
    assert arrow.resolve(oneiri.Iri("http://h/"), ["x"]).to_pylist() == ["http://h/x"]


def test_rows_count_through_chunks_and_threads():
    rows = ["x:a"] * 100_000
    rows[70_001] = rows[90_000] = "["
    for column in (rows, pa.chunked_array([rows[:50_000], rows[50_000:]])):
        for threads in (1, 3, 0):
            with pytest.raises(oneiri.Error) as caught:
                arrow.normalize(column, errors="raise", threads=threads)
            assert caught.value.row == 70_001


def test_any_number_of_threads_comes_to_the_same():
    random.seed(7)
    rows = [random.choice(ROWS) for _ in range(80_000)]
    others = [random.choice(ROWS) for _ in range(80_000)]
    for kind in TYPES:
        column, other = pa.array(rows, kind), pa.array(others, kind)
        for run in (
            lambda threads: arrow.normalize(column, threads=threads),
            lambda threads: arrow.parse(column, threads=threads),
            lambda threads: arrow.is_valid(column, threads=threads),
            lambda threads: arrow.why_not(column, threads=threads),
            lambda threads: arrow.fingerprint(column, threads=threads),
            lambda threads: arrow.rung(column, other, threads=threads),
        ):
            assert pa.array(run(1)) == pa.array(run(4)) == pa.array(run(0))


def test_threads_work_across_chunks_and_keep_them():
    random.seed(8)
    rows = [random.choice(ROWS) for _ in range(120_000)]
    others = pa.array([random.choice(ROWS) for _ in range(120_000)])
    # Chunks that are shorter than a piece, of no rows, and longer than several pieces.
    ends = [0, 1, 1, 5_000, 20_000, 95_000, 95_000, 120_000]
    column = pa.chunked_array([rows[start:end] for start, end in zip(ends, ends[1:])], type=pa.string())
    for run in (
        lambda threads: arrow.normalize(column, threads=threads),
        lambda threads: arrow.parse(column, threads=threads),
        lambda threads: arrow.rung(column, others, threads=threads),
    ):
        one = pa.chunked_array(run(1))
        for threads in (2, 3, 7, 0):
            many = pa.chunked_array(run(threads))
            assert many == one
            assert [len(chunk) for chunk in many.chunks] == [len(chunk) for chunk in one.chunks]


def test_python_goes_on_meanwhile():
    column, seen = pa.array(["http://example.org/%7E/" + "a/../" * 20] * 200_000), []
    done = threading.Event()

    def work():
        arrow.normalize(column)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        seen.append(len(seen))
    thread.join()
    # With the lock held there would be no turn, or a few at the ends.
    assert len(seen) > 1000


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["a", 1], "row 1: expected str, an identifier or None, found int"),
        ("http://h/", "expected a list, or an object"),
        (7, "expected a list, or an object"),
        (pa.array([1]), "found Int64"),
        (pa.array([1]).dictionary_encode(), "found Dictionary"),
        (pa.table({"a": ["x"], "b": ["y"]}), "found Struct"),
    ],
)
def test_what_is_no_column_of_text_is_a_type_error(column, message):
    with pytest.raises(TypeError, match=message):
        arrow.normalize(column)


def test_grammars_are_held_to():
    with pytest.raises(ValueError, match="unknown grammar"):
        arrow.normalize(["x"], grammar="url")
    with pytest.raises(ValueError, match="to_uri does not take this grammar"):
        arrow.to_uri(["x"], grammar="uri")
    assert arrow.normalize(["/x", "x:é"], grammar="uri").to_pylist() == [None, None]
    # A reference may lack a scheme whatever the grammar, and no base may.
    for grammar, nulls in (("uri", [None]), ("iri", ["http://a/b/é"])):
        out = arrow.resolve("http://a/b/c", ["../g", "é"], grammar=grammar).to_pylist()
        assert out == ["http://a/g", *nulls]
        assert oneiri.resolve("http://a/b/c", "../g", grammar=grammar) == "http://a/g"


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_a_row_that_is_not_utf8_is_invalid_like_any_other(kind):
    binary = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary()}
    broken = pa.array([b"x:a", b"x:\xff", b"x:b"], binary.get(kind, pa.binary_view()))
    column = broken.cast(kind, safe=False) if kind in binary else broken.view(kind)
    assert arrow.normalize(column).to_pylist() == ["x:a", None, "x:b"]
    assert arrow.normalize(column).type == arrow.normalize(column.slice(0, 1)).type
    assert arrow.is_valid(column).to_pylist() == [True, False, True]
    assert [row is None for row in arrow.parse(column).to_pylist()] == [False, True, False]
    assert arrow.why_not(column).to_pylist()[1]["found"] == "\ufffd"
    assert arrow.resolve(column, ["x:y"] * 3).to_pylist() == ["x:y", None, "x:y"]
    assert arrow.rung(column, ["x:a", "x:b", "x:b"]).to_pylist() == ["string", None, "string"]
    with pytest.raises(oneiri.Error, match="row 1: ") as caught:
        arrow.normalize(column, errors="raise")
    assert (caught.value.row, caught.value.start) == (1, 2)
    with pytest.raises(ValueError, match="row 1: expected UTF-8"):
        arrow.normalize(column, errors="keep")


def test_bytes_behind_a_null_may_be_anything():
    for kind, width in ((pa.string(), pa.int32()), (pa.large_string(), pa.int64())):
        valid = pa.array([True, False, True]).buffers()[1]
        offsets = pa.array([0, 3, 5, 8], width).buffers()[1]
        buffers = [valid, offsets, pa.py_buffer(b"X:a\xff\xfex:b")]
        column = pa.Array.from_buffers(kind, 3, buffers)
        assert arrow.normalize(column).to_pylist() == ["x:a", None, "x:b"]
        assert arrow.is_valid(column).to_pylist() == [True, None, True]
        buffers[2] = pa.py_buffer(b"X:a\xff\xfex:\xff")
        column = pa.Array.from_buffers(kind, 3, buffers)
        assert arrow.normalize(column).to_pylist() == ["x:a", None, None]
        with pytest.raises(oneiri.Error, match="row 2: "):
            arrow.normalize(column, errors="raise")


def test_offsets_within_a_character_are_invalid_texts():
    offsets, data = pa.array([0, 3, 5], pa.int32()).buffers()[1], pa.py_buffer("x:é:".encode())
    column = pa.StringArray.from_buffers(2, offsets, data)
    assert arrow.normalize(column).to_pylist() == [None, None]
    with pytest.raises(oneiri.Error, match="row 0: "):
        arrow.normalize(column, errors="raise")


@pytest.mark.parametrize("width", [pa.int32(), pa.int64()], ids=str)
def test_offsets_that_go_back_are_a_value_error(width):
    kind = pa.string() if width == pa.int32() else pa.large_string()
    offsets = pa.array([0, 3, 1, 3], width).buffers()[1]
    for valid in (None, pa.array([True, True, False]).buffers()[1]):
        column = pa.Array.from_buffers(kind, 3, [valid, offsets, pa.py_buffer(b"x:a")])
        for function in (arrow.is_valid, arrow.normalize):
            with pytest.raises(ValueError, match="row 1: expected UTF-8"):
                function(column)


def test_a_dictionary_of_strings_that_lie_nowhere_is_a_value_error():
    secret = pa.py_buffer(b"x:a-of-another-column")
    for ends in ([0, 3, 1, 3], [0, 2_000_000_000, 3], [0, 21, 3], [0, 3, 1, 3, 0], [0, -9, 3]):
        for width, kind in ((pa.int32(), pa.string()), (pa.int64(), pa.large_string())):
            buffers = [None, pa.array(ends, width).buffers()[1], secret.slice(0, 3)]
            texts = pa.Array.from_buffers(kind, len(ends) - 1, buffers)
            column = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), texts, safe=False)
            for run in (
                lambda: arrow.is_valid(texts),
                lambda: arrow.normalize(texts, errors="raise"),
                lambda: arrow.normalize(column),
                lambda: arrow.normalize(column, errors="raise"),
                lambda: arrow.rung(["x:"] * 3, column),
                lambda: arrow.rung(["x:"] * len(texts), texts),
                lambda: arrow.rung(["x:"] * len(texts) * 2, pa.chunked_array([texts, texts])),
            ):
                with pytest.raises(ValueError, match="row [01]: expected UTF-8"):
                    run()


def test_a_view_that_lies_nowhere_is_a_value_error():
    data = pa.py_buffer(b"http://example.org/")
    for length, buffer, start in ((19, 1, 0), (20, 0, 0), (19, 0, 1), (19, 0, 2**31 - 1)):
        view = struct.pack("<I4sII", length, b"http", buffer, start)
        column = pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(view), data])
        for function in (arrow.is_valid, arrow.normalize, arrow.parse):
            with pytest.raises(ValueError, match="row 0: expected UTF-8"):
                function(column)
    good = pa.py_buffer(struct.pack("<I4sII", 19, b"http", 0, 0))
    column = pa.Array.from_buffers(pa.string_view(), 1, [None, good, data])
    assert arrow.normalize(column).to_pylist() == ["http://example.org/"]


def test_keys_that_lead_nowhere_are_a_value_error():
    # Arrow's own check passes over what stands beside a null, and over keys whose type counts fewer texts than there are.
    for keys, texts in (([0, 5, 0], 1), ([0, -1], 1), ([0, -1, None], 1), ([0, -1], 128)):
        texts = pa.array(["x:a"] * texts)
        column = pa.DictionaryArray.from_arrays(pa.array(keys, pa.int8()), texts, safe=False)
        for second in ([], [pa.array(["x:"] * len(keys))]):
            with pytest.raises(ValueError, match="found one beyond the dictionary"):
                arrow.rung(*second, column) if second else arrow.normalize(column)


def test_a_text_that_no_key_leads_to_may_be_no_text():
    texts = pa.array([b"x:a", b"\xff"]).cast(pa.string(), safe=False)
    column = pa.DictionaryArray.from_arrays(pa.array([0, 0]), texts)
    for errors in ("null", "raise"):
        assert arrow.normalize(column, errors=errors).to_pylist() == ["x:a", "x:a"]
    column = pa.DictionaryArray.from_arrays(pa.array([0, 0, 0, 1]), texts)
    assert arrow.normalize(column).to_pylist() == ["x:a"] * 3 + [None]
    with pytest.raises(oneiri.Error, match="row 3: "):
        arrow.normalize(column, errors="raise")


def test_half_a_surrogate_pair_is_refused_in_its_row():
    rows = ["http://h/", "x:\udcff\ud83d:y", None, "x:\ud83d\ude00"]
    assert arrow.is_valid(rows).to_pylist() == [True, False, None, False]
    (_, why, *_) = arrow.why_not(rows).to_pylist()
    assert (why["start"], why["end"], why["found"]) == (2, 3, "\ufffd")
    with pytest.raises(oneiri.Error) as caught:
        arrow.normalize(rows, errors="raise")
    assert (caught.value.row, caught.value.start) == (1, 2)
    # No column holds half a pair, so it cannot be kept.
    with pytest.raises(ValueError, match="row 1: expected UTF-8"):
        arrow.normalize(rows, errors="keep")


def test_a_list_may_hold_values():
    values = [oneiri.Iri("HTTP://h/é"), None, oneiri.UriRef("a"), "b"]
    assert arrow.normalize(values).to_pylist() == ["http://h/é", None, "a", "b"]


def test_a_column_of_nothing_but_nulls_has_no_type_of_its_own():
    nothing = [pa.nulls(2), pa.chunked_array([pa.nulls(1), pa.nulls(1)]), pa.table({"a": pa.nulls(2)})]
    for column in nothing:
        for function in (arrow.normalize, arrow.is_valid, arrow.parse, arrow.why_not):
            assert function(column).to_pylist() == [None, None]
        assert arrow.resolve(column, ["a", "b"]).to_pylist() == [None, None]
    assert arrow.normalize(pa.nulls(0)).to_pylist() == []


def test_dictionaries_of_a_second_column_may_differ_from_chunk_to_chunk():
    narrow = pa.dictionary(pa.int8(), pa.string())
    chunks = [pa.array([f"x:{k}{i}" for i in range(100)]).dictionary_encode() for k in "ab"]
    column = pa.chunked_array([chunk.cast(narrow) for chunk in chunks])
    assert set(arrow.rung(column, column).to_pylist()) == {"string"}
    assert arrow.resolve(column, ["#f"] * 200).to_pylist()[150] == "x:b50#f"


def test_rows_of_a_result_are_those_of_a_sequence():
    for out in (arrow.normalize(ROWS), arrow.normalize(pa.chunked_array([ROWS[:2], ROWS[2:]]))):
        assert list(out) == NORMAL and out[0] == NORMAL[0] and out[-1] == NORMAL[-1]
        assert out[-5] == NORMAL[0] and "x" not in out and "http://h/~" in out
        for row in (5, -6):
            with pytest.raises(IndexError, match=f"no row {row} in a column of 5"):
                out[row]
        assert pa.array(out).to_pylist() == NORMAL
    (out,) = pa.table({"a": arrow.fingerprint(pa.chunked_array([["x:"], ["["]]))}).columns
    assert out.type == pa.binary(16) and out.num_chunks == 2
    out = pa.array(arrow.why_not(pa.chunked_array([["x:"]])))
    assert pa.types.is_struct(out.type) and out.to_pylist() == [None]


def test_columns_outlive_what_they_were_made_of():
    column = pa.array(["http://h/" + "x" * 50] * 1000)
    out = pa.array(arrow.normalize(column))
    del column
    gc.collect()
    assert set(out.to_pylist()) == {"http://h/" + "x" * 50}


def test_columns_are_themselves_columns():
    once = arrow.normalize(pa.chunked_array([ROWS, ROWS]))
    again = arrow.normalize(once)
    assert again.to_pylist() == NORMAL * 2 and again.num_chunks == 2
    assert arrow.normalize(arrow.normalize(ROWS)).to_pylist() == NORMAL
    assert "5 Utf8" in repr(arrow.normalize(ROWS)) and "in 2" in repr(again)


def test_a_schema_that_is_asked_for_is_given():
    out = arrow.normalize(pa.array(ROWS, pa.string()))
    assert pa.array(out, pa.large_string()).to_pylist() == NORMAL
    assert pa.array(arrow.fingerprint(["x:"]), pa.binary()).type == pa.binary()


@pytest.mark.parametrize("given", [pa.string(), pa.large_string(), pa.string_view()])
@pytest.mark.parametrize("asked", [pa.string(), pa.large_string(), pa.string_view()])
def test_texts_are_given_in_any_string_type(given, asked):
    out = arrow.normalize(pa.array(ROWS, given))
    assert pa.array(out, asked).equals(pa.array(NORMAL, asked))
    chunks = arrow.normalize(pa.chunked_array([ROWS, ROWS[:2]], given))
    assert pa.chunked_array(chunks, asked).equals(pa.chunked_array([NORMAL, NORMAL[:2]], asked))


@pytest.mark.parametrize("asked", [pa.binary(), pa.large_binary(), pa.binary_view()])
def test_bytes_are_given_in_any_binary_type(asked):
    out = arrow.fingerprint(["x:", None])
    assert pa.array(out, asked).to_pylist() == pa.array(out).to_pylist()


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_columns_are_pickled(kind, protocol):
    functions = (arrow.normalize, arrow.is_valid, arrow.parse, arrow.fingerprint, arrow.why_not)
    given = pa.array(ROWS, kind)
    chunked = [pa.chunked_array([ROWS[:2], [], ROWS[2:]], kind), pa.chunked_array([], kind)]
    for function in functions:
        for column, read in [(given, pa.array), *((it, pa.chunked_array) for it in chunked)]:
            out = function(column)
            for again in (pickle.loads(pickle.dumps(out, protocol)), copy.deepcopy(out)):
                assert type(again) is type(out) and read(again).equals(read(out)), function
                assert read(again).type == read(out).type
                assert getattr(again, "num_chunks", 1) == getattr(out, "num_chunks", 1)
    part = arrow.normalize(given)[1:3]
    assert pickle.loads(pickle.dumps(part)).to_pylist() == part.to_pylist()


@pytest.mark.parametrize("kind", [pa.string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())], ids=str)
def test_a_slice_with_a_step_stays_in_its_chunks(kind):
    out = arrow.normalize(pa.chunked_array([ROWS[:2], [], ROWS[2:]], kind))
    for step in (2, 3, -1, -2, 100, -100):
        for some in (slice(None, None, step), slice(1, 3, step), slice(3, 1, step)):
            assert out[some].to_pylist() == out.to_pylist()[some]
            assert pa.chunked_array(out[some]).type == pa.chunked_array(out).type
    assert out[::-1].num_chunks == 2


def test_a_pickle_that_was_damaged_is_refused():
    function, (kind, parts) = arrow.normalize(["x:a", "x:bc"]).__reduce__()
    is_chunked, order, form, [(rows, nulls, [ends, *texts], children)] = parts
    assert function(kind, parts).to_pylist() == ["x:a", "x:bc"]
    wrong = [
        (rows + 9, nulls, [ends, *texts], children),
        (rows, b"", [ends, *texts], children),
        (rows, nulls, [b"\xff" * len(ends), *texts], children),
        (rows, nulls, [ends], children),
        (rows, nulls, [], children),
    ]
    for chunk in wrong:
        with pytest.raises(ValueError):
            function(kind, (is_chunked, order, form, [chunk]))
    for other in [("", *form[1:]), ("+s", *form[1:]), ("u\0", *form[1:]), (form[0], "\0", *form[2:])] + [
        (nested, *form[1:]) for nested in ("+l", "+L", "+m", "+r", "+w:2", "+us:0", "+vl")
    ]:
        with pytest.raises(ValueError):
            function(kind, (is_chunked, order, other, parts[3]))
    with pytest.raises(ValueError):
        function(kind, (is_chunked, order, form, []))
    with pytest.raises(ValueError, match="order of bytes"):
        function(kind, (is_chunked, not order, *parts[2:]))


def test_a_pickle_of_few_rows_is_short():
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        column = arrow.normalize(pa.array([f"http://h.example/{nth}" for nth in range(10_000)], kind))
        assert len(pickle.dumps(column[:1])) < 500, kind
        assert pickle.loads(pickle.dumps(column[7:9])).to_pylist() == ["http://h.example/7", "http://h.example/8"]


def test_a_notebook_shows_a_table():
    shown = arrow.normalize(["http://h/?<b>&", None])._repr_html_()
    assert "<td>None</td>" in shown and "<b>" not in shown
    shown = arrow.normalize(["HTTP://h/&amp;", *["x:"] * 20])._repr_html_()
    assert shown.startswith("<table><caption>oneiri.arrow.Array of 21 Utf8</caption>")
    assert "<tr><th>0</th><td>http://h/&amp;amp;</td></tr>" in shown
    assert shown.endswith("<tr><th>9</th><td>x:</td></tr><tr><th>10</th><td>...</td></tr></table>")
    chunks = arrow.is_valid(pa.chunked_array([["x:"], ["["]]))._repr_html_()
    assert "ChunkedArray of 2 Boolean in 2" in chunks and "<td>False</td>" in chunks
