"""The four types where frameworks look for types: what `docs/frameworks.md` does not show already."""

import importlib
import os
import pathlib
import re
import subprocess
import sys
from typing import Annotated

import pytest

import oneiri
from oneiri import Iri, IriRef, Uri, UriRef

FORMATS = {"uri": Uri, "uri-reference": UriRef, "iri": Iri, "iri-reference": IriRef}
WRONG = "http://h/a b"
MESSAGE = r"invalid URI: path, byte 10: expected .* found ' ' \(RFC 3986 section 3\.3\)"


@pytest.mark.parametrize(("name", "kind"), FORMATS.items())
def test_pydantic_validates_serializes_and_describes(name, kind):
    pydantic = pytest.importorskip("pydantic")
    field = pydantic.TypeAdapter(kind)
    value = kind("x:a")
    for given in ("x:a", value, Iri("x:a"), UriRef("x:a")):
        assert field.validate_python(given) == value and type(field.validate_python(given)) is kind
    assert field.validate_python(value) is value
    assert field.validate_json('"x:a"') == field.validate_json('"x:a"', strict=True) == value
    assert field.validate_python(value, strict=True) is value
    for strict in ("x:a", (UriRef if kind is Uri else Uri)("x:a")):
        with pytest.raises(pydantic.ValidationError, match=f"instance of {kind.__name__}"):
            field.validate_python(strict, strict=True)
    assert field.dump_json(value) == b'"x:a"' and field.dump_python(value) is value
    assert field.dump_python(value, mode="json") == "x:a"
    assert field.json_schema() == {"type": "string", "format": name}
    assert field.json_schema(mode="serialization") == {"type": "string", "format": name}
    for wrong in (7, None, b"x:a", pathlib.Path("x")):
        with pytest.raises(pydantic.ValidationError, match="Input should be a valid string"):
            field.validate_python(wrong)
    for wrong in ("a[", "\ud800"):
        with pytest.raises(pydantic.ValidationError, match="Value error, invalid") as caught:
            field.validate_python(wrong)
        assert isinstance(caught.value.errors()[0]["ctx"]["error"], oneiri.Error)


def test_constraints_of_length_apply():
    pydantic = pytest.importorskip("pydantic")
    for kind in (Uri, Iri, oneiri.whatwg.URL):
        field = pydantic.TypeAdapter(Annotated[kind, pydantic.Field(min_length=10, max_length=12)])
        assert str(field.validate_python("http://h/abc")) == "http://h/abc"
        assert field.json_schema()["maxLength"] == 12
        for wrong in ("http://h/", "http://h/abcd"):
            with pytest.raises(pydantic.ValidationError, match="1[02] item"):
                field.validate_python(wrong)
    # The length counts characters, and an empty reference is still a value.
    assert len(Iri("x:é")) == 3 and UriRef("") and len(UriRef("")) == 0


def test_fastapi_takes_constraints_and_returns_values():
    fastapi, testclient = pytest.importorskip("fastapi"), pytest.importorskip("fastapi.testclient")
    import oneiri.fastapi  # noqa: F401

    app = fastapi.FastAPI()

    @app.get("/short")
    def short(url: Annotated[Uri, fastapi.Query(max_length=20)]):
        return {"url": url, "all": [Iri("x:é"), oneiri.whatwg.URL("http://h")]}

    client = testclient.TestClient(app)
    found = client.get("/short", params={"url": "http://h/"})
    assert found.json() == {"url": "http://h/", "all": ["x:é", "http://h/"]}
    assert client.get("/short", params={"url": "http://h/aaaaaaaaaaaaaaaaaaaa"}).status_code == 422


def test_fastapi_is_enough_if_it_comes_first():
    pytest.importorskip("fastapi")
    program = "import fastapi.encoders, oneiri; print(fastapi.encoders.jsonable_encoder([oneiri.Uri('x:')]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['x:']\n"


