"""Columns repaired, fingerprinted by a ladder, and with their texts in a dictionary."""

import copy
import pickle
import random
from typing import get_args

import pyarrow as pa
import pytest

import oneiri
from oneiri import _operations, arrow
from oneiri._oneiri import run_column


def test_invalid_characters_are_encoded_in_columns_as_in_values():
    rows = ["http://h/a b", "http://h/[x]", None, "http://h/é|", "http://h/~"]
    for kind, grammar in ((oneiri.Uri, "uri"), (oneiri.Iri, "iri"), (oneiri.IriRef, "iri-reference")):
        def lenient(row):
            return row if row is None else str(kind.parse_lenient(row))

        out = arrow.parse_lenient(rows, grammar=grammar).to_pylist()
        assert out == [*map(lenient, rows[:1]), None, *map(lenient, rows[2:])]
        assert arrow.is_valid(out, grammar=grammar).to_pylist() == [True, None, None, True, True]
        assert arrow.parse_lenient(rows, grammar=grammar, errors="keep").to_pylist()[1] == rows[1]
        with pytest.raises(oneiri.Error, match="row 1: .* byte 9: ") as caught:
            arrow.parse_lenient(rows, grammar=grammar, errors="raise")
        assert (caught.value.row, caught.value.found) == (1, "[")


CLEANED = {
    " http://h": "http://h", "http://h/%zz": "http://h/%25zz", "http://h/%": "http://h/%25", "http://h/%4": "http://h/%254",
    "\thttp://h/a b\n": "http://h/a%20b", None: None, "": "", "   ": "", "http://h/[x]": None,
}


@pytest.mark.parametrize("home", ["arrow", "pandas", "polars", "lazy", "duckdb", "views", "codes"])
def test_a_column_is_cleaned_in_every_home(home):
    rows = list(CLEANED)
    match home:
        case "pandas":
            pandas = pytest.importorskip("pandas")
            import oneiri.pandas  # noqa: F401

            got = pandas.Series(rows).iri.parse_lenient().astype(object)
            got = got.where(got.notna(), None).to_list()
        case "polars" | "lazy":
            polars = pytest.importorskip("polars")
            import oneiri.polars  # noqa: F401

            frame, link = polars.DataFrame({"a": rows}), polars.col("a").iri
            lazy = frame.lazy().select(link.parse_lenient()).collect(engine="streaming")
            got = (lazy["a"] if home == "lazy" else frame["a"].iri.parse_lenient()).to_list()
        case "duckdb":
            duckdb = pytest.importorskip("duckdb")
            import oneiri.duckdb

            connection, links = duckdb.connect(), pa.table({"a": rows})  # noqa: F841
            oneiri.duckdb.register(connection)
            got = [row for (row,) in connection.sql("SELECT oneiri_parse_lenient(a) FROM links").fetchall()]
        case _:
            column = pa.array(rows)
            column = {"views": column.cast(pa.string_view()), "codes": column.dictionary_encode()}.get(home, column)
            got = arrow.parse_lenient(column).to_pylist()
    assert got == list(CLEANED.values())


def test_a_ladder_rules_fingerprints():
    evidence = [("301", "http://h/a", "http://h/b", "log")]
    ladder = oneiri.Ladder(idna=True, ignore_fragment=True, observations=evidence)
    rows = ["http://xn--bcher-kva.example", "http://bücher.example/#x", "http://h:80/a", "http://h/b", "[", None]
    for hash in ("xxh3", "blake3"):
        out = arrow.fingerprint(rows, "protocol", ladder=ladder, hash=hash).to_pylist()
        assert out[:4] == [ladder.fingerprint(row, "protocol", hash=hash) for row in rows[:4]]
        assert out[0] == out[1] != out[2] == out[3] and out[4:] == [None, None]
        normal = arrow.normalize(rows, "protocol", ladder=ladder)
        assert out == arrow.fingerprint(normal, "string", hash=hash).to_pylist()
        assert out[0] != arrow.fingerprint(rows, "protocol", hash=hash)[0]


