"""The four types as Python values."""

import copy
import pickle
import threading

import pytest

import oneiri
from oneiri import Iri, IriRef, Uri, UriRef

VALUES = [
    Uri("HTTP://ada:x@Example.org:080/a/../b?q#f"),
    UriRef("//h?"),
    UriRef(""),
    Iri("http://example.org/rosé'"),
    IriRef("../ros\N{LATIN SMALL LETTER E WITH ACUTE}#"),
    Iri("http://h/\N{RIGHT-TO-LEFT OVERRIDE}"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_what_its_repr_says(value):
    assert eval(repr(value)) == value
    assert type(eval(repr(value))) is type(value)
    assert type(value)(str(value)) == value


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_values_are_pickled(value, protocol):
    again = pickle.loads(pickle.dumps(value, protocol))
    assert again == value and type(again) is type(value) and hash(again) == hash(value)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_copy_is_the_value_itself(value):
    assert copy.copy(value) is value and copy.deepcopy([value])[0] is value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_are_immutable(value):
    with pytest.raises(AttributeError):
        value.path = "/x"
    with pytest.raises(AttributeError):
        value.other = 1


def test_equality_order_and_hash_are_those_of_the_text():
    assert Uri("http://h/") == Uri("http://h/") != Uri("HTTP://h/")
    assert len({Uri("http://h/"), Uri("http://h/"), Uri("http://h")}) == 2
    assert sorted([Iri("x:é"), Iri("x:z"), Iri("x:\U0001f600")]) == [
        Iri("x:z"),
        Iri("x:é"),
        Iri("x:\U0001f600"),
    ]
    assert Uri("x:a") < Uri("x:b") <= Uri("x:b") and Uri("x:b") > Uri("x:a")


def test_values_of_two_types_and_texts_are_never_equal():
    assert Uri("x:a") != Iri("x:a") and Uri("x:a") != UriRef("x:a") and Uri("x:a") != "x:a"
    with pytest.raises(TypeError):
        assert Uri("x:a") < Iri("x:a")


def test_a_value_of_one_type_becomes_one_of_another_if_its_text_is_one():
    assert Iri(Uri("x:a")) == Iri("x:a") and UriRef(Iri("x:a")) == UriRef("x:a")
    with pytest.raises(oneiri.Error):
        Uri(Iri("x:é"))


def test_patterns_match_by_component():
    match UriRef("//h/p?q"):
        case UriRef(None, "h", path, query=query, fragment=None):
            assert (path, query) == ("/p", "q")
        case _:
            pytest.fail("no match")


def test_the_base_class_has_no_values():
    with pytest.raises(TypeError):
        oneiri.Identifier("x:a")
    with pytest.raises(TypeError):
        oneiri.Identifier.build(path="x")


def test_the_types_are_final():
    with pytest.raises(TypeError):
        type("Sub", (Uri,), {})


@pytest.mark.parametrize("wrong", [None, 1, b"http://h/", ["http://h/"]])
def test_what_is_no_text_is_a_type_error(wrong):
    for make in (Uri, UriRef, Iri, IriRef, oneiri.normalize, oneiri.fingerprint):
        with pytest.raises(TypeError, match="expected str or an identifier"):
            make(wrong)


def test_a_lone_surrogate_is_no_text():
    with pytest.raises(ValueError):
        Iri("http://h/\ud800")


def test_errors_count_characters():
    text = "http://h/\N{GRINNING FACE}é b"
    with pytest.raises(oneiri.Error) as caught:
        Iri(text)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.start, error.end, error.found) == (11, 12, " ")
    assert text[error.start : error.end] == " "
    assert "character 11" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.args, again.rule) == (str(error), error.args, error.rule)


def test_findings_and_verdicts_count_characters():
    text = "http://\N{GRINNING FACE}é:80/%7E"
    for finding in oneiri.lint(text):
        if finding.name == "unneeded-escape":
            assert text[finding.start : finding.end] == "%7E" and finding.fix == "~"
    other = "http://\N{GRINNING FACE}é/~"
    verdict = oneiri.compare(text, other)
    for step in verdict.steps:
        assert text[slice(*step.a_span)] == step.a and other[slice(*step.b_span)] == step.b
    assert [step.rule for step in verdict.steps] == ["default-port", "unreserved"]
    assert verdict.rung == "scheme" and verdict.difference is None


