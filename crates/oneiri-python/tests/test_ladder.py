"""The cases of `testdata/ladder/` and `testdata/stdurl/` that need another reading."""

import pytest

import oneiri
from cases import ABSOLUTES, COMPONENTS, REFERENCES, columnar, load, outcome, parts, text
from oneiri import arrow

LADDER = ["string", "case", "escape", "path", "scheme", "protocol"]


@pytest.mark.parametrize("file", ["ladder/pairs.toml", "ladder/schemes.toml"])
def test_pairs_are_compared(file):
    cases = load(file, "grammar", "a", "b", "expect", "rung", "normal_form")
    for own in ("uri", "iri"):
        for grammar in {"uri": ("uri", "iri"), "iri": ("iri",)}[own]:
            held = [case for case in cases if case["grammar"] == own]
            name = f"{grammar}-reference"
            a, b = ([case[key] for case in held] for key in ("a", "b"))
            rungs = columnar(arrow.rung, a, b, grammar=name)
            forms = {
                rung: list(
                    zip(*(columnar(arrow.normalize, c, rung=rung, grammar=name) for c in (a, b)))
                )
                for rung in LADDER
            }
            prints = {
                rung: list(
                    zip(*(columnar(arrow.fingerprint, c, rung=rung, grammar=name) for c in (a, b)))
                )
                for rung in LADDER
            }
            for row, case in enumerate(held):
                compare(case, grammar, rungs[row], grammar == own)
                for rung in LADDER:
                    same = REFERENCES[grammar](case["a"]).equivalent(case["b"], rung)
                    assert same == (len(set(forms[rung][row])) == 1), (case, rung)
                    assert same == (len(set(prints[rung][row])) == 1), (case, rung)
                if grammar == own and "normal_form" in case:
                    assert set(forms["scheme"][row]) == {case["normal_form"]}, case


def compare(case, grammar, in_column, own):
    a, b = (REFERENCES[grammar](case[key]) for key in ("a", "b"))
    verdict = a.compare(b)
    assert in_column == (verdict.rung or "different") == (a.rung(b) or "different")
    assert (verdict.rung is None) == (verdict.difference is not None)
    for rung, expected in case["expect"].items():
        # What needs evidence is not equal without any.
        expected = expected is True
        rung = {"syntax": "path"}.get(rung, rung)
        assert a.equivalent(b, rung) == b.equivalent(a, rung) == expected, (case, rung)
        by_verdict = verdict.rung is not None and LADDER.index(verdict.rung) <= LADDER.index(rung)
        assert by_verdict == expected, (case, rung)
    if verdict.steps:
        assert max(LADDER.index(step.rung) for step in verdict.steps) == LADDER.index(verdict.rung)
    if own and "normal_form" in case:
        assert text(a.normalize("scheme")) == text(b.normalize("scheme")) == case["normal_form"]


def test_modes_of_comparison():
    keys = ("a", "b", "same_text", "equivalent", "ignoring_fragment", "base", "against_base")
    cases = load("ladder/modes.toml", *keys)
    for case in cases:
        for grammar, kind in REFERENCES.items():
            a, b = kind(case["a"]), kind(case["b"])
            assert (a == b) == case.get("same_text", a == b)
            assert a.equivalent(b) == case.get("equivalent", a.equivalent(b))
            if "ignoring_fragment" in case:
                assert a.equivalent(b, ignore_fragment=True) == case["ignoring_fragment"]
            if "base" in case:
                base = ABSOLUTES[grammar](case["base"])
                assert base.resolve(a).equivalent(base.resolve(b)) == case["against_base"]


def test_what_formats_spell_is_resolved_before():
    cases = load("ladder/preparations.toml", "format", "raw", "iri")
    raw, iris = ([case[key] for case in cases] for key in ("raw", "iri"))
    assert columnar(arrow.rung, raw, iris) == ["different"] * len(cases)
    for one, other in zip(raw, iris, strict=True):
        assert not oneiri.Iri(one).equivalent(other)


def test_dot_segments_as_printed():
    cases = load("ladder/remove-dot-segments.toml", "input", "expected")
    for case in cases:
        assert oneiri.remove_dot_segments_rfc3986(case["input"]) == case["expected"]


def test_percent_encoding():
    cases = load("ladder/percent.toml", "operation", "pairs")
    pairs = 0
    for case in cases:
        for value, expected in case["pairs"]:
            pairs += 1
            if case["operation"] == "encode":
                assert oneiri.encode(value) == expected and oneiri.decode_text(expected) == value
                continue
            given, wanted = (f"x://{part}@{part}/{part}?{part}#{part}" for part in (value, expected))
            for grammar, kind in REFERENCES.items():
                assert text(kind(given).normalize_steps(escape=True)) == wanted
                name = f"{grammar}-reference"
                got = columnar(arrow.normalize_steps, [given], escape=True, grammar=name)
                assert got == [wanted]
    assert pairs == 13


