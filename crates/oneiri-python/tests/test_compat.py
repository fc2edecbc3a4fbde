"""The functions in the shape of other packages, beside those packages."""

from pathlib import Path
from urllib.parse import urlparse, urlsplit

import pytest

import oneiri
from oneiri import Ladder
from oneiri.compat import rfc3987, w3lib

SAME = [
    "http://www.example.com/do?c=3&b=5&b=2&a=50",
    "http://www.example.com/r\u00e9sum\u00e9?q=r\u00e9sum\u00e9",
    "HTTP://EXAMPLE.com",
    "http://example.com/%7e%2F%c3%a9",
    "http://h/a b",
    "http://h/#f",
    "http://h/a/../b/./c",
    "//h/p",
    " http://h/ ",
    "http://h/?a=1&&b=2",
    "http://h/?q=a%2Bb",
    "http://h/%ff",
    "mailto:x@y",
    "http://h/?x=1%262&a=%3D",
    "http://h/?a[]=1",
    "http://h/?a=%",
    "http://h/a\nb",
    "http://h/a\u3000",
    "http://h/a\u00a0",
    "\x00http://h/\x00",
    "http://h/#a#b",
]
# What w3lib makes of a URL, and what is made here; the module says why.
OTHER = [
    ("http://h/a%26b", "http://h/a&b", "http://h/a%26b"),
    ("foo:/a/..//b", "foo:////b", "foo:/.//b"),
    ("http://h:80/", "http://h:80/", "http://h/"),
    ("mailto:Ada@EXAMPLE.com", "mailto:Ada@EXAMPLE.com", "mailto:Ada@example.com"),
    ("http://h/?c d", "http://h/?c+d=", "http://h/?c%20d"),
    ("http://h/?", "http://h/", "http://h/?"),
    ("http://h/?a", "http://h/?a=", "http://h/?a"),
    ("http://h/?a=b;c", "http://h/?a=b%3Bc", "http://h/?a=b;c"),
    ("http://\u00e9.org/", "http://xn--9ca.org/", "http://%C3%A9.org/"),
    ("http://h/100%", "http://h/100%", "http://h/100%25"),
    ("http://h/[x]", "http://h/[x]", "http://h/%5Bx%5D"),
    ("http://h/a\\b", "http://h/a/b", "http://h/a%5Cb"),
    ("http://h/a|b", "http://h/a|b", "http://h/a%7Cb"),
    ("http://h/?u=http://x/", "http://h/?u=http%3A%2F%2Fx%2F", "http://h/?u=http://x/"),
    ("", "/", ""),
    ("//h", "//h/", "//h"),
    ("?b=2&a=1", "/?a=1&b=2", "?a=1&b=2"),
    ("mailto:a/../b", "mailto:a/../b", "mailto:b"),
    ("urn:x:a/./b", "urn:x:a/./b", "urn:x:a/b"),
    ("x:..", "x:..", "x:"),
    ("view-source:http://h/a/../b", "view-source:http://h/a/../b", "view-source:http://h/b"),
    ("urn:ISBN:%7e", "urn:ISBN:~", "urn:isbn:~"),
    ("tel:%41", "tel:A", "tel:a"),
    ("sip:a@h;x=%7e", "sip:a@h;x=%7e", "sip:a@h;x=~"),
    ("mailto:", "mailto:/", "mailto:"),
    ("x:?b=2&a=1", "x:/?a=1&b=2", "x:?a=1&b=2"),
    ("#f", "/", ""),
    ("HTTP:", "http:///", "http:"),
    ("http:/a", "http:///a", "http:/a"),
    ("//h/a/../b", "//h/b", "//h/a/../b"),
    ("/a/..", "/", "/a/.."),
]


@pytest.mark.parametrize("url", SAME)
def test_w3lib_says_the_same(url):
    theirs = pytest.importorskip("w3lib.url")
    assert w3lib.canonicalize_url(url) == theirs.canonicalize_url(url)
    assert w3lib.canonicalize_url(url.encode()) == theirs.canonicalize_url(url)


@pytest.mark.parametrize(("url", "theirs", "ours"), OTHER)
def test_w3lib_says_something_else(url, theirs, ours):
    canonicalize_url = pytest.importorskip("w3lib.url").canonicalize_url
    assert canonicalize_url(url) == theirs
    assert w3lib.canonicalize_url(url) == ours
    assert w3lib.canonicalize_url(ours) == ours


@pytest.mark.parametrize("url", ["http://h:x/", "http://[h/", "http://h%/"])
def test_what_is_wrong_with_an_authority_is_not_mended(url):
    with pytest.raises(oneiri.Error):
        w3lib.canonicalize_url(url)


