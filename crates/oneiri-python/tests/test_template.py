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


def test_matches_have_typed_getters_and_can_be_pickled():
    route = Template("/f{/path*}{?pairs*}")
    for text, path, pairs in (
        ("/f", [], {}),
        ("/f/a", ["a"], {}),
        ("/f/a%2F/b?x=1&y=", ["a/", "b"], {"x": "1", "y": ""}),
    ):
        found = route.match(text)
        assert (found.get_list("path"), found.get_dict("pairs")) == (path, pairs), text
        for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
            assert again == found and (again.hazards, again.unknown) == (found.hazards, found.unknown)
    assert found.get_str("no") is None and found.get_str("no", "x") == "x" and found.hazards == {"path": ["slash"]}
    assert route.match("/f/a").get_str("path") == "a"
    for get, name, other in (("get_str", "path", "get_list"), ("get_list", "pairs", "get_dict"), ("get_dict", "path", "get_list")):
        with pytest.raises(ValueError, match=f"{name} has 2 values of another kind: use {other}"):
            getattr(found, get)(name)


def test_empty_variables_can_be_refused():
    template = Template("/users/{id}{?page}", required=["id"])
    assert template.match("/users/") is template.match("/users/?page=2") is None
    assert template.match("/users/7").values == {"id": "7"}
    assert repr(template) == "Template('/users/{id}{?page}', required=['id'])"
    assert pickle.loads(pickle.dumps(template)) == template != Template("/users/{id}{?page}")
    assert template.partial(id=7).match("/users/7").values == {}
    router = Router(["/users/{id}", "/groups/{name}"], required=("id",))
    for it in (router, pickle.loads(pickle.dumps(router))):
        assert it.find("/users/") is None and it.find("/groups/")[0] == 1
    for make in (Template, lambda text, **given: Router([text], **given)):
        with pytest.raises(ValueError, match='no template has the variable "x"'):
            make("/{id}", required=["x"])
        with pytest.raises(TypeError, match="expected a list of names, found str"):
            make("/{id}", required="id")


def test_routes_have_names():
    router = Router({"user": "/users/{id}", "home": Template("/")})
    for it in (router, pickle.loads(pickle.dumps(router))):
        name, found = it.find("/users/7")
        assert (name, found.get_str("id")) == ("user", "7") and it.find("/")[0] == "home" and it.find("user") is None
    assert Router[str] is Router and Router({}).find("/") is None


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


def test_a_ranked_router_goes_on_where_a_required_variable_is_missing():
    routes = Router({"user": "/users/{id}", "rest": "/users/{+rest}", "any": "/{+path}"}, ranked=True, required=["id"])
    for text, name, values in [
        ("/users/7", "user", {"id": "7"}), ("/users/", "rest", {}), ("/users/a/b", "rest", {"rest": "a/b"}), ("/x", "any", {"path": "x"}),
    ]:
        found, match = routes.find(text)
        assert (found, match.values) == (name, values), text
    assert Router(["/users/{id}"], ranked=True, required=["id"]).find("/users/") is None
