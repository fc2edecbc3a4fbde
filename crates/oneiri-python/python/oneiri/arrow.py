"""The functions on columns.

A column is any object that speaks Arrow's C data interface (of pyarrow, polars, pandas, DuckDB,
arro3, ...) and holds strings, large strings, string views, or a dictionary of these. Its texts are
read in place. Columns of bytes and of runs are copied, and so are a list, a generator, an index of
pandas, an array of NumPy, and every other iterable of texts or values; a value counts as its text,
and bytes are read as UTF-8. A table of one column counts as this column.

The result for a series of pandas or polars is a series of the same library, with its name, and in
pandas with its index. Otherwise the result speaks the same interface. It is an `Array` for an array or
an iterable, and a `ChunkedArray` with the same chunks for a stream, such as the streams of DuckDB.
Each text of a dictionary is read once, and a result that is text is in a dictionary too.
Both can also be iterated, indexed and sliced; their rows are Python objects. `to_pyarrow`,
`to_polars`, `to_pandas` and `to_numpy` make columns of other libraries of them, and `~` negates a
mask.

>>> import pyarrow
>>> column = pyarrow.array(["HTTP://h/%7Eada", None, "http://h/a b"])
>>> pyarrow.array(normalize(column)).to_pylist()
['http://h/~ada', None, None]
>>> chunks = pyarrow.chunked_array([column, column])
>>> pyarrow.chunked_array(normalize(chunks)).num_chunks
2

Null stays null; with two columns, the result is null if either is null. `errors` selects how an
invalid text is handled: "null", "raise" (raises an `oneiri.Error` with its `row`), or, for functions
that return text, "keep" (returns the text itself). `why_not` returns the error of each row. Octets that
are not UTF-8, and in a list half a surrogate pair, count as U+FFFD, and a text with U+FFFD is invalid. No
column of text can hold them, so with "keep" they raise ValueError. A column of numbers (Float64) that are
all missing counts as a column of nulls. Two series of pandas must have the same index.

`grammar` is the grammar of the texts. `threads` is the number of threads; 0 means one for each core.
Other Python threads can run meanwhile. They must not write into the buffers of the column: offsets,
views and keys are copied first, so nothing outside the buffers is ever read, but which text is read
while somebody changes it is not promised.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, TypeVar, overload

from ._oneiri import URL, Array, ChunkedArray, Identifier, Ladder, Policy, Template, map_column, run_column
from ._series import Series, on_series
from ._types import ArrowArray, ArrowStream, Assumption, Column, Grammar, Part, Profile, Rung

__all__ = [
    "Array",
    "ArrowArray",
    "ArrowStream",
    "ChunkedArray",
    "Column",
    "Errors",
    "admits",
    "check",
    "fingerprint",
    "fix",
    "drive",
    "htu",
    "is_valid",
    "key",
    "lint",
    "normalize",
    "normalize_steps",
    "parse",
    "parse_lenient",
    "parse_url",
    "query_value",
    "redact",
    "redact_text",
    "resolve",
    "rung",
    "template_match",
    "to_iri",
    "to_uri",
    "whatwg_href",
    "why_not",
]

S = TypeVar("S", bound=Series)

Errors: TypeAlias = Literal["null", "raise", "keep"]
"""How a function handles an invalid text."""

# These are the fields of the structs that Rust makes (`rows.rs` and `refusal.rs` of `oneiri-arrow`, `mapped/job.rs`),
# in their order. Polars, DuckDB and Spark learn the types of results from them, so a field that changes there also
# changes here. The names of the fields that are not text ("start", "end", "allow") are repeated in `polars.py`,
# `duckdb.py` and `spark.py`.
#
# A new function also needs a line in `pandas.py` and two in `polars.py` (for expressions and for series). If SQL has
# it, too, it needs a line and its name in `__all__` in `spark.py`.
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
"""The fields of `parse`, all text."""

ERROR = ("message", "start", "end", "component", "expected", "found", "rule")
"""The fields of `why_not`: `start` and `end` are numbers, and the others are text."""

DECISION = ("allow", "canonical", "reasons")
"""The fields of `check`: a boolean, and two texts."""


@on_series
def parse(
    column: Column, *, grammar: Grammar = "iri-reference", errors: Literal["null", "raise"] = "null", threads: int = 1
) -> Array | ChunkedArray:
    """The components, as a struct column: scheme, userinfo, host, port, path, query, fragment.

    >>> parse(["//h:80/p?"]).to_pylist()[0]["host"]
    'h'
    """
    return run_column("parse", column, grammar=grammar, errors=errors, threads=threads)


@on_series
def parse_lenient(
    column: Column, *, grammar: Grammar = "iri-reference", errors: Errors = "null", threads: int = 1
) -> Array | ChunkedArray:
    """The texts, with every character that the grammar allows nowhere percent-encoded; see
    `Identifier.parse_lenient`. Unlike that, this function first drops spaces, tabs and line ends at the ends, and writes
    "%25" for a "%" that begins no escape, because a column is cleaned and not judged.

    >>> parse_lenient(["http://h/a b", " http://h/100%\\n", "http://h/[x]"]).to_pylist()
    ['http://h/a%20b', 'http://h/100%25', None]
    """
    return run_column("parse_lenient", column, grammar=grammar, errors=errors, threads=threads)


@on_series
def is_valid(column: Column, *, grammar: Grammar = "iri-reference", threads: int = 1) -> Array | ChunkedArray:
    """Whether each text is grammatical, as a column of booleans.

    >>> is_valid(["http://h/", "http://h/a b", None], grammar="iri").to_pylist()
    [True, False, None]
    """
    return run_column("is_valid", column, grammar=grammar, threads=threads)


@on_series
def why_not(column: Column, *, grammar: Grammar = "iri-reference", threads: int = 1) -> Array | ChunkedArray:
    """The error of each text: a struct of message, start, end, component, expected, found and rule,
    like the attributes of `oneiri.Error`. Null for a valid text.

    >>> why = why_not(["http://h/", "http://h/a b"]).to_pylist()
    >>> why[0], why[1]["component"], why[1]["start"], why[1]["found"]
    (None, 'path', 10, ' ')
    """
    return run_column("why_not", column, grammar=grammar, threads=threads)


@on_series
def normalize(
    column: Column,
    rung: Rung = "scheme",
    *,
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The normal forms at a rung; see `oneiri.normalize`. With a `ladder`, they are those of
    `Ladder.normalize`, with its options and its observations.

    >>> normalize(["HTTP://h:80"], "scheme").to_pylist()
    ['http://h/']
    >>> normalize(["http://xn--bcher-kva.example"], "scheme", ladder=Ladder(idna=True)).to_pylist()
    ['http://bücher.example/']
    """
    return run_column("normalize", column, rung=rung, ladder=ladder, grammar=grammar, errors=errors, threads=threads)