def test_a_url_may_be_of_any_type():
    theirs = pytest.importorskip("w3lib.url").canonicalize_url
    for url in (b"http://h/\xff?\xe9=%", urlparse("http://h/?b=1&a=2")):
        assert w3lib.canonicalize_url(url) == theirs(url)
    assert w3lib.canonicalize_url(urlsplit("http://h/?b&a")) == "http://h/?a&b"
    assert w3lib.canonicalize_url(oneiri.Iri("HTTP://h/é")) == "http://h/%C3%A9"
    for wrong in (None, 1, bytearray(b"x:"), memoryview(b"x:"), urlparse(b"http://h/")):
        with pytest.raises(TypeError, match="expected str, bytes, a ParseResult or an identifier"):
            w3lib.canonicalize_url(wrong)


def moved():
    """The rows of the guide's table: the input, what w3lib makes of it, and what is said of ours."""
    page = Path(__file__).parents[3] / "docs" / "guide" / "from-w3lib.md"
    table = page.read_text("utf-8").split("| input |")[1].split("\n\n")[0]
    for line in table.splitlines()[2:]:
        url, theirs, ours = (cell.strip() for cell in line.strip("|").split("|"))
        yield url.strip("`"), theirs.strip("`"), ours


@pytest.mark.parametrize(("url", "theirs", "ours"), list(moved()))
def test_the_guide_says_what_w3lib_and_this_make_of_a_url(url, theirs, ours):
    canonicalize_url = pytest.importorskip("w3lib.url").canonicalize_url
    theirs = url if theirs == "unchanged" else theirs
    assert canonicalize_url(url) == theirs
    # The first that is shown as code is what is made, but where a text is rejected, or stays.
    shown = ours.split("`")[1::2]
    at_scheme = Ladder(ignore_fragment=True)
    if ours.startswith("rejected"):
        with pytest.raises(oneiri.Error):
            at_scheme.normalize(url, "scheme")
        assert str(oneiri.Iri.parse_lenient(url).normalize("scheme")) == shown[1]
    else:
        expected = url if ours.startswith("unchanged") else shown[0]
        assert at_scheme.normalize(url, "scheme") == expected
    lenient = str(oneiri.IriRef.parse_lenient(url).to_uri().normalize("scheme"))
    assert w3lib.canonicalize_url(url) == (theirs if "b=2&a=1" in url else lenient)


def test_options_of_canonicalize_url():
    theirs = pytest.importorskip("w3lib.url").canonicalize_url
    for options in ({"keep_blank_values": False}, {"keep_fragments": True}, {"encoding": "utf-8"}):
        url = "http://h/?b=1&a=#f"
        assert w3lib.canonicalize_url(url, **options) == theirs(url, **options)
    assert w3lib.canonicalize_url("http://h/?b=1;a=2", query_separator=";") == "http://h/?a=2;b=1"
    with pytest.raises(ValueError, match="encoding='latin-1'"):
        w3lib.canonicalize_url("http://h/", encoding="latin-1")


def test_rules_of_rfc3987():
    for rule, text, ok in [
        ("IRI", "http://h/\u00e9", True),
        ("IRI", "/\u00e9", False),
        ("URI", "http://h/\u00e9", False),
        ("absolute_IRI", "x:#f", False),
        ("absolute_URI", "x:?q", True),
        ("relative_ref", "a?q#f", True),
        ("relative_ref", "x:a", False),
        ("irelative_part", "//h/\u00e9", True),
        ("relative_part", "a?q", False),
    ]:
        if ok:
            assert rfc3987.compose(**rfc3987.parse(text, rule)) == text
        else:
            with pytest.raises(ValueError):
                rfc3987.parse(text, rule)
    with pytest.raises(ValueError, match="unknown rule"):
        rfc3987.parse("x", "ipath")
    assert rfc3987.parse("x:\n[?\n#", None) == {
        "scheme": "x",
        "authority": None,
        "path": "\n[",
        "query": "\n",
        "fragment": "",
    }


def test_compose_and_resolve():
    for wrong in ({"path": "//x"}, {"path": "a:b"}, {"authority": "h", "path": "x"}):
        with pytest.raises(ValueError):
            rfc3987.compose(**wrong)
    with pytest.raises(TypeError, match="unknown parts: host"):
        rfc3987.compose(host="h")
    parts = rfc3987.resolve("http://a/b", "c?d", return_parts=True)
    assert parts["path"] == "/c" and parts["query"] == "d"