def test_functions_read_a_value_by_its_own_grammar():
    uri = Uri("http://h/%C3%A9")
    assert oneiri.normalize(uri) == str(uri.normalize()) == "http://h/%C3%A9"
    assert oneiri.normalize(uri, grammar="iri") == oneiri.normalize(str(uri)) == "http://h/é"
    assert oneiri.fingerprint(uri) == uri.fingerprint() != oneiri.fingerprint(str(uri))
    assert oneiri.lint(uri) == uri.lint() and oneiri.fix(uri) == str(uri)
    with pytest.raises(oneiri.Error):
        oneiri.normalize(UriRef("a"), grammar="uri")


def test_a_verdict_is_true_if_the_two_are_equal():
    assert oneiri.compare("x:%7E", "X:~")
    assert not oneiri.compare("x:a", "x:b")


def test_findings_are_values():
    first, second = oneiri.lint("http://h:80/"), oneiri.lint("http://h:80/")
    assert first == second and len({*first, *second}) == len(first) > 0
    with pytest.raises(ValueError, match="unknown code \"x\": expected one of .*default-port"):
        oneiri.lint("x:", only=["x"])


def test_what_is_normal_already_is_given_back_itself():
    text = "http://example.org/" + "x" * 40
    assert oneiri.normalize(text) is text


def test_unknown_names_are_value_errors():
    with pytest.raises(ValueError, match="unknown rung 'x'|unknown rung \"x\""):
        oneiri.normalize("x:", rung="x")
    with pytest.raises(ValueError, match="unknown hash"):
        oneiri.fingerprint("x:", hash="md5")
    with pytest.raises(ValueError, match="unknown profile"):
        oneiri.lint("x:", profile="x")


def test_ports_are_numbers_or_digits():
    uri = Uri("http://h/")
    assert uri.with_port(0) == Uri("http://h:0/") and uri.with_port(None) == uri
    assert uri.with_port("99999").port == "99999"
    with pytest.raises(ValueError):
        uri.with_port("99999").port_number
    with pytest.raises(ValueError, match="0 to 65535"):
        uri.with_port(65536)
    with pytest.raises(oneiri.Error):
        uri.with_port("+80")


def test_threads_share_values():
    value, results = Iri("HTTP://h/a/../%7E"), []

    def work():
        for _ in range(2000):
            assert value.normalize() == Iri("http://h/~") and value.path == "/a/../%7E"
        results.append(hash(value))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [hash(value)] * 8