@on_series
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
    """The texts normalized by the selected steps only; see `Identifier.normalize_steps`.

    >>> normalize_steps(["HTTP://h/%7Ea/../b"], path=True).to_pylist()
    ['HTTP://h/b']
    """
    return run_column(
        "normalize_steps", column, case=case, escape=escape, path=path, grammar=grammar, errors=errors, threads=threads
    )


@overload
def resolve(
    base: str | Identifier | Column, reference: S, *, grammar: Grammar = ..., errors: Errors = ..., threads: int = ...
) -> S: ...
@overload
def resolve(
    base: str | Identifier | Column,
    reference: Column,
    *,
    grammar: Grammar = ...,
    errors: Errors = ...,
    threads: int = ...,
) -> Array | ChunkedArray: ...
def resolve(
    base: Any, reference: Any, *, grammar: Grammar = "iri-reference", errors: Errors = "null", threads: int = 1
) -> Any:
    """The target of each reference, resolved against one base for all rows, or against the base in the same row
    of a column of bases. As in `oneiri.resolve`, the base comes first. Whatever the grammar, a base has a scheme and
    a reference may lack one. If the one base for all rows is invalid, the function raises `oneiri.Error`, whatever
    `errors` says.

    >>> resolve("http://a/b/c/d;p?q", ["../g", "?y"]).to_pylist()
    ['http://a/b/g', 'http://a/b/c/d;p?y']
    >>> resolve(["http://a/", None], reference=["x", "x"]).to_pylist()
    ['http://a/x', None]
    """
    if isinstance(reference, str | Identifier):
        kind = type(reference).__name__
        raise TypeError(
            f"resolve(base, reference): expected a column of references, found {kind}: the base comes first"
        )
    return _resolve(reference, base, grammar=grammar, errors=errors, threads=threads)


