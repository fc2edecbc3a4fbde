"""`oneiri.template`: the hard cases of the guide, the examples of RFC 6570, and Python's own protocols."""

import copy
import itertools
import json
import os
import pickle
import re
from pathlib import Path

import pytest

import oneiri
from cases import FOLDER
from oneiri.template import Router, Template
from oneiri.whatwg import URL

GUIDE = (FOLDER.parent / "docs" / "guide" / "templates.md").read_text("utf-8")


def rows(head):
    """The rows of a table of the guide, by how its head begins: the cells, without their marks."""
    lines = GUIDE.split(head, 1)[1].splitlines()[2:]
    for line in itertools.takewhile(lambda line: line.startswith("|"), lines):
        yield [cell.strip().strip("`") for cell in line.strip("|").split(" | ")]


def test_the_expansions_of_the_guide():
    cases = list(rows("| template | values |"))
    assert len(cases) == 14
    for text, values, expected, *_ in cases:
        values = json.loads(values)
        if expected == "error":
            with pytest.raises(oneiri.Error):
                Template(text).expand(values)
        else:
            assert Template(text).expand(values) == ("" if expected == "nothing" else expected), text


def test_the_matches_of_the_guide():
    cases = list(rows("| template | text |"))
    assert len(cases) == 19
    for template, text, expected, *_ in cases:
        template = Template(template)
        if expected in ("ambiguous", "undecided"):
            with pytest.raises(oneiri.Error, match="the template (is|may be) ambiguous"):
                template.match(text)
        elif expected == "no match":
            assert template.match(text) is None, template
        else:
            found = json.loads(re.sub(r"(\w+)=", r'"\1": ', expected.replace('": ', '":')))
            assert template.match(text).values == found, template
            assert template.expand(found) == text


def test_the_examples_of_the_rfc():
    folder = os.environ.get("ONEIRI_TEMPLATES")
    if not folder:
        pytest.skip("NOT CHECKED: ONEIRI_TEMPLATES names no folder with the data of uritemplate-test")
    count = 0
    for path in Path(folder).glob("*.json"):
        for group in json.loads(path.read_text("utf-8")).values():
            values = {
                name: str(value) if isinstance(value, float) else value
                for name, value in group["variables"].items()
            }
            for text, expected in group["testcases"]:
                count += 1
                if expected is False:
                    with pytest.raises(oneiri.Error):
                        Template(text).expand(values)
                else:
                    expected = [expected] if isinstance(expected, str) else expected
                    assert Template(text).expand(values) in expected, (path, text)
    assert count > 100


def test_errors_say_where():
    for text, start, found, expected in (
        ("é{id!}", 4, "!", "',', '*', ':' or '}'"),
        ("/{id", 4, None, "'}'"),
        ("a b", 1, " ", "a character of a literal or '{'"),
    ):
        with pytest.raises(oneiri.Error, match=f"(byte|character) {start}: ") as caught:
            Template(text)
        error = caught.value
        assert (error.start, error.found, error.expected) == (start, found, expected), text
        assert error.component == "template" and error.rule.startswith("RFC 6570 section 2.")
    with pytest.raises(oneiri.Error, match="template, character 2: expected a text for the prefix of 'x'") as caught:
        Template("é{x:2}").expand(x=["a"])
    assert (caught.value.start, caught.value.end) == (2, 5)
    with pytest.raises(ValueError, match='unknown rule "first": expected "shortest-first"'):
        Template("{a}", rule="first")


def test_values():
    template = Template("/{a}{?b,c*}")
    assert template.variables == ("a", "b", "c") and Template("{x}{x}").variables == ("x",)
    assert template.expand() == template.expand(a=None, b=[], c={}) == "/"
    assert template.expand({"a": 1, "b": "x"}, b=("y", 2), c={"d": oneiri.Uri("x:")}) == "/1?b=y,2&d=x%3A"
    assert Template("{+base}/a").expand(base=URL("http://h")) == "http://h//a"
    assert template.partial(a="1").expand(b="2") == template.expand(a="1", b="2")
    for wrong in (1.5, True, {1.5: "a"}, [None], {"a": ["b"]}, object()):
        with pytest.raises(TypeError, match="a: expected str, int, a list or tuple of these, or a mapping"):
            template.expand(a=wrong)
    with pytest.raises(oneiri.Error, match="half of a surrogate pair"):
        template.expand(a="\ud800")


def test_a_template_is_a_value():
    template = Template("{a}{b}", rule="shortest-first", lenient_query=True)
    assert repr(template) == "Template('{a}{b}', rule='shortest-first', lenient_query=True)"
    assert pickle.loads(pickle.dumps(template)) == template != Template("{a}{b}")
    assert {template: 1}[Template("{a}{b}", rule="shortest-first", lenient_query=True)] == 1
    assert sorted([Template("b"), Template("a")]) == [Template("a"), Template("b")]
    with pytest.raises(AttributeError):
        template.variables = ()


def test_rules_and_lenience():
    with pytest.raises(oneiri.Error, match='and of {b="a"}'):
        Template("{a}{b}").match("xy")
    assert Template("{a}{b}", rule="shortest-first").match("xy").values == {"a": "x", "b": "y"}
    strict, lenient = Template("/s{?q,page}"), Template("/s{?q,page}", lenient_query=True)
    text = "/s?utm=mail&page=2&q=tea"
    assert strict.match(text) is None
    found = lenient.match(text)
    assert found.values == {"q": "tea", "page": "2"} and found.unknown == ["utm=mail"]
    assert found == lenient.match("/s?page=2&utm=mail&q=tea") != lenient.match("/s?q=tea")
    assert found["q"] == found.get("q") == "tea" and found.get("lang") is None and found.get("lang", "de") == "de"
    assert "lang" not in found and repr(found) == "<Match {'q': 'tea', 'page': '2'}>"
    with pytest.raises(KeyError, match="lang"):
        found["lang"]


def test_hazards():
    found = Template("file:///p/{+path}{#a,b}", rule="shortest-first").match("file:///p/../x")
    assert found.hazards == {"path": ["slash", "dot-segment"]}
    assert Template("{?a,b}").match("?a=%00&b=c").hazards == {"a": ["nul"]}


def test_routers():
    router = Router([Template("/pets/{id}"), "/pets/{id}/photos{?q}"])
    index, found = router.find("/pets/7/photos?q=x")
    assert (index, found.values, repr(router)) == (1, {"id": "7", "q": "x"}, "<Router of 2 templates>")
    assert router.find("/other") is None
    for templates, message in (
        (["/a", "/{x}"], "templates 0, '/a', and 1, '/{x}', both match '/a'"),
        (["/b", "{x}{y}"], "template 1, '{x}{y}': the template is ambiguous"),
        (["{"], "invalid URI Template"),
    ):
        with pytest.raises(oneiri.Error, match=message):
            Router(templates)
    ranked = Router(["/a", "/{x}"], ranked=True)
    for it in (ranked, pickle.loads(pickle.dumps(ranked)), copy.copy(ranked), copy.deepcopy(ranked)):
        assert it.find("/a") == (0, Template("/a").match("/a")) and it.find("/b")[0] == 1
    with pytest.raises(ValueError, match="expected templates without options"):
        Router([Template("/a", lenient_query=True)])
    with pytest.raises(TypeError, match="expected a list of templates, found str"):
        Router("/a")
