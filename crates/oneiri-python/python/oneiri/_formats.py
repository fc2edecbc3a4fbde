"""The four types by the names that JSON Schema gives to their formats."""

from __future__ import annotations

from typing import TypeAlias

from ._oneiri import Iri, IriRef, Uri, UriRef

Kind: TypeAlias = type[Uri] | type[UriRef] | type[Iri] | type[IriRef]
"""One of the four types."""

FORMATS: dict[str, Kind] = {"uri": Uri, "uri-reference": UriRef, "iri": Iri, "iri-reference": IriRef}
