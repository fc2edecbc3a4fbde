"""The functions on columns.

A column is any object that speaks Arrow's C data interface (of pyarrow, polars, pandas, DuckDB,
arro3, ...) with strings, large strings, string views, or a dictionary of these, or a list or tuple
of texts; values count as their text. It is read in place, a list copied. A table of one column is
taken as that column.

What comes out speaks the interface as well: an `Array` for an array or a list, a `ChunkedArray` with
the same chunks for a stream, such as those of polars, pandas and DuckDB. Both can also be gone
through and asked for a row, as Python objects.

>>> import pyarrow
>>> column = pyarrow.array(["HTTP://h/%7Eada", None, "http://h/a b"])
>>> pyarrow.array(normalize(column)).to_pylist()
['http://h/~ada', None, None]
>>> chunks = pyarrow.chunked_array([column, column])
>>> pyarrow.chunked_array(normalize(chunks)).num_chunks
2

Null stays null; of two columns, where one is null. What becomes of a text that is refused is said by
`errors`: "null", "raise" (an `oneiri.Error` with its `row`), or "keep", where text comes out.
`why_not` says why, row by row. Half a surrogate pair in a list, which no column can hold, is U+FFFD,
which is refused.

`grammar` is what the texts are read by. `threads` is how many threads do it, 0 being one for each
core; Python goes on meanwhile.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

from ._oneiri import Array, ChunkedArray, Identifier, run_column
from ._types import Grammar, Rung

__all__ = [
    "Array",
    "ArrowArray",
    "ArrowStream",
    "ChunkedArray",
    "Column",
    "Errors",
    "fingerprint",
    "is_valid",
    "normalize",
    "normalize_steps",
    "parse",
    "resolve",
    "rung",
    "to_iri",
    "to_uri",
    "why_not",
]


class ArrowArray(Protocol):
    """Whatever gives one array."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """Whatever gives a stream of arrays."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


# A list of anything: one of `Iri` alone is none of `Iri | None` to a type checker.
Column: TypeAlias = ArrowArray | ArrowStream | list[Any] | tuple[str | Identifier | None, ...]
"""What the functions take."""

Errors: TypeAlias = Literal["null", "raise", "keep"]
"""What becomes of a text that is refused."""


def parse(
    column: Column,
    *,
    grammar: Grammar = "iri-reference",
    errors: Literal["null", "raise"] = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The components, as a struct column: scheme, userinfo, host, port, path, query, fragment.

    >>> parse(["//h:80/p?"]).to_pylist()[0]["host"]
    'h'
    """
    return run_column("parse", column, grammar=grammar, errors=errors, threads=threads)


def is_valid(
    column: Column, *, grammar: Grammar = "iri-reference", threads: int = 1
) -> Array | ChunkedArray:
    """Whether each text is grammatical, as a column of booleans.

    >>> is_valid(["http://h/", "http://h/a b", None], grammar="iri").to_pylist()
    [True, False, None]
    """
    return run_column("is_valid", column, grammar=grammar, threads=threads)


def why_not(
    column: Column, *, grammar: Grammar = "iri-reference", threads: int = 1
) -> Array | ChunkedArray:
    """Why each text is refused: a struct of message, start, end, component, expected, found and
    rule, as `oneiri.Error` has them; null where there is nothing to say.

    >>> why = why_not(["http://h/", "http://h/a b"]).to_pylist()
    >>> why[0], why[1]["component"], why[1]["start"], why[1]["found"]
    (None, 'path', 10, ' ')
    """
    return run_column("why_not", column, grammar=grammar, threads=threads)


def normalize(
    column: Column,
    *,
    rung: Rung = "path",
    grammar: Grammar = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The normal forms at a rung: as `oneiri.normalize`.

    >>> normalize(["HTTP://h:80"], rung="scheme").to_pylist()
    ['http://h/']
    """
    return run_column(
        "normalize", column, rung=rung, grammar=grammar, errors=errors, threads=threads
    )


def normalize_steps(
    column: Column,
    *,
    case: bool = False,
    escape: bool = False,
    path: bool = False,
    grammar: Grammar = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """Normalized by some steps and not by others: as `Identifier.normalize_steps`.

    >>> normalize_steps(["HTTP://h/%7Ea/../b"], path=True).to_pylist()
    ['HTTP://h/b']
    """
    return run_column(
        "normalize_steps",
        column,
        case=case,
        escape=escape,
        path=path,
        grammar=grammar,
        errors=errors,
        threads=threads,
    )


def resolve(
    column: Column,
    base: str | Identifier | Column,
    *,
    grammar: Grammar = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """What each reference means, against one base or against those of a second column. Whatever the
    grammar, a base has a scheme and a reference may lack it. One base for all has to be one: it is
    not up to `errors`.

    >>> resolve(["../g", "?y"], "http://a/b/c/d;p?q").to_pylist()
    ['http://a/b/g', 'http://a/b/c/d;p?y']
    >>> resolve(["x", "x"], ["http://a/", None]).to_pylist()
    ['http://a/x', None]
    """
    if isinstance(base, str | Identifier):
        return run_column(
            "resolve", column, base=base, grammar=grammar, errors=errors, threads=threads
        )
    return run_column("resolve", column, base, grammar=grammar, errors=errors, threads=threads)


def to_uri(
    column: Column,
    *,
    grammar: Literal["iri-reference", "iri"] = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The URIs of IRIs: what is beyond ASCII, percent-encoded (RFC 3987 section 3.1).

    >>> to_uri(["http://h/rosé"]).to_pylist()
    ['http://h/ros%C3%A9']
    """
    return run_column("to_uri", column, grammar=grammar, errors=errors, threads=threads)


def to_iri(
    column: Column,
    *,
    grammar: Literal["uri-reference", "uri"] = "uri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The IRIs of URIs (RFC 3987 section 3.2).

    >>> to_iri(["http://h/ros%C3%A9"]).to_pylist()
    ['http://h/rosé']
    """
    return run_column("to_iri", column, grammar=grammar, errors=errors, threads=threads)


def fingerprint(
    column: Column,
    *,
    rung: Rung = "path",
    hash: Literal["xxh3", "blake3"] = "xxh3",
    grammar: Grammar = "iri-reference",
    errors: Literal["null", "raise"] = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """16 bytes for each normal form, as a column of fixed-size binary: as `oneiri.fingerprint`.

    >>> a, b = fingerprint(["HTTP://h/%7e", "http://h/~"]).to_pylist()
    >>> a == b, len(a)
    (True, 16)
    """
    return run_column(
        "fingerprint",
        column,
        rung=rung,
        hash=hash,
        grammar=grammar,
        errors=errors,
        threads=threads,
    )


def rung(
    column: Column,
    other: Column,
    *,
    grammar: Grammar = "iri-reference",
    errors: Literal["null", "raise"] = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The lowest rung at which each two are equal, by name, or "different"; null if one is null.

    >>> rung(["http://h/%7E", "http://h/a"], ["http://h/~", "http://h/b"]).to_pylist()
    ['escape', 'different']
    """
    return run_column("rung", column, other, grammar=grammar, errors=errors, threads=threads)
