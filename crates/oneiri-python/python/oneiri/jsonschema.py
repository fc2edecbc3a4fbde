"""The formats `uri`, `uri-reference`, `iri` and `iri-reference` of JSON Schema for the package
`jsonschema`.

>>> import jsonschema, oneiri.jsonschema
>>> schema = {"type": "string", "format": "iri"}
>>> jsonschema.validate("http://example.org/rosé", schema, format_checker=oneiri.jsonschema.checker)
>>> oneiri.jsonschema.checker.conforms("http://[h/", "iri")
False
"""

from __future__ import annotations

from functools import partial

from jsonschema import FormatChecker

from ._error import Error
from ._formats import FORMATS, Kind

__all__ = ["add_to", "checker"]


def add_to(checker: FormatChecker) -> FormatChecker:
    """Adds the four formats to a checker, in place of those that it has, and returns it. The `cause` of
    a validation error is the `oneiri.Error`. As JSON Schema demands, what is not a text is valid.

    >>> from jsonschema import Draft202012Validator
    >>> checker = add_to(Draft202012Validator.FORMAT_CHECKER)
    >>> checker.conforms("http://h/é", "iri"), checker.conforms("http://h/é", "uri")
    (True, False)
    """
    for name, kind in FORMATS.items():
        checker.checks(name, raises=Error)(partial(_is, kind))
    return checker


def _is(kind: Kind, instance: object) -> bool:
    if isinstance(instance, str):
        kind(instance)
    return True


checker = add_to(FormatChecker())
"""All formats that `jsonschema` knows, with these four."""
