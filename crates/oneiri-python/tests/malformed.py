"""Malformed arrays of Arrow's C data interface, for `test_malformed.py`.

Run as a program, it makes so many arrays by a generator, and prints how many were taken and how many
raised an exception: `malformed.py COUNT SEED`.
"""

import ctypes
import random
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast, pointer

NEW = ctypes.pythonapi.PyCapsule_New
NEW.restype, NEW.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]

ROWS = 4
OFFSETS = (ctypes.c_int32 * 8)(0, 3, 6, 9, 12, 12, 12, 12)
LARGE = (c_int64 * 8)(0, 3, 6, 9, 12, 12, 12, 12)
DATA = ctypes.create_string_buffer(b"x:aX:by:%7Ez" + b" " * 64)
VALID = (ctypes.c_uint8 * 8)(0b1011)
KEYS = (ctypes.c_int32 * 8)(0, 1, 2, 3, 0, 0, 0, 0)
VIEWS = (ctypes.c_uint8 * 128)(*b"".join(b"\x03\0\0\0x:a" + bytes(9) for _ in range(8)))
SIZES = (c_int64 * 2)(64, 64)


class Schema(Structure):
    pass


class Array(Structure):
    pass


class Stream(Structure):
    pass


RELEASE_SCHEMA = CFUNCTYPE(None, POINTER(Schema))
RELEASE_ARRAY = CFUNCTYPE(None, POINTER(Array))
Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64),
    ("n_children", c_int64), ("children", POINTER(POINTER(Schema))), ("dictionary", POINTER(Schema)),
    ("release", RELEASE_SCHEMA), ("private_data", c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
    ("n_children", c_int64), ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)), ("release", RELEASE_ARRAY), ("private_data", c_void_p),
]  # fmt: skip
Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(Stream), POINTER(Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(Stream), POINTER(Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(Stream))),
    ("release", CFUNCTYPE(None, POINTER(Stream))), ("private_data", c_void_p),
]  # fmt: skip


@RELEASE_SCHEMA
def release_schema(schema):
    schema.contents.release = RELEASE_SCHEMA()


@RELEASE_ARRAY
def release_array(array):
    array.contents.release = RELEASE_ARRAY()


def buffers(*given):
    return (c_void_p * max(len(given), 1))(*(cast(it, c_void_p) if it is not None else None for it in given))


def text(kind="u"):
    """A sound schema and array of four texts, of this format."""
    schema = Schema(format=kind.encode(), name=b"link", flags=2, release=release_schema)
    array = Array(length=ROWS, null_count=1, release=release_array)
    match kind:
        case "u" | "z":
            array.buffers, array.n_buffers = buffers(VALID, OFFSETS, DATA), 3
        case "U" | "Z":
            array.buffers, array.n_buffers = buffers(VALID, LARGE, DATA), 3
        case "vu" | "vz":
            array.buffers, array.n_buffers = buffers(VALID, VIEWS, DATA, SIZES), 4
        case "i":
            array.buffers, array.n_buffers = buffers(VALID, KEYS), 2
        case "+s":
            inner, values = text("u")
            schema.n_children, schema.children = 1, (POINTER(Schema) * 1)(pointer(inner))
            array.n_children, array.children = 1, (POINTER(Array) * 1)(pointer(values))
            array.buffers, array.n_buffers, array.null_count = buffers(None), 1, 0
        case "dictionary":
            schema, array = text("i")
            inner, values = text("u")
            schema.dictionary, array.dictionary = pointer(inner), pointer(values)
        case "+r":
            (ends, numbers), (inner, values) = text("i"), text("u")
            ends.name, inner.name = b"run_ends", b"values"
            numbers.buffers, numbers.null_count = buffers(None, (ctypes.c_int32 * 8)(1, 2, 3, 4)), 0
            schema.n_children, array.n_children, array.null_count = 2, 2, 0
            schema.children = (POINTER(Schema) * 2)(pointer(ends), pointer(inner))
            array.children = (POINTER(Array) * 2)(pointer(numbers), pointer(values))
    return schema, array


class Exported:
    """An object that exports these structures, as many times as it is asked."""

    def __init__(self, schema, array):
        self.schema, self.array = schema, array

    def __arrow_c_array__(self, requested_schema=None):
        schema = NEW(ctypes.addressof(self.schema), b"arrow_schema", None)
        return schema, NEW(ctypes.addressof(self.array), b"arrow_array", None)


NUMBERS = [-1, -2, -(2**31), -(2**63), 2**62, 2**63 - 1]
# A length that the buffers do not have, and that memory could, is what nobody can see in this interface.
SMALL = [0, 1, 2, 3]


def spoil(rng, schema, array, depth=0):
    """Makes one thing wrong, or another, or none."""
    if depth < 2 and rng.random() < 0.4:
        if array.n_children > 0 and schema.n_children > 0 and array.children and schema.children:
            at = rng.randrange(min(array.n_children, schema.n_children, 2))
            if schema.children[at] and array.children[at]:
                return spoil(rng, schema.children[at].contents, array.children[at].contents, depth + 1)
        if array.dictionary and schema.dictionary:
            return spoil(rng, schema.dictionary.contents, array.dictionary.contents, depth + 1)
    match rng.randrange(15):
        case 0:
            array.length = rng.choice(NUMBERS + SMALL)
        case 1:
            array.offset = rng.choice(NUMBERS)
        case 2:
            array.null_count = rng.choice(NUMBERS + SMALL)
        case 3:
            array.n_buffers = rng.choice([-1, 0, 1, 2, -(2**63)])
        case 4:
            array.n_children = rng.choice(NUMBERS)
        case 5:
            schema.n_children = rng.choice(NUMBERS)
        case 6:
            array.release = RELEASE_ARRAY()
        case 7:
            schema.release = RELEASE_SCHEMA()
        case 8:
            schema.name = rng.choice([b"\xff", b"\xc3", None, b""])
        case 9:
            # A type of which a row takes no more bytes, so that all buffers are long enough.
            schema.format = rng.choice([None, b"", b"\xff", b"+", b"w:-1", b"u:", b"n", b"c", b"b", b"+r", b"vu:"])
        case 10:
            array.buffers = POINTER(c_void_p)()
        case 11:
            if array.n_buffers > 0 and array.buffers:
                array.buffers[rng.randrange(min(array.n_buffers, 4))] = None
        case 12:
            array.dictionary = POINTER(Array)()
            schema.dictionary = rng.choice([POINTER(Schema)(), schema.dictionary])
        case 13:
            array.children = POINTER(POINTER(Array))()
        case 14:
            array.offset, array.length = rng.choice([(2**62, 2**62), (2, 2), (4, 0), (1, 2**63 - 1)])


KINDS = ["u", "U", "z", "Z", "vu", "vz", "+s", "dictionary", "+r", "i"]


def main(count, seed):
    from oneiri import arrow

    rng, taken, refused, kinds = random.Random(seed), 0, 0, set()
    for _ in range(count):
        schema, array = text(rng.choice(KINDS))
        for _ in range(rng.choice([0, 1, 1, 1, 2])):
            spoil(rng, schema, array)
        exported = Exported(schema, array)
        for _ in range(rng.choice([1, 1, 2])):
            try:
                column = arrow.normalize(exported) if rng.random() < 0.5 else arrow.is_valid(exported)
                assert len(column.to_pylist()) == len(column)
                taken += 1
            except Exception as error:
                refused += 1
                kinds.add(f"{type(error).__name__}: {error}")
    print(taken, refused, len(kinds))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
