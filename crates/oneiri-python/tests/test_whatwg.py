"""`oneiri.whatwg`: the cases of the Rust crate, the Web Platform Tests, and Python's own protocols."""

import copy
import json
import os
import pickle
import tomllib
from collections.abc import MutableMapping
from pathlib import Path

import pytest

import oneiri
from oneiri import whatwg
from oneiri.whatwg import URL, SearchParams

CASES = Path(__file__).parents[2] / "oneiri-whatwg" / "tests" / "it"


def load(file):
    return tomllib.loads((CASES / file).read_text("utf-8"))["case"]


def characters(text, byte):
    return len(text.encode()[:byte].decode())


def failure(function, *arguments, **options):
    with pytest.raises(oneiri.Error) as caught:
        function(*arguments, **options)
    return caught.value


def set_all(url, pairs):
    """The URL after the setters of a case, as a browser runs them, and the last refusal."""
    refused = None
    for name, value in pairs:
        refused = None
        try:
            url = URL(value) if name == "href" else url.replace(**{name: value})
        except oneiri.Error as error:
            refused = error.rule
    return url, refused


def test_the_cases_of_rust():
    cases = load("cases.toml")
    assert len(cases) > 80
    for case in cases:
        text, base = case["input"], case.get("base")
        if "error" in case:
            error = failure(URL, text, base)
            assert error.rule == case["error"], case
            assert [error.start, error.end] == [characters(text, at) for at in case["at"]], case
            assert not URL.can_parse(text, base) and URL.parse(text, base) is None
            continue
        url = URL(text, base)
        assert url == URL.parse(text, base) and URL.can_parse(text, base)
        url, refused = set_all(url, case.get("set", []))
        assert (url.href, refused) == (case["href"], case.get("refused")), case


def test_the_validation_errors_of_rust():
    cases = load("errors.toml")
    assert len(cases) > 50
    for case in cases:
        if case.get("needs", "idna") != "idna":
            continue
        text, base = case["input"], case.get("base")
        errors = whatwg.validation_errors(text, base)
        found = [[error.code, error.start, error.end] for error in errors]
        assert found == [[code, *(characters(text, at) for at in ends)] for code, *ends in case["errors"]], case
        assert URL.can_parse(text, base) == ("href" in case)
        if "href" not in case:
            assert failure(URL, text, base).rule == errors[-1].code
            assert errors[-1].message in str(failure(URL, text, base))


def wpt(name):
    folders = os.environ.get("ONEIRI_WPT", "").split(os.pathsep)
    for path in (Path(folder) / name for folder in folders if folder):
        if path.exists():
            # Half a surrogate pair becomes U+FFFD, as in JavaScript.
            text = json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False)
            return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    pytest.skip(f"NOT CHECKED: {name} is in no folder that ONEIRI_WPT names")


def attribute(url, name):
    return str(url.search_params) if name == "searchParams" else getattr(url, name)


@pytest.mark.parametrize(
    ("name", "least"), [("urltestdata.json", 891), ("urltestdata-javascript-only.json", 1)]
)
def test_the_web_platform_tests(name, least):
    cases = [case for case in wpt(name) if isinstance(case, dict)]
    assert len(cases) >= least
    for case in cases:
        text, base = case["input"], case.get("base")
        url = URL.parse(text, base)
        assert (url is None) == bool(case.get("failure")) == (not URL.can_parse(text, base)), case
        for key in set(case) - {"input", "base", "comment", "relativeTo", "failure"}:
            if isinstance(case[key], str):
                assert attribute(url, key) == case[key], case


def test_the_setters_of_the_web_platform_tests():
    count = 0
    for name, cases in wpt("setters_tests.json").items():
        for case in cases if name != "comment" else ():
            count += 1
            url, _ = set_all(URL(case["href"]), [(name, case["new_value"])])
            found = {key: getattr(url, key) for key in case["expected"]}
            assert found == case["expected"], case
    assert count >= 278


def test_a_url_is_a_value():
    url = URL("HTTP://H/a")
    assert url == URL("http://h/a") != URL("http://h/b")
    assert url != "http://h/a"
    assert {url: 1}[URL("http://h/a")] == 1
    assert sorted([URL("http://h/b"), url])[0] is url
    assert pickle.loads(pickle.dumps(url)) == copy.deepcopy(url) == url
    assert (str(url), repr(url), URL(url), URL("b", url)) == (url.href, "URL('http://h/a')", url, URL("http://h/b"))
    assert URL(oneiri.Uri("http://h/a")) == url and str(oneiri.Uri(url)) == url.href
    assert oneiri.normalize(url) == url.href and oneiri.Iri("http://h/a").equivalent(url)
    assert oneiri.arrow.normalize([url, None]).to_pylist() == [url.href, None]
    assert f"{url:.5}|{url}" == "http:|http://h/a"
    with pytest.raises(AttributeError):
        url.hash = "x"
    with pytest.raises(TypeError, match="expected str or an identifier, found int"):
        URL(7)
    with pytest.raises(oneiri.Error, match="half of a surrogate pair"):
        URL("http://h/\ud800")


