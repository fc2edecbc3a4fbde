"""Column types for SQLAlchemy: a column of text whose values are identifiers.

A value or a valid text is stored as its text; an invalid text is an `oneiri.Error`, which SQLAlchemy
wraps in a `StatementError`. A row gives a value back. A text in a comparison is compared as it is, so
that `like` takes patterns. Migrations name the four classes, and what they store is the text alone.

>>> from sqlalchemy import Column, MetaData, Table, create_engine, insert, select
>>> from oneiri import Uri
>>> links = Table("links", MetaData(), Column("url", UriType))
>>> with create_engine("sqlite://").begin() as connection:
...     links.create(connection)
...     done = connection.execute(insert(links), [{"url": Uri("http://h/a")}, {"url": "http://h/b"}])
...     connection.scalars(select(links.c.url).where(links.c.url.like("%/b"))).all()
[Uri('http://h/b')]
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from sqlalchemy import Dialect, String, TypeDecorator
from sqlalchemy.types import TypeEngine

from ._formats import Kind
from ._oneiri import Identifier, Iri, IriRef, Uri, UriRef

__all__ = ["IriRefType", "IriType", "UriRefType", "UriType"]

_Value = TypeVar("_Value", Uri, UriRef, Iri, IriRef)


class _Type(TypeDecorator[_Value]):
    impl = String
    # SQLAlchemy looks for `cache_ok` in each class itself.
    kind: ClassVar[Kind]

    def __init__(self, length: int | None = None) -> None:
        super().__init__(length)
        self.length = length

    @property
    def python_type(self) -> type[Any]:
        return self.kind

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else str(self.kind(value))

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else self.kind(value)

    def process_literal_param(self, value: Any, dialect: Dialect) -> str:
        return "NULL" if value is None else str(self.kind(value))

    def coerce_compared_value(self, op: Any, value: Any) -> TypeEngine[Any]:
        return self if isinstance(value, Identifier) else self.impl_instance


class UriType(_Type[Uri]):
    """A column of `oneiri.Uri`, as VARCHAR of a length. Databases that index no VARCHAR without a length need one.

    >>> UriType(2000).compile()
    'VARCHAR(2000)'
    """

    kind = Uri
    cache_ok = True


class UriRefType(_Type[UriRef]):
    """A column of `oneiri.UriRef`.

    >>> UriRefType().python_type
    <class 'oneiri.UriRef'>
    """

    kind = UriRef
    cache_ok = True


class IriType(_Type[Iri]):
    """A column of `oneiri.Iri`.

    >>> IriType().python_type
    <class 'oneiri.Iri'>
    """

    kind = Iri
    cache_ok = True


class IriRefType(_Type[IriRef]):
    """A column of `oneiri.IriRef`.

    >>> IriRefType().python_type
    <class 'oneiri.IriRef'>
    """

    kind = IriRef
    cache_ok = True
