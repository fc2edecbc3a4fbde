"""How pydantic validates, serializes and describes the four types and `URL`. The types call these functions by name, in
`src/frameworks.rs`.

In Python, a field takes a value of its type, a text, or a value of another of these types whose text is
valid. In strict mode, it takes only a value of its type. In JSON it takes a string, in both modes, and
gives a string. The `oneiri.Error` of an invalid text is in the `ctx` of the validation error.
"""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticKnownError, core_schema as schemas

from ._formats import FORMATS, Kind
from ._oneiri import URL, Identifier


def core_schema(kind: Kind | type[URL]) -> schemas.CoreSchema:
    """The schema of values of a type."""

    def parse(value: object) -> Any:
        if isinstance(value, kind):
            return value
        if isinstance(value, str | Identifier | URL):
            return kind(value)
        raise PydanticKnownError("string_type")

    _format(kind)
    parsed = schemas.no_info_plain_validator_function(parse)
    return schemas.json_or_python_schema(
        json_schema=parsed,
        python_schema=schemas.lax_or_strict_schema(lax_schema=parsed, strict_schema=schemas.is_instance_schema(kind)),
        serialization=schemas.to_string_ser_schema(),
    )


def json_schema(kind: Kind | type[URL]) -> dict[str, Any]:
    """The JSON schema of a type. That of `URL` is what pydantic has for its own URLs."""
    return {"type": "string", "format": _format(kind)}


def _format(kind: Kind | type[URL]) -> str:
    if kind is URL:
        return "uri"
    for name, known in FORMATS.items():
        if kind is known:
            return name
    raise TypeError("expected Uri, UriRef, Iri or IriRef as the type of a field")
