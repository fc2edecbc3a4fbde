"""Values in the columns of the standard library's `sqlite3`. The names of the types are those of columns in databases
that exist, so the values of a renamed type would come out of them as text.

>>> import sqlite3
>>> from oneiri import Uri
>>> import oneiri.sqlite3
>>> oneiri.sqlite3.register()
>>> connection = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
>>> done = connection.execute("CREATE TABLE links (url Uri)")
>>> done = connection.execute("INSERT INTO links VALUES (?)", [Uri("http://h/")])
>>> connection.execute("SELECT url FROM links").fetchall()
[(Uri('http://h/'),)]
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from ._formats import FORMATS, Kind

__all__ = ["register"]


def register() -> None:
    """Stores values of the four types as their texts, in all connections, and reads columns that are declared
    as `Uri`, `UriRef`, `Iri` or `IriRef` as values, in connections with `detect_types=sqlite3.PARSE_DECLTYPES`.
    An invalid text in such a column is an `oneiri.Error` when it is read.

    >>> register()
    >>> sqlite3.connect(":memory:").execute("SELECT ?", [FORMATS["iri"]("x:é")]).fetchall()
    [('x:é',)]
    """
    for kind in FORMATS.values():
        sqlite3.register_adapter(kind, str)
        sqlite3.register_converter(kind.__name__, _reader(kind))


def _reader(kind: Kind) -> Callable[[bytes], Any]:
    return lambda text: kind(text.decode())
