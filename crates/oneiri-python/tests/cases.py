"""The cases of `testdata/`, and columns of every shape to run them in."""

import json
import subprocess
import tomllib
from pathlib import Path

import pyarrow as pa

import oneiri

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "testdata"

KINDS = {"uri": oneiri.Uri, "uri-reference": oneiri.UriRef, "iri": oneiri.Iri, "iri-reference": oneiri.IriRef}


def calls():
    """Every case of `testdata/` as a call. `crates/oneiri-operations/examples/cases.rs` describes the lines."""
    command = ["cargo", "run", "--quiet", "--locked", "-p", "oneiri-operations", "--example", "cases"]
    output = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def load(file):
    """The cases of a file, for what is no operation: their keys are described in `testdata/README.md`."""
    with open(FOLDER / file, "rb") as stream:
        return tomllib.load(stream)["case"]


def outcome(function, *arguments, **options):
    """What a function gives, or nothing if it refuses."""
    try:
        return function(*arguments, **options)
    except oneiri.Error:
        return None


SHAPES = {
    "list": list,
    "tuple": tuple,
    "string": lambda rows: pa.array(rows, pa.string()),
    "large string": lambda rows: pa.array(rows, pa.large_string()),
    "string view": lambda rows: pa.array(rows, pa.string_view()),
    "dictionary": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    # A piece of a column, with others before and after it.
    "slice": lambda rows: pa.array(["é", None, *rows, "http://[", None], pa.string())[2:-2],
    "slice of views": lambda rows: pa.array([None, "é" * 20, *rows], pa.string_view())[2:],
    "chunks": lambda rows: pa.chunked_array([rows[:1], [], rows[1:4], rows[4:]], pa.string()),
    "table": lambda rows: pa.table({"column": pa.array(rows, pa.large_string())}),
}


def columnar(function, *columns, **options):
    """What a function of columns gives, as a list; it must be the same for columns of every shape,
    and for one with nulls between its rows."""
    columns = [list(column) for column in columns]
    shapes = {name: function(*map(shape, columns), **options).to_pylist() for name, shape in SHAPES.items()}
    answer = shapes.pop("list")
    for name, other in shapes.items():
        assert other == answer, name
    spread = [[item for row in column for item in (row, None)] for column in columns]
    assert function(*spread, **options).to_pylist() == [item for row in answer for item in (row, None)]
    return answer


def parts(value, names):
    """Components of an identifier, by name."""
    return {name: getattr(value, name) for name in names}


COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