@on_series
def _resolve(
    column: Column,
    base: str | Identifier | Column,
    *,
    grammar: Grammar = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The target of each reference of the column, resolved against one base for all rows, or against the base in the
    same row of a column. See `oneiri.arrow.resolve`.
    """
    if isinstance(base, str | Identifier):
        return run_column("resolve", column, base=base, grammar=grammar, errors=errors, threads=threads)
    return run_column("resolve", column, base, grammar=grammar, errors=errors, threads=threads)


@on_series
def to_uri(
    column: Column,
    *,
    grammar: Literal["iri-reference", "iri"] = "iri-reference",
    errors: Errors = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The URIs of IRIs: characters beyond ASCII become the escapes of their UTF-8 (RFC 3987
    section 3.1).

    >>> to_uri(["http://h/rosé"]).to_pylist()
    ['http://h/ros%C3%A9']
    """
    return run_column("to_uri", column, grammar=grammar, errors=errors, threads=threads)


@on_series
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


@on_series
def redact(
    column: Column, *, grammar: Grammar = "iri-reference", errors: Errors = "null", threads: int = 1
) -> Array | ChunkedArray:
    """The texts with `***` in place of their passwords, for a log; see `Identifier.redacted`.

    >>> redact(["ftp://me:secret@h/", "http://h/"]).to_pylist()
    ['ftp://me:***@h/', 'http://h/']
    """
    return run_column("redact", column, grammar=grammar, errors=errors, threads=threads)


@on_series
def redact_text(column: Column, *, threads: int = 1) -> Array | ChunkedArray:
    """The texts, which may be lines of a log or whole documents, with `***` in place of the passwords and tokens of the
    URLs in them. No text is invalid here.

    >>> redact_text(["GET https://me:secret@h/ 200", None]).to_pylist()
    ['GET https://me:***@h/ 200', None]
    """
    return run_column("redact_text", column, threads=threads)


@on_series
def htu(
    column: Column, *, grammar: Grammar = "iri-reference", errors: Errors = "null", threads: int = 1
) -> Array | ChunkedArray:
    """The texts by which the `htu` of a DPoP proof is compared: the normal forms at the rung `scheme`, without query and
    fragment (RFC 9449 section 4.3).

    >>> htu(["HTTPS://h:443/token?code=1#top"]).to_pylist()
    ['https://h/token']
    """
    return run_column("htu", column, grammar=grammar, errors=errors, threads=threads)


@on_series
def drive(
    column: Column, *, grammar: Grammar = "iri-reference", errors: Errors = "null", threads: int = 1
) -> Array | ChunkedArray:
    """The texts by which `file` URLs of one drive are compared: the normal forms at the rung `scheme`, with the drive as
    `C:`. No standard says that `c%3A` is the same drive, so it is an assumption, `drive@1`, as in `key`.

    >>> drive(["file:///c%3A/a", "FILE:///C:/a", "http://h:80/c:/a"]).to_pylist()
    ['file:///C:/a', 'file:///C:/a', 'http://h/c:/a']
    """
    return run_column("drive", column, grammar=grammar, errors=errors, threads=threads)


@on_series
def fingerprint(
    column: Column,
    rung: Rung = "scheme",
    *,
    ladder: Ladder | None = None,
    hash: Literal["xxh3", "blake3"] = "xxh3",
    grammar: Grammar = "iri-reference",
    errors: Literal["null", "raise"] = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The fingerprints of the normal forms, as a column of 16-byte binary; see `oneiri.fingerprint`. With a
    `ladder`, the normal forms are those of `Ladder.normalize`.

    >>> a, b = fingerprint(["HTTP://h/%7e", "http://h/~"]).to_pylist()
    >>> a == b, len(a)
    (True, 16)
    """
    return run_column(
        "fingerprint", column, rung=rung, ladder=ladder, hash=hash, grammar=grammar, errors=errors, threads=threads
    )


@on_series
def rung(
    column: Column,
    other: str | Identifier | Column,
    *,
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    errors: Literal["null", "raise"] = "null",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The name of the lowest rung at which the texts of a row are equal, or "different"; null if
    either text is null. The other text is that of a second column, or one text for all rows. With a `ladder`, the rung is that of `Ladder.compare`.

    >>> rung(["http://h/%7E", "http://h/a"], ["http://h/~", "http://h/b"]).to_pylist()
    ['escape', 'different']
    >>> rung(["http://h/%7E", "http://h/a"], "http://h/~").to_pylist()
    ['escape', 'different']
    """
    if isinstance(other, str | Identifier):
        return run_column("rung", column, base=other, ladder=ladder, grammar=grammar, errors=errors, threads=threads)
    return run_column("rung", column, other, ladder=ladder, grammar=grammar, errors=errors, threads=threads)


@on_series
def lint(
    column: Column,
    *,
    profile: Profile = "web",
    only: list[str] | tuple[str, ...] | None = None,
    grammar: Grammar = "iri-reference",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The names of the lints that each text has, separated by spaces; see `oneiri.lint`. The text is empty where there
    is none, and null for an invalid text.

    >>> lint(["http://h:80/%7E", "http://h/", "http://h/a b"]).to_pylist()
    ['default-port unneeded-escape', '', None]
    """
    given: Any = {"profile": profile, "only": only, "grammar": grammar, "threads": threads}
    return map_column("lint", column, **given)


@on_series
def fix(
    column: Column,
    *,
    profile: Profile = "web",
    only: list[str] | tuple[str, ...] | None = None,
    grammar: Grammar = "iri-reference",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The texts with all fixes that `lint` offers; see `oneiri.fix`. Null for an invalid text.

    >>> fix(["http://h:80/%7Eada", "http://h/", "http://h/a b"]).to_pylist()
    ['http://h/~ada', 'http://h/', None]
    """
    given: Any = {"profile": profile, "only": only, "grammar": grammar, "threads": threads}
    return map_column("fix", column, **given)


@on_series
def key(
    column: Column,
    *,
    assume: Iterable[Assumption] = ("trackers", "query-order"),
    grammar: Grammar = "iri-reference",
    threads: int = 1,
) -> Array | ChunkedArray:
    """The keys for crawlers: normal forms, changed by assumptions about servers; see `oneiri.key`. Null for an invalid
    text.

    >>> key(["HTTP://h:80/?q=tea&utm_source=mail&page=2", "http://h/a b"]).to_pylist()
    ['http://h/?page=2&q=tea', None]
    """
    return map_column("key", column, assume=assume, grammar=grammar, threads=threads)


@on_series
def query_value(
    column: Column, name: str, *, grammar: Grammar = "iri-reference", threads: int = 1
) -> Array | ChunkedArray:
    """The decoded value of the first parameter with this name in each query; see `Identifier.query_value`. Null
    where there is none, and for an invalid text.

    >>> query_value(["/s?q=r%C3%A9&page=2", "/s?page=2", "/a b?q=1"], "q").to_pylist()
    ['ré', None, None]
    """
    return map_column("query_value", column, key=name, grammar=grammar, threads=threads)


@on_series
def parse_url(
    column: Column, part: Part, key: str | None = None, *, parser: str | None = None, threads: int = 1
) -> Array | ChunkedArray:
    """A part of each URL as Spark's `try_parse_url` gives it, which decodes nothing: "PROTOCOL", "AUTHORITY",
    "USERINFO", "HOST", "PATH", "QUERY" (or, with a key, one of its values), "REF" or "FILE". The parser is that of Java,
    or another one of `oneiri-parsers` by name. Null for what it rejects.

    >>> parse_url(["http://h/?q=x%20y", "http://h\\\\@i/"], "QUERY", "q").to_pylist()
    ['x%20y', None]
    >>> parse_url(["http://h\\\\@i/"], "HOST", parser="whatwg").to_pylist()
    ['h']
    """
    given: Any = {"part": part, "key": key, "parser": parser, "threads": threads}
    return map_column("parse_url", column, **given)


@on_series
def whatwg_href(
    column: Column, *, base: str | Identifier | URL | None = None, threads: int = 1
) -> Array | ChunkedArray:
    """The URL that a browser makes of each text, relative to a base if it is given; see `oneiri.whatwg.URL`. Null
    where it makes none.

    >>> whatwg_href(["HTTPS:h", "../a"], base="http://i/b/c").to_pylist()
    ['https://h/', 'http://i/a']
    """
    return map_column("whatwg_href", column, base=base, threads=threads)


@on_series
def template_match(column: Column, template: Template, *, threads: int = 1) -> Array | ChunkedArray:
    """The variables of each text by a URI Template, as a struct column with a text for each variable; a list or a map
    is JSON. Null where the template does not match.

    >>> from oneiri.template import Template
    >>> template_match(["/users/a%20b?tag=x&tag=y", "/"], Template("/users/{id}{?tag*}")).to_pylist()
    [{'id': 'a b', 'tag': '["x","y"]'}, None]
    """
    return map_column("template_match", column, template=template, threads=threads)


@on_series
def admits(
    column: Column, policy: Policy, *, base: str | Identifier | URL | None = None, threads: int = 1
) -> Array | ChunkedArray:
    """Whether a policy of `oneiri.policy` allows each text, as a mask.

    >>> from oneiri.policy import preset
    >>> admits(["http://h.example", "http://127.0.0.1/", None], preset("ssrf")).to_pylist()
    [True, False, None]
    """
    return map_column("admits", column, policy=policy, base=base, threads=threads)


@on_series
def check(
    column: Column, policy: Policy, *, base: str | Identifier | URL | None = None, threads: int = 1
) -> Array | ChunkedArray:
    """The decisions of a policy of `oneiri.policy`, as a struct column: whether the text is allowed, the
    text to forward, and the codes of the reasons, each once and separated by spaces. The texts are resolved against
    `base`, if it is given.

    >>> from oneiri.policy import preset
    >>> yes, no = check(["HTTP://h.example", "http://u@127.0.0.1/"], preset("ssrf")).to_pylist()
    >>> yes["allow"], yes["canonical"], no["allow"], no["reasons"]
    (True, 'http://h.example/', False, 'userinfo special-address')
    """
    return map_column("check", column, policy=policy, base=base, threads=threads)
