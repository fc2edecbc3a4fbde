"""Every case of `testdata/`, through values, functions and columns.

`cases.calls` has each case as an operation with its arguments and its result, so this file says only how Python calls an
operation. What is no operation of the table stands at the end.
"""

import json
import re

import pytest

import oneiri
from cases import COMPONENTS, KINDS, calls, columnar, load, outcome, parts
from oneiri import arrow

LADDER = ["string", "case", "escape", "path", "scheme", "protocol"]
WHY = ("message", "start", "end", "component", "expected", "found", "rule")

CASES = {}
for _call in calls():
    CASES.setdefault(_call["operation"], []).append(_call)


def test_every_operation_has_a_test():
    assert sum(map(len, CASES.values())) == 7621
    others = {"parse", "build", "set", "lint", "fix", "rung", "encode", "decode", "decode_text", "is_valid"}
    assert set(CASES) == others | set(VALUES)


def refused(call, case):
    """A call raises the error of the case, with its place in characters."""
    start, end, message = case["error"]["characters"]
    with pytest.raises(oneiri.Error) as caught:
        call()
    error = caught.value
    assert (error.start, error.end, str(error)) == (start, end, message), case
    assert error.component == case["error"]["component"], case
    return error


def checked(call, case):
    """A call returns the text of the case, or raises its error."""
    if "error" in case:
        refused(call, case)
    else:
        got = call()
        assert (got if isinstance(got, bytes) else str(got)) == wanted(case), case


def wanted(case):
    """The result of a case in a column."""
    if case["operation"] == "fingerprint":
        return bytes.fromhex(case["text"])
    if case["operation"] == "rung":
        return case["rung"] or "different"
    return case.get("text")


def options(case):
    """The options of a case as Python has them: a step is an option of its own."""
    given = dict(case["options"])
    if "steps" in given:
        given[given.pop("steps")] = True
    return given


def grouped(operation):
    """The cases of an operation that have the same grammar and options, which can be rows of one column."""
    groups = {}
    for case in CASES[operation]:
        groups.setdefault((case["grammar"], json.dumps(case["options"])), []).append(case)
    return groups.values()


# A call on values, and the function that takes texts, if there is one.
VALUES = {
    "normalize": (lambda kind, text, rung: kind(text).normalize(rung), oneiri.normalize),
    "normalize_steps": (lambda kind, text, **steps: kind(text).normalize_steps(**steps), None),
    "to_uri": (lambda kind, text: kind(text).to_uri(), None),
    "to_iri": (lambda kind, text: kind(text).to_iri(), None),
    "parse_lenient": (lambda kind, text: kind.parse_lenient(text), None),
    "fingerprint": (lambda kind, text, rung, hash: kind(text).fingerprint(rung, hash=hash), oneiri.fingerprint),
    "resolve": (lambda kind, base, text: absolute(kind)(base).resolve(text), oneiri.resolve),
    "relativize": (lambda kind, base, text: absolute(kind)(base).relativize(text), oneiri.relativize),
}


def absolute(kind):
    return {oneiri.UriRef: oneiri.Uri, oneiri.IriRef: oneiri.Iri}.get(kind, kind)


@pytest.mark.parametrize("operation", VALUES)
def test_values(operation):
    of_value, of_text = VALUES[operation]
    for case in CASES[operation]:
        kind, given = KINDS[case["grammar"]], options(case)
        checked(lambda: of_value(kind, *case["texts"], **given), case)
        if of_text is not None:
            checked(lambda: of_text(*case["texts"], grammar=case["grammar"], **given), case)


def cleaned(case):
    """The result of the constructor for the cleaned text, because a column cleans a text before it parses it."""
    text = re.sub("%(?![0-9A-Fa-f]{2})", "%25", case["texts"][0].strip(" \t\r\n"))
    try:
        return str(KINDS[case["grammar"]].parse_lenient(text))
    except oneiri.Error:
        return None


