"""What `docs/from-yarl.md` says of yarl and of this package is what comes out, and the laws of these methods."""

import re
from pathlib import Path

import pytest

import oneiri
from oneiri import Iri, Uri, UriRef

TEXT = "http://ada:pw@example.com:8080/docs/a.tar.gz?q=1&lang=de#top"
PAGE = (Path(__file__).parents[1] / "docs" / "from-yarl.md").read_text("utf-8")
ROWS = [line.strip("|").split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]


def said(expression, names):
    """The result of an expression as the page shows it."""
    try:
        value = eval(expression, names)
    except (TypeError, ValueError) as error:
        return type(error).__name__
    return str(value) if isinstance(value, names["URL"] | Uri) else repr(value)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2].strip(" `"))
def test_both_results_of_the_page(row):
    yarl = pytest.importorskip("yarl")
    theirs, result, ours, same = (cell.strip(" `") for cell in row)
    names = {"URL": yarl.URL, "Uri": Uri, "url": yarl.URL(TEXT), "uri": Uri(TEXT)}
    assert said(theirs, names) == result
    assert said(ours, names) == (result if same == "the same" else same)


def test_the_page_names_every_method_and_the_version():
    yarl = pytest.importorskip("yarl")
    assert len(ROWS) == 41 and f"version {yarl.__version__} was run" in PAGE and TEXT in PAGE
    wanted = "joinpath with_name with_suffix with_user with_password update_query extend_query "
    wanted += "without_query_params with_query decoded_path parts human_repr is_default_port"
    assert [name for name in wanted.split() if not re.search(rf"ri[^|]*\.{name}\b", PAGE)] == []


PATHS = ["http://h/a?q#f", "http://h/a/b%2Fc?q", "http://h/", "urn:a", "x:a/b#f", "file:///a", "http://h/é", "x:/a"]


@pytest.mark.parametrize("text", PATHS)
@pytest.mark.parametrize("segment", ["x", "a b", "c/d", "é", "x.y:z", "%41", "..."])
def test_parent_is_the_inverse_of_the_slash(text, segment):
    for kind in (Iri, oneiri.IriRef) if "é" in text else (Uri, UriRef, Iri, oneiri.IriRef):
        value = kind(text)
        bare = value.with_query(None).with_fragment(None)
        assert (value / segment).parent == bare
        assert (value / segment).name == segment and type(value / segment) is kind
        assert value / segment == bare.join_segments(segment)


def test_joinpath_divides_and_never_climbs():
    for base, paths, expected in [
        ("http://h/a?q", ("b//c", ""), "http://h/a/b//c/"),
        ("http://h?q", ("b/", "c"), "http://h/b/c"),
        ("http://h/a/", ("b",), "http://h/a/b"),
        ("http://h/a/?q", (), "http://h/a/"),
        ("urn:a", ("b é", "%2F"), "urn:a/b%20%C3%A9/%252F"),
    ]:
        assert str(Uri(base).joinpath(*paths)) == expected
    for wrong in ("..", "a/../b", "./a"):
        with pytest.raises(oneiri.Error, match='expected a segment other than "." and ".."'):
            Uri("http://h/").joinpath(wrong)
    with pytest.raises(ValueError, match='expected paths without a slash in front, found "/b"'):
        Uri("http://h/").joinpath("a", "/b")
    with pytest.raises(oneiri.Error) as caught:
        UriRef("").joinpath("é:b/c")
    assert (caught.value.start, caught.value.found) == (6, ":")


