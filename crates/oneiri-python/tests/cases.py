"""The cases of `testdata/`, and columns of every shape to run them in."""

import tomllib
from pathlib import Path

import pyarrow as pa

import oneiri

FOLDER = Path(__file__).parents[3] / "testdata"

# What is for the people who read the files.
PROSE = {"decision", "derived", "kind", "name", "note", "rule", "section", "source", "strength"}

REFERENCES = {"uri": oneiri.UriRef, "iri": oneiri.IriRef}
ABSOLUTES = {"uri": oneiri.Uri, "iri": oneiri.Iri}
GRAMMARS = {"uri": ["uri"], "iri": ["iri"], "both": ["uri", "iri"]}


# How many cases of each file were run.
RAN = {}


def load(file, *keys):
    """The cases of a file. A key that is neither prose nor one of these is an error."""
    with open(FOLDER / file, "rb") as stream:
        cases = tomllib.load(stream)["case"]
    for case in cases:
        unknown = set(case) - PROSE - {"id", *keys}
        assert not unknown, f"{file}: {case['id']}: nobody knows {unknown}"
    RAN[file] = len(cases)
    return cases


def files():
    """All files, as paths with "/"."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.toml"))


def outcome(function, *arguments, **options):
    """What a function gives, or nothing if it refuses."""
    try:
        return function(*arguments, **options)
    except oneiri.Error:
        return None


def text(value):
    """The text of an identifier, or nothing."""
    return None if value is None else str(value)


SHAPES = {
    "list": list,
    "tuple": tuple,
    "string": lambda rows: pa.array(rows, pa.string()),
    "large string": lambda rows: pa.array(rows, pa.large_string()),
    "string view": lambda rows: pa.array(rows, pa.string_view()),
    "dictionary": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    # A piece of a column, with others before and behind it.
    "slice": lambda rows: pa.array(["é", None, *rows, "http://[", None], pa.string())[2:-2],
    "slice of views": lambda rows: pa.array([None, "é" * 20, *rows], pa.string_view())[2:],
    "chunks": lambda rows: pa.chunked_array([rows[:1], [], rows[1:4], rows[4:]], pa.string()),
    "table": lambda rows: pa.table({"column": pa.array(rows, pa.large_string())}),
}


def columnar(function, *columns, **options):
    """What a function of columns gives, as a list; it must be the same for columns of every shape,
    and for one with nulls between its rows."""
    columns = [list(column) for column in columns]
    shapes = {
        name: function(*map(shape, columns), **options).to_pylist()
        for name, shape in SHAPES.items()
    }
    answer = shapes.pop("list")
    for name, other in shapes.items():
        assert other == answer, name
    spread = [[item for row in column for item in (row, None)] for column in columns]
    assert function(*spread, **options).to_pylist() == [
        item for row in answer for item in (row, None)
    ]
    return answer


def errors_of(kind, inputs):
    """Why each text is refused as a value of a type, in the shape of the error column."""
    rows = []
    for given in inputs:
        try:
            kind(given)
            rows.append(None)
        except oneiri.Error as error:
            names = ("message", "start", "end", "component", "expected", "found", "rule")
            rows.append({name: getattr(error, name) for name in names})
    return rows


def parts(value, names):
    """Components of an identifier, by name."""
    return {name: getattr(value, name) for name in names}


COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