@pytest.mark.parametrize("operation", [*(set(VALUES) - {"relativize"}), "rung"])
def test_columns(operation):
    for group in grouped(operation):
        given = {**options(group[0]), "grammar": group[0]["grammar"]}
        texts = [list(column) for column in zip(*(case["texts"] for case in group), strict=True)]
        got = columnar(getattr(arrow, operation), *texts, **given)
        for case, row in zip(group, got, strict=True):
            assert row == (cleaned(case) if operation == "parse_lenient" else wanted(case)), case
    if operation == "resolve":
        for base in {case["texts"][0] for case in CASES[operation]}:
            held = [case for case in CASES[operation] if case["texts"][0] == base]
            rows = columnar(lambda rows, **given: arrow.resolve(base, rows, **given), [case["texts"][1] for case in held])
            assert rows == [case["text"] for case in held]


def test_parsing():
    for group in grouped("parse"):
        name, inputs = group[0]["grammar"], [case["texts"][0] for case in group]
        columns = (columnar(function, inputs, grammar=name) for function in (arrow.parse, arrow.is_valid, arrow.why_not))
        for case, row, valid, why in zip(group, *columns, strict=True):
            (given,) = case["texts"]
            assert valid == oneiri.is_valid(given, grammar=name) == ("parts" in case), case
            if valid:
                value = KINDS[name](given)
                assert row == parts(value, COMPONENTS) == dict(zip(COMPONENTS, case["parts"], strict=True)), case
                assert str(value) == given and why is None
                continue
            error = refused(lambda: KINDS[name](given), case)
            assert row is None and why == {key: getattr(error, key) for key in WHY}, case
        bad = [case for case in group if "error" in case]
        for case in bad[:20]:
            rows = ["http://h/", case["texts"][0]]
            with pytest.raises(oneiri.Error) as caught:
                arrow.parse(rows, grammar=name, errors="raise")
            assert (caught.value.row, caught.value.message) == (1, case["error"]["characters"][2])


def test_validity():
    for case in CASES["is_valid"]:
        (given,) = case["texts"]
        assert oneiri.is_valid(given, grammar=case["grammar"]) == case["valid"], case
        assert arrow.is_valid([given], grammar=case["grammar"]).to_pylist() == [case["valid"]], case


def test_comparison():
    for case in CASES["rung"]:
        (a, b), kind = case["texts"], KINDS[case["grammar"]]
        value, verdict = kind(a), oneiri.compare(a, b, grammar=case["grammar"])
        assert verdict.rung == value.compare(b).rung == value.rung(b) == case["rung"], case
        assert (verdict.rung is None) == (verdict.difference is not None)
        if verdict.steps:
            assert max(LADDER.index(step.rung) for step in verdict.steps) == LADDER.index(verdict.rung)
        for place, rung in enumerate(LADDER):
            equal = case["rung"] is not None and LADDER.index(case["rung"]) <= place
            assert value.equivalent(b, rung) == equal, (case, rung)
            assert (value.normalize(rung) == kind(b).normalize(rung)) == equal, (case, rung)


def test_components_are_replaced():
    for case in CASES["set"]:
        if "misuse" in case:
            continue  # A scheme cannot be taken away: nobody can even write it.
        text, new = case["texts"]
        value, component = KINDS[case["grammar"]](text), case["options"]["component"]
        # No scheme is repaired.
        repair = {"repair": True} if "repair" in case["options"] and component != "scheme" else {}
        if component == "path" and new is None:
            new = ""
        change = getattr(value, f"with_{component}")
        got = outcome(change, new, **repair)
        assert (None if got is None else str(got), type(got or value)) == (case.get("text"), type(value)), case
        # A path can be invalid because of what stands before it. Then the place is in that path, and not in the value.
        if "error" in case and (case["error"]["component"] == "path") == (component == "path"):
            refused(lambda: change(new, **repair), case)


def test_building():
    for case in CASES["build"]:
        given = {name: part for name, part in zip(COMPONENTS, case["texts"], strict=True) if part is not None}
        checked(lambda: KINDS[case["grammar"]].build(**given), case)


