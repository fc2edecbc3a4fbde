"""The four types by the names that JSON Schema gives to their formats.

`jsonschema.py`, `_pydantic.py`, `fastapi.py` and `sqlite3.py` take the types from here. The names are in the schemas
that programs publish; `test_frameworks.py` repeats them.
"""

from __future__ import annotations

from typing import TypeAlias

from ._oneiri import Iri, IriRef, Uri, UriRef

Kind: TypeAlias = type[Uri] | type[UriRef] | type[Iri] | type[IriRef]
"""One of the four types."""

FORMATS: dict[str, Kind] = {"uri": Uri, "uri-reference": UriRef, "iri": Iri, "iri-reference": IriRef}