def test_names_and_suffixes_are_data():
    assert UriRef("").with_name("a b") == UriRef("a%20b") and Uri("http://h").with_name("a") == Uri("http://h/a")
    assert Iri("http://h/a/?q").with_name("é") == Iri("http://h/a/é")
    for text, suffix, expected in [
        ("/%2Ea%2etxt", ".é", "/%2Ea.%C3%A9"),
        ("/a.", ".b", "/a..b"),
        ("/.a", ".b", "/.a.b"),
        ("/%ff.a", "", "/%ff"),
        ("/a", ".tar.%", "/a.tar.%25"),
        ("a%3Ab.x", ".y:z", None),
    ]:
        if expected is None:
            with pytest.raises(oneiri.Error, match="expected no colon in the first segment"):
                UriRef(text).with_suffix(suffix)
        else:
            assert str(UriRef(text).with_suffix(suffix)) == expected
    for wrong in ("a", ".", "..", ".a.", ".a/b"):
        with pytest.raises(ValueError, match="expected a suffix such as"):
            Uri("http://h/a").with_suffix(wrong)
    with pytest.raises(ValueError, match="expected a path with a name"):
        Uri("http://h/a/").with_suffix(".a")


def test_user_and_password_come_back():
    for kind in (Uri, Iri):
        for data in ("", "a", "a:b@c/d", "%41", "é", "a b%"):
            value = kind("http://h:1/p").with_user(data).with_password(data)
            assert (value.username, value.password, value.host, value.port) == (data, data, "h", "1")
    assert str(Uri("http://h/").with_password("p")) == "http://:p@h/"
    assert str(Uri("http://u:p:q@h/").with_user("v")) == "http://v:p:q@h/"
    assert str(Iri("http://h/").with_user("é")) == "http://é@h/" and UriRef("a").password is None


def test_pairs_are_updated_in_place():
    uri = Uri("http://h/?a=1&&b=%7e&%61=2#f")
    for query, expected in [
        ({"a": "x"}, "a=x&&b=%7e"),
        ({"a": []}, "&b=%7e"),
        ([("c", "1"), ("a", "x y"), ("c", None)], "a=x%20y&&b=%7e&c=1&c"),
        ("b=%41&d", "a=1&&b=%41&%61=2&d"),
        ({}, "a=1&&b=%7e&%61=2"),
        ("", "a=1&&b=%7e&%61=2"),
    ]:
        assert uri.update_query(query) == uri % query and (uri % query).query == expected
        assert (uri % query).fragment == "f"
    assert uri.update_query(query=1, repair="x").query.endswith("&query=1&repair=x")
    assert Uri("x:?").update_query(a=1) == Uri("x:?a=1") and Uri("x:?a").update_query(a=()) == Uri("x:")
    assert Uri("x:?a&").extend_query(a=1) == Uri("x:?a&a=1") and Uri("x:?a").extend_query({}) == Uri("x:?a")
    assert Iri("x:?é=1").update_query(é="è") == Iri("x:?%C3%A9=%C3%A8") and Uri("x:?%ff=1") % {"a": 1} == Uri("x:?%ff=1&a=1")
    assert uri.without_query_params("a", "b", "").query is None
    for method in (uri.update_query, uri.extend_query):
        for wrong in ((), (None,), ("a", "b"), (7,), ({"a": True},)):
            with pytest.raises(TypeError, match="expected"):
                method(*wrong)
    for wrong in (lambda: uri.with_query(), lambda: uri.with_query("a", b=1), lambda: uri % None):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(oneiri.Error):
        uri.update_query("a b")


def test_many_keys_take_linear_time():
    pairs = {f"k{number}": number for number in range(20_000)}
    uri = Uri("http://h/").with_query(pairs)
    assert uri.update_query(pairs) == uri and uri.without_query_params(*pairs) == Uri("http://h/")


def test_ports_and_texts_for_people():
    assert Uri("http://h:099999/").is_default_port() is False and UriRef("//h").effective_port is None
    assert Uri("file:///a").effective_port is None and Uri("http://h:").effective_port == 80
    with pytest.raises(oneiri.Error):
        Uri("http://h:99999/").effective_port  # noqa: B018
    for text, expected in [
        ("http://H/%7E%C3%A9%2F", "http://H/~é%2F"),
        ("http://xn--bcher-kva.example:8/?a%26b", "http://bücher.example:8/?a%26b"),
        ("foo:xn--a", "foo:xn--a"),
        ("//xn--bcher-kva.example", "//xn--bcher-kva.example"),
    ]:
        shown = UriRef(text).human_repr()
        assert shown == expected and str(oneiri.IriRef(shown)) == shown