def test_components():
    cases = load("ladder/components.toml", "input", "authority", *COMPONENTS)
    inputs = [case["input"] for case in cases]
    for grammar, kind in REFERENCES.items():
        rows = columnar(arrow.parse, inputs, grammar=f"{grammar}-reference")
        for case, row in zip(cases, rows, strict=True):
            value = kind(case["input"])
            expected = {name: case.get(name) for name in COMPONENTS}
            assert parts(value, COMPONENTS) == row == expected
            assert value.authority == case.get("authority")


def test_printing():
    cases = load("srfi275/iri-to-string.toml", "input", "expected")
    for case in cases:
        assert str(oneiri.Iri(case["input"])) == case["expected"]


def flat(value):
    """The seven strings of STDURL: what is absent is empty."""
    return {name: part for name, part in parts(value, COMPONENTS).items() if part}


def test_stdurl_texts():
    cases = load("stdurl/parse.toml", "input", "flat")
    for case in cases:
        assert flat(oneiri.UriRef(case["input"])) == {k: v for k, v in case["flat"].items() if v}
    cases = load("stdurl/parse-authority.toml", "authority", "host", "port")
    for case in cases:
        assert outcome(oneiri.UriRef, case["authority"]) is None
        value = oneiri.UriRef(f"//{case['authority']}")
        assert (value.host, value.port) == (case["host"], case["port"])
    cases = load("stdurl/build.toml", "flat", "expected")
    for case in cases:
        given = {name: part for name, part in case["flat"].items() if part}
        assert text(oneiri.UriRef.build(**given)) == case["expected"]


def test_stdurl_percent_encoding():
    cases = load("stdurl/encode.toml", "input", "safe", "expected")
    for case in cases:
        assert oneiri.encode(case["input"], safe=case["safe"]) == case["expected"]
        assert oneiri.encode(case["input"].encode(), safe=case["safe"]) == case["expected"]
        assert oneiri.decode(case["expected"]).decode() == case["input"]
    cases = load("stdurl/decode.toml", "input", "expected")
    for case in cases:
        assert oneiri.decode(case["input"]).decode() == case["expected"]


def test_stdurl_validity():
    cases = load("stdurl/valid.toml", "input", "expected")
    inputs, expected = ([case[key] for case in cases] for key in ("input", "expected"))
    assert columnar(arrow.is_valid, inputs, grammar="uri-reference") == expected
    assert [outcome(oneiri.UriRef, value) is not None for value in inputs] == expected


def test_the_faults_of_others_are_not_ours():
    made, checks = ("head", "unit", "times", "tail"), ("error", "host", "normal", "same", "other")
    prose = ("also", "package", "fault", "why")
    cases = load("advisories.toml", "input", "base", "resolved", *made, *checks, *prose)
    inputs = []
    for case in cases:
        head, unit, times, tail = (case.get(key, "") for key in made)
        inputs.append(case["input"] if "input" in case else head + unit * times + tail)
    short = [case["input"] for case in cases if "input" in case]
    values = [outcome(oneiri.IriRef, given) for given in short]
    assert columnar(arrow.normalize, short, rung="path") == [text(v and v.normalize("path")) for v in values]
    normal = arrow.normalize(inputs, "path", threads=0).to_pylist()
    parsed, why = (function(inputs, threads=0).to_pylist() for function in (arrow.parse, arrow.why_not))
    for row, (given, case) in enumerate(zip(inputs, cases, strict=True)):
        value = outcome(oneiri.IriRef, given)
        assert (value is None) == ("error" in case) == (normal[row] is None), case["id"]
        if value is None:
            assert why[row]["component"] == case["error"] and parsed[row] is None, case["id"]
            continue
        assert str(value) == given and str(value.normalize("path")) == normal[row]
        assert value.host == parsed[row]["host"] == case.get("host", value.host), case["id"]
        assert normal[row] == case.get("normal", normal[row]), case["id"]
        if "same" in case:
            assert value.equivalent(case["same"], "path"), case["id"]
        if "other" in case and outcome(oneiri.IriRef, case["other"]) is not None:
            assert value.rung(case["other"]) is None, case["id"]
            assert arrow.rung([given], [case["other"]]).to_pylist() == ["different"]
        if "base" in case:
            assert oneiri.resolve(case["base"], given) == case["resolved"], case["id"]
            assert arrow.resolve([given], case["base"]).to_pylist() == [case["resolved"]]