def test_pydantic_in_models():
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        one: Uri | None = None
        many: dict[IriRef, list[Uri]] = {}
        either: Uri | int = 0

    model = Model(one="x:a", many={"é": ["x:b"]}, either="x:c")
    assert (model.one, model.many, model.either) == (Uri("x:a"), {IriRef("é"): [Uri("x:b")]}, Uri("x:c"))
    text = model.model_dump_json()
    assert text == '{"one":"x:a","many":{"é":["x:b"]},"either":"x:c"}'
    assert Model.model_validate_json(text) == model == Model.model_validate(model.model_dump())
    assert Model(either=3).either == 3
    with pytest.raises(pydantic.ValidationError, match=MESSAGE):
        Model(one=WRONG)
    with pytest.raises(TypeError, match="expected Uri, UriRef, Iri or IriRef as the type of a field"):
        pydantic.TypeAdapter(oneiri.Identifier)


def test_fastapi_reads_parameters_and_says_so_in_openapi():
    fastapi = pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from fastapi.testclient import TestClient

    app = fastapi.FastAPI()

    @app.get("/in/{target:path}")
    def read(target: Uri, base: Annotated[Iri, fastapi.Query()], via: Annotated[UriRef | None, fastapi.Header()] = None) -> list[IriRef]:
        return [IriRef(target), IriRef(base), *([IriRef(via)] if via is not None else [])]

    client = TestClient(app)
    answer = client.get("/in/http://h/x", params={"base": "http://h/é"}, headers={"via": "/b"})
    assert answer.json() == ["http://h/x", "http://h/é", "/b"]
    answer = client.get("/in/h", params={"base": WRONG})
    assert answer.status_code == 422
    said = [(error["loc"], error["msg"]) for error in answer.json()["detail"]]
    assert [loc for loc, _ in said] == [["path", "target"], ["query", "base"]]
    assert "invalid IRI: path, byte 10: expected" in said[1][1]
    operation = client.get("/openapi.json").json()["paths"]["/in/{target}"]["get"]
    formats = {it["name"]: it["schema"].get("format") for it in operation["parameters"]}
    assert formats["target"] == "uri" and formats["base"] == "iri"
    items = operation["responses"]["200"]["content"]["application/json"]["schema"]["items"]
    assert items == {"type": "string", "format": "iri-reference"}


@pytest.mark.parametrize("kind", FORMATS.values())
def test_columns_of_sqlalchemy(kind):
    sqlalchemy = pytest.importorskip("sqlalchemy")
    import oneiri.sqlalchemy

    column = getattr(oneiri.sqlalchemy, kind.__name__ + "Type")
    table = sqlalchemy.Table("t", sqlalchemy.MetaData(), sqlalchemy.Column("u", column(200)))
    u = table.c.u
    rows = [kind("x:a"), None, kind("x:b")]
    with sqlalchemy.create_engine("sqlite://").begin() as connection:
        table.create(connection)
        assert "u VARCHAR(200)" in str(sqlalchemy.schema.CreateTable(table))
        connection.execute(table.insert(), [{"u": row} for row in rows])
        connection.execute(table.insert().values(u="x:c"))
        for where, expected in [
            (u == kind("x:a"), ["x:a"]),
            (u == "x:b", ["x:b"]),
            (u.like("x:%"), ["x:a", "x:b", "x:c"]),
            (u.startswith("x:a"), ["x:a"]),
            (u.in_([kind("x:a"), "x:c"]), ["x:a", "x:c"]),
            (u > kind("x:a"), ["x:b", "x:c"]),
            (u.is_(None), [None]),
            (u == sqlalchemy.literal(kind("x:a"), column()), ["x:a"]),
        ]:
            found = connection.scalars(sqlalchemy.select(u).where(where).order_by(u)).all()
            assert found == [text and kind(text) for text in expected]
        with pytest.raises(sqlalchemy.exc.StatementError, match="invalid .*, byte 0") as caught:
            connection.execute(table.insert().values(u="["))
        assert isinstance(caught.value.orig, oneiri.Error)
        bound = sqlalchemy.select(u).where(u == kind("x:a'")).compile(compile_kwargs={"literal_binds": True})
        assert "= 'x:a'''" in str(bound)
        connection.execute(sqlalchemy.text("INSERT INTO t VALUES ('[')"))
        with pytest.raises(oneiri.Error):
            connection.scalars(sqlalchemy.select(u)).all()
    assert u.type.python_type is kind and repr(column(5)) == f"{kind.__name__}Type(length=5)"


