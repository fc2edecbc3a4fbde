"""The functions on columns that are no tasks of `oneiri-arrow`: each row is what the function for one text gives."""

import json

import pyarrow as pa
import pytest

import oneiri
from cases import SHAPES, columnar, outcome
from oneiri import arrow, policy
from oneiri.template import Template
from oneiri.whatwg import URL

RULES = policy.preset("ssrf")
ROUTE = Template("http://h/{id}{?pairs*}", required=["id"])
LIST = Template("{+rest}")
# What a column must not change: a byte order mark, NUL, characters beyond the BMP, and texts at their ends.
ROWS = [
    "http://h/a?q=r%C3%A9&tag=x&t=y", None, "HTTP://H:80/%7E?q=", "http://h/?q", "http://127.0.0.1/", "\ufeffhttp://h/a",
    "http://h/\0", "http://h/a b", "", "//", "http://a.example/\U0001f600?q=+%zz", "http:\\\\a\\@b/", " http://h/ ", "http://h/b?tag=%00",
]


def scalar(function):
    return lambda text: None if text is None else outcome(function, text)


def href(text, base=None):
    url = URL.parse(text, base)
    return None if url is None else url.href


def matched(text):
    found = ROUTE.match(text)
    shown = lambda it: it if it is None or isinstance(it, str) else json.dumps(it, ensure_ascii=False, separators=(",", ":"))  # noqa: E731
    return found and {name: shown(found.get(name)) for name in ROUTE.variables}


