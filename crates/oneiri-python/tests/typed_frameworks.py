# pyright: strict
"""For pyright and mypy: what `docs/frameworks.md` shows has types."""

import sqlite3
from typing import Annotated, assert_type

import attrs
import click
import fastapi
import msgspec
import pydantic
import typer
from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

import oneiri.sqlite3
from oneiri import Iri, Uri, UriRef
from oneiri.sqlalchemy import IriType, UriType


class Link(pydantic.BaseModel):
    url: Uri
    base: Iri | None = None


assert_type(Link(url=Uri("x:a")).url, Uri)

app = fastapi.FastAPI()


@app.get("/host")
def host(url: Uri, base: Annotated[UriRef | None, fastapi.Query()] = None) -> dict[str, str | None]:
    return {"host": url.host if base is None else base.host}


class Base(DeclarativeBase):
    type_annotation_map = {Uri: UriType(2000)}


class Page(Base):
    __tablename__ = "pages"
    url: Mapped[Uri] = mapped_column(primary_key=True)
    other: Mapped[Iri | None] = mapped_column(IriType)


def first(session: Session) -> Uri | None:
    page = session.scalars(select(Page).where(Page.other == Iri("x:a"))).first()
    return None if page is None else assert_type(page.url, Uri)


oneiri.sqlite3.register()
sqlite3.connect(":memory:").execute("SELECT ?", [Uri("x:a")])


@click.command()
@click.argument("url", type=Uri)
def fetch(url: Uri) -> None:
    click.echo(url.host)


program = typer.Typer()


@program.command()
def show(url: Uri, base: Annotated[Uri, typer.Option()] = Uri("http://h/")) -> None:
    click.echo(f"{url} {base}")


@attrs.frozen
class Source:
    url: Uri = attrs.field(converter=Uri)


assert_type(Source("http://h/").url, Uri)


class Item(msgspec.Struct):
    url: Uri


def parse(kind: type[Uri], text: str) -> Uri:
    return kind(text)


item = msgspec.json.decode(b'{"url": "http://h/"}', type=Item, dec_hook=parse)
assert_type(item.url, Uri)
assert_type(msgspec.json.encode(item, enc_hook=str), bytes)

open(Uri("file:///etc/hosts"))  # type: ignore[call-overload]