def test_a_refused_attribute_is_an_error():
    url = URL("http://h/a")
    for name, value, code in (
        ("protocol", "mailto", "scheme-refused"),
        ("host", "é b", "domain-to-ASCII"),
        ("port", "x", "port-invalid"),
        ("port", "70000", "port-out-of-range"),
    ):
        error = failure(url.replace, **{name: value})
        assert error.rule == code and f"invalid {name}: character {error.start}" in str(error)
    with pytest.raises(ValueError, match="0 to 65535"):
        url.replace(port=70000)
    with pytest.raises(TypeError):
        url.replace(href="http://i/")
    both = url.replace(protocol="https", host="i:443", username="a@", password="", search="?", hash="")
    assert both.href == "https://a%40@i/a?" and both.replace(search="").href == "https://a%40@i/a"
    assert both.replace(search=[("a", "b"), ("a", 7), ("c", None)]).search == "?a=b&a=7&c="


def test_search_params_are_a_mapping():
    params = SearchParams("?a=1&b=%32&a=+")
    assert isinstance(params, MutableMapping) and params == SearchParams([("a", "1"), ("b", "2"), ("a", " ")])
    assert (list(params), len(params), dict(params)) == (["a", "b", "a"], 3, {"a": "1", "b": "2"})
    assert ("a", " ") in params.items() and " " in params.values() and "c" not in params and 7 not in params
    assert params.has("a", " ") and not params.has("b", "1")
    assert copy.copy(params) == pickle.loads(pickle.dumps(params)) == params != SearchParams("a=1")
    assert type(copy.copy(params)) is SearchParams
    params.sort()
    assert str(params) == "a=1&a=+&b=2" and repr(params) == "SearchParams('a=1&a=+&b=2')"
    params.set("a", "&")
    params.setdefault("c", "3")
    params.update({"b": "4"}, d="5")
    assert str(params) == "a=%26&b=4&c=3&d=5" and params.pop("d") == "5" and params.get("d") is None
    del params["c"]
    for absent in (lambda: params["c"], lambda: params.__delitem__("c")):
        with pytest.raises(KeyError, match="c"):
            absent()
    params.clear()
    assert not params and str(params) == ""
    with pytest.raises(TypeError):
        hash(params)
    with pytest.raises(TypeError, match="expected str or int in a query, found float"):
        SearchParams({"a": 1.5})
    assert str(SearchParams(URL("http://h/?x=%FF").search_params)) == "x=%EF%BF%BD"


def test_domains():
    assert whatwg.domain_to_ascii("EXAMPLE_1.com") == "example_1.com"
    error = failure(whatwg.domain_to_ascii, "EXAMPLE_1.com", strict=True)
    assert error.component == "host" and error.rule == "domain-to-ASCII"
    assert whatwg.domain_to_unicode("xn--bcher-kva.example", strict=True) == "bücher.example"
    (one,) = whatwg.validation_errors("http://h/é b")
    assert (one.start, one.end) == (10, 11) and pickle.loads(pickle.dumps(one)) == one
    assert {one: 1}[one] and str(one) == one.message and "invalid-URL-unit at 10..11" in repr(one)


def test_a_url_is_a_field_of_pydantic():
    pydantic = pytest.importorskip("pydantic")
    fields = pydantic.TypeAdapter(URL)
    assert fields.validate_python("HTTPS:Example.org") == fields.validate_json('"https://example.org"')
    assert fields.validate_python(oneiri.Uri("http://h")) == URL("http://h/")
    assert fields.dump_json(URL("http://h/é")) == b'"http://h/%C3%A9"'
    assert fields.json_schema() == {"type": "string", "format": "uri"}
    with pytest.raises(pydantic.ValidationError) as caught:
        fields.validate_python("//h")
    assert caught.value.errors()[0]["ctx"]["error"].rule == "missing-scheme-non-relative-URL"
    for wrong in (7, b"http://h/"):
        with pytest.raises(pydantic.ValidationError, match="valid string"):
            fields.validate_python(wrong)
    with pytest.raises(pydantic.ValidationError, match="instance of URL"):
        fields.validate_python("http://h/", strict=True)