FUNCTIONS = {
    "admits": (lambda it: arrow.admits(it, RULES), lambda text: RULES.check(text).allowed),
    "admits with a base": (lambda it: arrow.admits(it, RULES, base="http://i/"), lambda text: RULES.check(text, "http://i/").allowed),
    "lint": (arrow.lint, lambda text: " ".join(dict.fromkeys(it.name for it in oneiri.lint(text)))),
    "only": (lambda it: arrow.lint(it, only=["default-port"]), lambda text: " ".join(it.name for it in oneiri.lint(text, only=["default-port"]))),
    "fix": (arrow.fix, oneiri.fix),
    "key": (arrow.key, oneiri.key),
    "assume": (lambda it: arrow.key(it, assume=["slash"]), lambda text: oneiri.key(text, assume=("slash@1",))),
    "htu": (arrow.htu, lambda text: str(oneiri.IriRef(text).normalize().with_query(None).with_fragment(None))),
    "drive": (arrow.drive, lambda text: oneiri.key(text, assume=["drive"])),
    "query_value": (lambda it: arrow.query_value(it, "q"), lambda text: oneiri.IriRef(text).query_value("q")),
    "whatwg_href": (arrow.whatwg_href, href),
    "with a base": (lambda it: arrow.whatwg_href(it, base="http://i/"), lambda text: href(text, "http://i/")),
    "template_match": (lambda it: arrow.template_match(it, ROUTE), matched),
    "check": (
        lambda it: arrow.check(it, RULES),
        lambda text: (lambda made: {
            "allow": made.allowed,
            "canonical": made.canonical,
            "reasons": " ".join(dict.fromkeys(it.code for it in made.reasons)) or None,
        })(RULES.check(text)),
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_are_what_the_function_for_a_text_gives(name):
    of_column, of_text = FUNCTIONS[name]
    expected = list(map(scalar(of_text), ROWS))
    assert columnar(of_column, ROWS) == expected and any(row is not None for row in expected)


def test_parts_are_those_of_spark():
    rows = ["http://me@h:1/p?q=x%20y#f", "http://h\\@i/", None]
    found = {part: columnar(lambda it, part=part: arrow.parse_url(it, part), rows)[0] for part in ("HOST", "FILE", "REF")}
    assert found == {"HOST": "h", "FILE": "/p?q=x%20y", "REF": "f"}
    assert arrow.parse_url(rows, "QUERY", "q").to_pylist() == ["x%20y", None, None]
    assert arrow.parse_url(rows, "HOST", parser="whatwg").to_pylist() == ["h", "h", None]
    for wrong in (("host",), ("HOST", "k")):
        with pytest.raises(ValueError, match="unknown part|only QUERY has a key"):
            arrow.parse_url([], *wrong)


def test_threads_and_types_change_nothing():
    column = pa.array(ROWS * 3_000)
    for of_column, _ in FUNCTIONS.values():
        assert of_column(column).to_pylist() == of_column(ROWS).to_pylist() * 3_000
    one, many = (arrow.admits(column, RULES, threads=threads) for threads in (1, 3))
    assert pa.array(one) == pa.array(many) == pa.array(arrow.admits(column, RULES, threads=0))
    for kind in ("string", "large string", "string view"):
        given = SHAPES[kind](ROWS)
        assert pa.array(arrow.fix(given)).type == given.type == pa.array(arrow.fix(given[:0])).type
    assert arrow.template_match([], LIST).to_pylist() == []
    assert arrow.template_match(["a", "b"], Template("a")).to_pylist() == [{}, None]


def test_octets_that_are_not_utf8_are_invalid():
    column = pa.array([b"http://a.example/?q=1", b"http://a.example/\xff?q=1"], pa.binary())
    for rows in (column, ["http://a.example/?q=1", "http://a.example/\ud800?q=1"]):
        assert arrow.admits(rows, RULES).to_pylist() == [True, False]
        assert arrow.check(rows, RULES).to_pylist()[1]["reasons"] == "not-utf8"
        for name in ("lint", "fix", "whatwg_href"):
            assert getattr(arrow, name)(rows).to_pylist()[1] is None
        assert arrow.query_value(rows, "q").to_pylist() == ["1", None]


def test_keys_are_those_of_the_command():
    text = "HTTP://www.h.example:80/A/index.html?b=2&utm_medium=x&a=1#f"
    for names, expected in {
        (): "http://www.h.example/A/index.html?b=2&utm_medium=x&a=1#f",
        ("trackers", "query-order"): "http://www.h.example/A/index.html?a=1&b=2#f",
        ("https", "www", "slash", "index", "case"): "https://h.example/a?b=2&utm_medium=x&a=1#f",
    }.items():
        assert oneiri.key(text, assume=names) == expected
    assert oneiri.key(oneiri.Uri("http://h/%7E")) == "http://h/~"
    with pytest.raises(ValueError, match="unknown assumption \"x\": expected trackers, query-order"):
        arrow.key([], assume=["x"])
    with pytest.raises(TypeError, match="expected a list of names, found str"):
        oneiri.key("x:", assume="www")


def test_a_base_that_is_no_url_raises():
    with pytest.raises(oneiri.Error):
        arrow.whatwg_href(["a"], base="no base")
    assert arrow.admits(["a"], RULES, base="no base").to_pylist() == [False]


def test_the_functions_are_in_pandas_and_polars():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    import oneiri.pandas
    import oneiri.polars

    frame = polars.DataFrame({"u": ROWS})
    column, series = polars.col("u").iri, pandas.Series(ROWS, index=range(5, 5 + len(ROWS)))
    for name, options in {
        "admits": [RULES], "check": [RULES], "template_match": [ROUTE], "query_value": ["q"], "parse_url": ["HOST"], "lint": [],
        "key": [], "fix": [], "whatwg_href": [],
    }.items():
        expected = getattr(arrow, name)(ROWS, *options).to_pylist()
        expression = getattr(column, name)(*options)
        lazy = frame.lazy().select(expression)
        assert lazy.collect()["u"].to_list() == expected and lazy.collect_schema() == lazy.collect().schema
        assert getattr(frame["u"].iri, name)(*options).to_list() == expected
        of_pandas = getattr(series.iri, name)(*options)
        assert [None if it is pandas.NA or it != it else it for it in of_pandas] == expected
        assert list(of_pandas.index) == list(series.index)
    with pytest.raises(ValueError, match="unknown part"):
        column.parse_url("host")