def test_percent_encoding():
    for case in CASES["encode"]:
        given, safe = case["texts"]
        assert oneiri.encode(given, safe=safe) == oneiri.encode(given.encode(), safe=safe) == case["text"], case
        assert oneiri.decode_text(case["text"]) == given
    for case in CASES["decode"]:
        assert oneiri.decode(*case["texts"]).decode() == case["text"], case
    for case in CASES["decode_text"]:
        checked(lambda: oneiri.decode_text(*case["texts"]), case)


def test_lints():
    for case in CASES["lint"]:
        (given,), only = case["texts"], [case["options"]["only"]]
        found = KINDS[case["grammar"]](given).lint(only=only)
        assert {finding.name for finding in found} <= set(only)
        assert [given[finding.start : finding.end] for finding in found] == [text for text, _ in case["findings"]], case
        assert all(detail in finding.message for finding, (_, detail) in zip(found, case["findings"], strict=True))
        assert oneiri.lint(given, only=only, grammar=case["grammar"]) == found
    for case in CASES["fix"]:
        only = [case["options"]["only"]]
        checked(lambda: oneiri.fix(*case["texts"], only=only, grammar=case["grammar"]), case)


# What is no operation of the table


def test_hosts_have_a_kind():
    for case in load("grammar.toml"):
        if "host_kind" in case:
            assert oneiri.IriRef(case["input"]).host_kind == case["host_kind"], case


@pytest.mark.parametrize("file", ["decisions/resolve.toml", "ladder/resolve.toml"])
def test_references_are_resolved_in_other_ways(file):
    for case in load(file):
        for kind in (oneiri.Uri, oneiri.Iri):
            base, reference = kind(case["base"]), case["reference"]
            verbatim = case.get("rfc3986_verbatim", case["expected"])
            assert str(base.resolve(reference, verbatim=True)) == verbatim, case
            if file == "ladder/resolve.toml":
                compatible = case.get("backward_compatible", case["expected"])
                assert str(base.resolve(reference, loophole=True)) == compatible, case


@pytest.mark.parametrize("file", ["update.toml", "decisions/update.toml"])
def test_an_authority_is_replaced_by_its_parts(file):
    for case in load(file):
        if case["operation"] == "update-authority" and "policy" not in case:
            kind = oneiri.IriRef if case.get("grammar") == "iri" else oneiri.UriRef
            given = [None if case.get(key) is None else str(case[key]) for key in ("user", "host", "port")]
            got = outcome(kind(case["input"]).with_authority_parts, *given)
            assert (None if got is None else str(got)) == case.get("expected"), case


def test_fragments_are_ignored():
    for case in load("ladder/modes.toml"):
        if "ignoring_fragment" in case:
            a, b = oneiri.Iri(case["a"]), oneiri.Iri(case["b"])
            assert a.equivalent(b, ignore_fragment=True) == case["ignoring_fragment"]


def test_dot_segments_as_printed():
    for case in load("ladder/remove-dot-segments.toml"):
        assert oneiri.remove_dot_segments_rfc3986(case["input"]) == case["expected"]


def test_long_texts_that_other_libraries_were_slow_for():
    """Those of `advisories.toml` that are made of many pieces; the short ones are among the calls."""
    cases = [case for case in load("advisories.toml") if "input" not in case]
    inputs = [case.get("head", "") + case["unit"] * case["times"] + case.get("tail", "") for case in cases]

    def path_form(rows, threads):
        return arrow.normalize(rows, "path", threads=threads)

    normal, parsed, why = (
        function(inputs, threads=0).to_pylist() for function in (path_form, arrow.parse, arrow.why_not)
    )
    for row, (given, case) in enumerate(zip(inputs, cases, strict=True)):
        value = outcome(oneiri.IriRef, given)
        assert (value is None) == ("error" in case) == (normal[row] is None), case["id"]
        if value is None:
            assert why[row]["component"] == case["error"] and parsed[row] is None, case["id"]
        else:
            assert str(value) == given and str(value.normalize("path")) == normal[row], case["id"]
            assert value.host == parsed[row]["host"] == case.get("host", value.host), case["id"]
