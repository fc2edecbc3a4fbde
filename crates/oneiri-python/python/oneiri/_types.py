"""The types of arguments: rungs, grammars, and columns.

Only type checkers read the names, and Rust has them once more: `Rung` (`oneiri`), `Grammar` (`oneiri-operations`),
`Profile`, `Assumption` (`oneiri-lint`) and `ParseUrl` (`oneiri-parsers`) decide which are taken. Nothing compares the
two, so a name that is new there also belongs here.
"""

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeAlias

Rung: TypeAlias = Literal["string", "case", "escape", "path", "scheme", "protocol"]
"""The rungs of the ladder of comparison, the lowest first."""

Grammar: TypeAlias = Literal["iri-reference", "iri", "uri-reference", "uri"]
"""The four grammars: RFC 3987 or RFC 3986, with or without relative references."""


Profile: TypeAlias = Literal["rdf", "web", "strict"]
"""The sets of lints."""

Assumption: TypeAlias = Literal["trackers", "query-order", "https", "www", "slash", "index", "case", "drive"]
"""The assumptions of `key`."""

Part: TypeAlias = Literal["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "REF", "FILE"]
"""The parts of `parse_url`."""


class ArrowArray(Protocol):
    """An object that exports one Arrow array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """An object that exports a stream of Arrow arrays."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


# `Iterable[Any]`, because a type checker does not accept a `list[Iri]` as a `list[Iri | None]`.
Column: TypeAlias = ArrowArray | ArrowStream | Iterable[Any]
"""The types of columns that the functions take."""
