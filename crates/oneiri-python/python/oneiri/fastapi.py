"""Values in the responses of FastAPI.

FastAPI writes what an endpoint returns as JSON. If the endpoint has a return annotation, pydantic does this. If it has none, FastAPI
looks for the type in a table of its own, into which this module enters `Uri`, `UriRef`, `Iri`, `IriRef` and `URL`.
`import oneiri` imports this module if FastAPI is imported already, so you need to import it only where FastAPI comes later.
FastAPI may change the table, so run `tests/test_frameworks.py` with each new version.

>>> import oneiri.fastapi
>>> from fastapi.encoders import jsonable_encoder
>>> jsonable_encoder({"url": oneiri.Uri("http://h/")})
{'url': 'http://h/'}
"""

from __future__ import annotations

from fastapi.encoders import ENCODERS_BY_TYPE

from ._formats import FORMATS
from ._oneiri import URL

__all__: list[str] = []

for kind in (*FORMATS.values(), URL):
    ENCODERS_BY_TYPE[kind] = str
