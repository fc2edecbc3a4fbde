"""Malformed arrays are a Python exception: no crash, no abort, no hang."""

import subprocess
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pytest

import malformed
from oneiri import arrow


def exported(change=lambda schema, array: None, kind="u"):
    schema, array = malformed.text(kind)
    change(schema, array)
    return malformed.Exported(schema, array)


@pytest.mark.parametrize("kind", set(malformed.KINDS) - {"i"})
def test_what_is_sound_is_taken(kind):
    out = arrow.normalize(exported(kind=kind))
    assert len(out) == 4 and out[0] == "x:a"
    assert out.to_pylist()[2] is None or kind == "dictionary"


def wrong(**fields):
    def change(schema, array):
        for name, value in fields.items():
            setattr(array if hasattr(array, name) and name not in SCHEMA else schema, name, value)

    return change


SCHEMA = {"format", "name"}
CASES = {
    "negative length": (wrong(length=-1), "the length or the offset is negative"),
    "negative offset": (wrong(offset=-1), "the length or the offset is negative"),
    "endless": (wrong(length=2**62), "the length is beyond all memory"),
    "too few buffers": (wrong(n_buffers=2), "the number of buffers is wrong"),
    "too many buffers": (wrong(n_buffers=4), "the number of buffers is wrong"),
    "negative buffers": (wrong(n_buffers=-1), "the number of buffers is wrong"),
    "children": (wrong(n_children=1), "the number of children is wrong"),
    "no release": (wrong(release=malformed.RELEASE_ARRAY()), "the array was released before"),
    "name": (wrong(name=b"\xff"), "a name is not UTF-8"),
    "format": (wrong(format=b"\xff"), "the format of a type is missing, or not UTF-8"),
    "no format": (wrong(format=None), "the format of a type is missing, or not UTF-8"),
    "nulls": (wrong(null_count=9), "the number of nulls is wrong"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_malformed_is_said(name):
    change, message = CASES[name]
    with pytest.raises(ValueError, match=f"a malformed Arrow array: {message}"):
        arrow.normalize(exported(change))


def test_an_array_is_taken_once():
    once = exported()
    assert arrow.normalize(once)[0] == "x:a"
    with pytest.raises(ValueError, match="the array was released before"):
        arrow.normalize(once)
    stream = pa.chunked_array([["x:a"]]).__arrow_c_stream__()

    class Once:
        def __arrow_c_stream__(self, requested_schema=None):
            return stream

    assert arrow.normalize(Once()).to_pylist() == ["x:a"]
    with pytest.raises(ValueError, match="the stream was released before"):
        arrow.normalize(Once())


def test_what_is_no_capsule_is_an_exception():
    for given in (None, (), (1, 2), "ab", (pa.array(["x"]).__arrow_c_array__()[::-1])):

        class Wrong:
            def __arrow_c_array__(self, requested_schema=None, given=given):
                return given

        with pytest.raises(Exception):  # noqa: B017
            arrow.normalize(Wrong())


def test_a_stream_that_fails_says_why():
    def batches():
        yield pa.record_batch({"a": ["x:a"]})
        raise RuntimeError("no more")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), batches())
    with pytest.raises(ValueError, match="no more"):
        arrow.normalize(reader)


def test_ten_thousand_malformed_arrays():
    command = [sys.executable, Path(malformed.__file__), "10000", "7"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, (run.returncode, run.stderr[-2000:])
    taken, refused, kinds = map(int, run.stdout.split())
    assert taken > 1000 and refused > 4000 and kinds > 12


def changing(make, spoil):
    """Normalizes a column again and again while its buffers change."""
    column, numbers = make()
    stop = threading.Event()
    sound = numbers.copy()

    def work():
        while not stop.is_set():
            spoil(numbers)
            numbers[:] = sound

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(30):
            try:
                arrow.normalize(column)
            except ValueError:
                pass
    finally:
        stop.set()
        thread.join()


CHANGING = """
import sys; sys.path.insert(0, {here!r})
import numpy, pyarrow as pa, struct
from test_malformed import changing
rows = 200_000

def keys():
    numbers = numpy.zeros(rows, "i4")
    texts = pa.array(["http://h/%7E" + "a" * 40, "x:"])
    buffers = [None, pa.py_buffer(numbers)]
    index = pa.Array.from_buffers(pa.int32(), rows, buffers)
    return pa.DictionaryArray.from_arrays(index, texts, safe=False), numbers

def views():
    data = pa.py_buffer(b"http://h/%7E" + b"a" * 40)
    view = struct.pack("<I4sII", 52, b"http", 0, 0)
    numbers = numpy.frombuffer(bytearray(view * rows), "u4").copy()
    return pa.Array.from_buffers(pa.string_view(), rows, [None, pa.py_buffer(numbers), data]), numbers

def offsets():
    data = pa.py_buffer(b"http://h/%7E" * rows)
    numbers = (numpy.arange(rows + 1) * 12).astype("i4")
    return pa.Array.from_buffers(pa.string(), rows, [None, pa.py_buffer(numbers), data]), numbers

def spoil(numbers):
    numbers[1::3] = 0x7ffffff0

changing({make}, spoil)
print("done")
"""


@pytest.mark.parametrize("make", ["keys", "views", "offsets"])
def test_buffers_that_change_meanwhile_do_not_crash(make):
    code = CHANGING.format(here=str(Path(__file__).parent), make=make)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0 and run.stdout == "done\n", (run.returncode, run.stderr[-2000:])