class Sub(str):
    """A text with an equality of its own, like rdflib's."""

    def __eq__(self, other):
        return type(other) is Sub and str.__eq__(self, other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("text", ["http://h/~", "http://h/%7E", "HTTP://h/\N{SNOWMAN}"])
def test_an_object_of_a_subclass_is_not_given_back(text):
    normal = oneiri.normalize(Sub(text))
    assert type(normal) is str and normal == oneiri.normalize(text)


def test_a_normal_form_does_not_keep_a_document_alive():
    etree = pytest.importorskip("lxml.etree")
    document = etree.fromstring("<a href='http://h/~'/>")
    (link,) = document.xpath("//@href")
    assert type(link) is not str and type(oneiri.normalize(link)) is str


def test_the_rung_may_stand_behind_the_text():
    assert oneiri.normalize("http://h:80") == oneiri.normalize("http://h:80", "scheme") == "http://h/"
    assert oneiri.normalize("http://h:80", "path") == "http://h:80"
    with pytest.raises(ValueError, match="rung"):
        oneiri.normalize("http://h:80", "syntax")
    assert oneiri.fingerprint("http://h:80") == oneiri.Uri("http://h/").fingerprint("scheme")
    assert oneiri.arrow.normalize(["http://h:80"], "scheme").to_pylist() == ["http://h/"]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_are_formatted_as_their_texts(value):
    for spec in ("", "<60", ">60", "^60.20", "*<90s"):
        assert format(value, spec) == format(str(value), spec)
    with pytest.raises(ValueError):
        format(value, "d")


def test_the_class_of_a_value_stays():
    value = Uri("x:a")
    with pytest.raises(AttributeError, match="Uri is immutable: \"__class__\" cannot be set"):
        value.__class__ = Iri
    with pytest.raises(AttributeError):
        del value.path
    with pytest.raises((AttributeError, TypeError)):
        object.__setattr__(value, "__class__", Iri)
    verdict = oneiri.compare("x:%7e", "x:~")
    for one, other in ((oneiri.Ladder(), oneiri.Verdict), (verdict, oneiri.Ladder), (verdict.steps[0], oneiri.Difference)):
        with pytest.raises((AttributeError, TypeError)):
            one.__class__ = other
    assert type(value) is Uri


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_ladders_and_verdicts_are_pickled(protocol):
    way = [("301", "http://h/a", "http://h/b", "log"), ("canonical", "http://h/b", "http://h/c", "page")]
    way += [("301", "http://h/x", "http://h/y", ""), ("301", "http://h/y", "http://h/x", "")]
    ladder = oneiri.Ladder(idna=True, urn_names=True, observations=way)
    again = pickle.loads(pickle.dumps(ladder, protocol))
    assert repr(again) == repr(ladder) and again.problems == ladder.problems != []
    pairs = [("http://h/a", "http://h:80/%63"), ("http://h/%7e", "HTTP://h/~"), ("x:a", "x:b")]
    for a, b in pairs:
        verdict, after = ladder.compare(a, b), again.compare(a, b)
        for other in (after, pickle.loads(pickle.dumps(verdict, protocol)), copy.deepcopy(verdict)):
            assert (str(other), other.rung, other.chain) == (str(verdict), verdict.rung, verdict.chain)
            assert repr(other.steps) == repr(verdict.steps) and repr(other.difference) == repr(verdict.difference)
            for step, same in zip(verdict.steps, other.steps):
                for name in ("component", "a", "b", "a_span", "b_span", "rule", "description", "rung", "section"):
                    assert getattr(step, name) == getattr(same, name)
        if verdict.difference is not None:
            difference = pickle.loads(pickle.dumps(verdict.difference, protocol))
            assert (difference.reason, difference.a_span, difference.section) == (verdict.difference.reason, verdict.difference.a_span, verdict.difference.section)
    findings = oneiri.lint("http://h:80/%7E")
    assert pickle.loads(pickle.dumps(findings, protocol)) == findings
    assert pickle.loads(pickle.dumps(oneiri.Ladder(), protocol)).compare("x:", "X:").rung == "case"


def test_is_valid_asks_by_the_grammar_that_normalize_has():
    cases = {"http://h/": (1, 1, 1, 1), "é": (1, 0, 0, 0), "x:é": (1, 1, 0, 0), "/a": (1, 0, 1, 0), "a b": (0,) * 4}
    for text, answers in cases.items():
        grammars = ("iri-reference", "iri", "uri-reference", "uri")
        assert tuple(oneiri.is_valid(text, grammar=grammar) for grammar in grammars) == tuple(map(bool, answers))
        assert oneiri.is_valid(text) is oneiri.is_valid(text, grammar="iri-reference")
    assert oneiri.is_valid(Iri("x:é")) and not oneiri.is_valid(Iri("x:é"), grammar="uri")
    assert oneiri.is_valid("x:\ud800") is False and oneiri.is_valid("") is True
    for text in ("x:", "\ud800"):
        with pytest.raises(ValueError, match="unknown grammar"):
            oneiri.is_valid(text, grammar="url")
    for wrong in (None, 7, b"x:"):
        with pytest.raises(TypeError, match="expected str or an identifier"):
            oneiri.is_valid(wrong)


def test_the_error_of_decode_text_has_its_place_in_the_given_text():
    with pytest.raises(oneiri.Error) as caught:
        oneiri.decode_text("é%41%FF")
    assert (caught.value.start, caught.value.end) == (4, 7)
    assert str(caught.value).startswith("invalid percent-encoding, character 4: expected ")
