"""Parses, normalizes, resolves and compares URIs and IRIs, and explains why two of them are the same or not.

This package parses URIs and IRIs by the whole grammar of RFC 3986 and RFC 3987. A parsed value keeps
its text and knows its components. The package normalizes values without changing their structure,
resolves references, makes identifiers relative, converts between URIs and IRIs, and compares two
identifiers at the rung of the ladder that you name.

>>> iri = Iri("HTTP://Example.org:080/a/../ros%C3%A9?q#top")
>>> iri.host, iri.port_number
('Example.org', 80)
>>> iri.normalize()
Iri('http://example.org/rosé?q#top')
>>> iri.resolve("../b?x").normalize()
Iri('http://example.org/b?x')

The functions take text and return text. `oneiri.arrow` has the same functions for columns. The modules
`oneiri.pandas`, `polars`, `duckdb`, `spark`, `rdflib`, `scrapy`, `jsonschema`, `sqlalchemy` and `sqlite3`
bring them to these packages, each of which the module needs; they are imported by name. The types are
types of fields for pydantic. `oneiri.whatwg` is the URL Standard, `oneiri.policy` tells which URLs a program may
touch, and `oneiri.template` has URI Templates.

>>> normalize("HTTP://h/%7Eada")
'http://h/~ada'
"""

# `__all__` lists what is public, and `tests/test_docs.py` demands an example of each. `htu` repeats the operation of
# this name for one text. `__version__` repeats the version of `Cargo.toml` and of `pyproject.toml`, and nothing
# compares them.

import sys

from . import arrow as arrow
from . import policy as policy
from . import template as template
from . import whatwg as whatwg
from ._error import Error
from ._oneiri import (
    Finding,
    Identifier,
    Iri,
    IriRef,
    Ladder,
    Step,
    Uri,
    UriRef,
    Verdict,
    Difference,
    compare,
    decode,
    decode_text,
    encode,
    explain,
    fingerprint,
    fix,
    is_valid,
    key,
    lint,
    normalize,
    relativize,
    remove_dot_segments_rfc3986,
    resolve,
)
from ._types import Grammar, Rung


def htu(text: str) -> str:
    """The text that the `htu` of a DPoP proof is compared by: the normal form without query and fragment.

    RFC 9449 section 4.3.

    >>> htu("HTTPS://h:443/token?code=1#top")
    'https://h/token'
    """
    return str(Iri(text).normalize().with_query(None).with_fragment(None))


def redact_text(text: str) -> str:
    """A log or another text with `***` in place of the passwords and tokens of the URLs in it.

    >>> redact_text("got https://ada:pw@h/?token=x&a=1.")
    'got https://ada:***@h/?token=***&a=1.'
    """
    return str(arrow.redact_text([text]).to_pylist()[0])


if "fastapi.encoders" in sys.modules:
    from . import fastapi as fastapi

__version__ = "0.1.0"

__all__ = [
    "Error",
    "Finding",
    "Grammar",
    "Identifier",
    "Iri",
    "IriRef",
    "Ladder",
    "Rung",
    "Step",
    "Uri",
    "UriRef",
    "Verdict",
    "Difference",
    "arrow",
    "compare",
    "decode",
    "decode_text",
    "encode",
    "explain",
    "fingerprint",
    "fix",
    "htu",
    "is_valid",
    "key",
    "lint",
    "normalize",
    "policy",
    "redact_text",
    "relativize",
    "remove_dot_segments_rfc3986",
    "resolve",
    "template",
    "whatwg",
]