def test_columns_of_sqlalchemy_are_cached():
    pytest.importorskip("sqlalchemy")
    from oneiri.sqlalchemy import IriType, UriType

    assert UriType()._static_cache_key == UriType()._static_cache_key
    assert UriType()._static_cache_key != UriType(5)._static_cache_key != IriType(5)._static_cache_key


def test_sqlite3_stores_and_reads_each_type():
    import sqlite3

    import oneiri.sqlite3

    oneiri.sqlite3.register()
    oneiri.sqlite3.register()
    with sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES) as connection:
        connection.execute("CREATE TABLE t (a Uri, b UriRef NOT NULL, c IRI, d iriref, e TEXT)")
        row = (Uri("x:a"), UriRef("b"), Iri("x:é"), None, Uri("x:e"))
        connection.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?)", row)
        assert connection.execute("SELECT * FROM t").fetchall() == [(*row[:4], "x:e")]
        connection.execute("UPDATE t SET a = '['")
        with pytest.raises(oneiri.Error, match="invalid URI"):
            connection.execute("SELECT a FROM t").fetchall()


def test_commands_say_what_is_wrong():
    click, typer = pytest.importorskip("click"), pytest.importorskip("typer")
    from click.testing import CliRunner
    from typer.testing import CliRunner as Runner

    @click.command()
    @click.option("--url", type=Uri, default="x:a")
    def one(url):
        click.echo(repr(url))

    assert CliRunner().invoke(one, []).output == "Uri('x:a')\n"
    done = CliRunner().invoke(one, ["--url", WRONG])
    assert done.exit_code == 2 and re.search(f"Invalid value for '--url': {MESSAGE}", done.output)

    app = typer.Typer(rich_markup_mode=None)

    @app.command()
    def two(url: IriRef, more: list[Uri] = []):
        print(repr(url), more)

    assert Runner().invoke(app, ["é", "--more", "x:a"]).output == "IriRef('é') [Uri('x:a')]\n"
    done = Runner().invoke(app, ["é", "--more", WRONG])
    assert done.exit_code == 2 and re.search(MESSAGE, " ".join(done.output.replace("│", "").split()))


def test_msgspec_and_attrs_say_what_is_wrong():
    attrs, msgspec = pytest.importorskip("attrs"), pytest.importorskip("msgspec")

    def parse(kind, text):
        return kind(text)

    with pytest.raises(msgspec.ValidationError, match=rf"{MESSAGE} - at `\$\[0\]`"):
        msgspec.json.decode(f'["{WRONG}"]', type=list[Uri], dec_hook=parse)
    made = attrs.make_class("Made", {"url": attrs.field(converter=attrs.converters.optional(Uri), default=None)})
    assert made().url is None and made("x:a").url == Uri("x:a")
    with pytest.raises(oneiri.Error):
        made(WRONG)


PAGE = (pathlib.Path(__file__).parents[1] / "docs" / "frameworks.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(.*)` \| `(.*)` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("expression", "result"), ROWS, ids=[row[0] for row in ROWS])
def test_where_a_str_is_needed(expression, result):
    names = {"uri": Uri("http://h/a"), "arrow": oneiri.arrow}
    for name in re.findall(r"\b(json|urllib|httpx|requests|yarl|rdflib|polars|logging)\b", expression):
        names[name] = pytest.importorskip(name)
        if name == "urllib":
            importlib.import_module("urllib.request")
    try:
        said = repr(eval(expression, names))
    except TypeError:
        said = "TypeError"
    assert said == result


def test_there_are_rows():
    assert len(ROWS) == 18


@pytest.mark.parametrize("use", [open, os.fspath, pathlib.Path, os.stat, os.fsencode])
def test_a_value_is_no_path(use):
    uri = Uri("file:///etc/hosts")
    assert not isinstance(uri, os.PathLike)
    with pytest.raises(TypeError, match="Uri"):
        use(uri)