@pytest.mark.parametrize("texts", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
@pytest.mark.parametrize("keys", [pa.int8(), pa.uint16(), pa.int32(), pa.uint64()], ids=str)
def test_a_dictionary_gives_a_dictionary(keys, texts):
    rows = ["HTTP://h/%7E", "http://h/~", None, "http://h/a b", "x:", "HTTP://h/%7E"]
    coded = pa.array(rows).dictionary_encode()
    column = pa.DictionaryArray.from_arrays(coded.indices.cast(keys), coded.dictionary.cast(texts))
    for out in (arrow.normalize(column), arrow.normalize(column, errors="keep"), arrow.to_uri(column[1:])):
        made = pa.array(out)
        made.validate(full=True)
        assert made.type == column.type and made.to_pylist() == out.to_pylist()
        # Equal results have one key, and a null has no key.
        assert sorted(made.dictionary.to_pylist()) == sorted({row for row in out if row})
        assert pa.array(out, pa.string()).to_pylist() == out.to_pylist()
        for again in (pickle.loads(pickle.dumps(out)), copy.deepcopy(out), out[:]):
            assert pa.array(again) == made
    assert arrow.normalize(column).to_pylist() == arrow.normalize(rows).to_pylist()
    with pytest.raises(oneiri.Error, match="row 3: "):
        arrow.normalize(column, errors="raise")
    valid = column.filter(arrow.is_valid(column).to_numpy() == True)  # noqa: E712
    assert pa.array(arrow.normalize(valid, errors="raise")).type == column.type
    assert pa.array(arrow.is_valid(column)).type == pa.bool_()
    # A piece of a column has the whole dictionary, and only its own texts are read.
    assert pa.array(arrow.normalize(column[:1])).dictionary.to_pylist() == ["http://h/~"]


def test_dictionaries_of_chunks_and_of_series():
    chunks = pa.chunked_array([pa.array(texts).dictionary_encode() for texts in (["X:", "x:"], ["y:", None])])
    out = pa.chunked_array(arrow.normalize(chunks))
    assert (out.type, out.num_chunks, out.to_pylist()) == (chunks.type, 2, ["x:", "x:", "y:", None])
    assert pa.chunked_array(arrow.normalize(pa.chunked_array([], chunks.type))).type == chunks.type
    # Two columns give text.
    assert arrow.resolve(chunks, chunks).type == "Utf8"
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    import oneiri.pandas
    import oneiri.polars  # noqa: F401

    series = pandas.Series(["X:", "x:", None], dtype="category", index=list("abc"))
    made = series.iri.normalize()
    assert made.dtype == "category" and list(made.cat.categories) == ["x:"] and list(made.index) == list("abc")
    series = polars.Series("url", ["X:", "x:", None], dtype=polars.Categorical)
    assert series.iri.normalize().dtype == polars.Categorical
    # An expression tells its type before it sees a column, so it gives text.
    found = series.to_frame().lazy().select(polars.col("url").iri.normalize())
    assert found.collect_schema()["url"] == found.collect()["url"].dtype == polars.String
    assert found.collect()["url"].to_list() == ["x:", "x:", None]


def test_a_dictionary_is_what_its_rows_are():
    source, known = random.Random(7), ["HTTP://h/%7E", "http://h/~", "http://h/a b", "X:", None, "é", ""]
    for _ in range(300):
        texts = pa.array([source.choice(known) for _ in range(source.randrange(1, 8))], pa.string())
        keys = [source.choice([None, *range(len(texts))]) for _ in range(source.randrange(12))]
        column = pa.DictionaryArray.from_arrays(pa.array(keys, pa.int8()), texts)[source.randrange(3) :]
        rows = column.to_pylist()
        for function in (arrow.normalize, arrow.to_uri, arrow.parse_lenient):
            for errors in ("null", "keep"):
                out = function(column, errors=errors)
                assert out.to_pylist() == function(rows, errors=errors).to_pylist()
                assert pa.array(out).type == column.type and out.null_count == out.to_pylist().count(None)
            raised = []
            for given in (column, rows):
                try:
                    function(given, errors="raise")
                except oneiri.Error as error:
                    raised.append((error.row, str(error)))
            assert len(set(raised)) == len(raised) / 2


def test_run_column_takes_each_name_and_no_other_option():
    for name in get_args(_operations.Name):
        grammar = "uri" if name == "to_iri" else "iri"
        others = [["x:"]] if len(_operations.COLUMNS[name].texts) == 2 else []
        assert run_column(name, ["x:"], *others, grammar=grammar).null_count == (name == "why_not")
    with pytest.raises(ValueError, match='unknown task "lint"'):
        run_column("lint", [])
    with pytest.raises(TypeError, match="unexpected keyword argument 'profile'"):
        run_column("parse", [], profile="web")
    # An option is read before the column.
    with pytest.raises(ValueError, match='unknown rung "top"'):
        run_column("normalize", 7, rung="top")
    for given, message in (
        ({"column": 7}, "argument 'column': expected a list"),
        ({"column": [], "errors": 7}, "argument 'errors': "),
        ({"column": [], "threads": "2"}, "argument 'threads': threads: expected int, found str"),
    ):
        with pytest.raises(TypeError, match=message):
            run_column("parse", **given)
