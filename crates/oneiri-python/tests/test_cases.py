"""Every case of `testdata/`, through values and functions, and through columns."""

import pytest

import oneiri
from cases import (
    ABSOLUTES,
    COMPONENTS,
    FOLDER,
    GRAMMARS,
    REFERENCES,
    columnar,
    errors_of,
    load,
    outcome,
    parts,
    text,
)
from oneiri import arrow

STEPS = {
    "case": {"case": True},
    "escape": {"escape": True},
    "path-segments": {"path": True},
}


def srfi(value):
    """The seven fields of SRFI 275 (see testdata/README.md)."""
    host, digits = value.host, (value.port or "").lstrip("0")
    fields = {
        "scheme": value.scheme,
        "user": value.userinfo,
        "host": None if host == "" and value.userinfo is not None else host,
        "port": digits or ("0" if value.port else None),
        "path": value.path or None,
        "query": value.query,
        "fragment": value.fragment,
    }
    return {name: field for name, field in fields.items() if field is not None}


def wanted_srfi(case):
    return {name: str(field) for name, field in case["srfi"].items()}


PARSED = [
    *sorted((FOLDER / "decisions").glob("parse-*.toml")),
    FOLDER / "grammar.toml",
    FOLDER / "srfi275" / "parse.toml",
    FOLDER / "srfi275" / "iri-getters.toml",
]
PARSED = [path.relative_to(FOLDER).as_posix() for path in PARSED if "lenient" not in path.name]


@pytest.mark.parametrize("file", PARSED)
def test_texts_are_parsed(file):
    keys = ("authority_present", "error", "grammar", "host_kind", "input", "port_raw", "relative")
    cases = load(file, *keys, "srfi")
    for grammar in ("uri", "iri"):
        held = [case for case in cases if grammar in GRAMMARS[case.get("grammar", "both")]]
        inputs = [case["input"] for case in held]
        columns = columnar(arrow.parse, inputs, grammar=f"{grammar}-reference")
        absolute = columnar(arrow.is_valid, inputs, grammar=grammar)
        valid = columnar(arrow.is_valid, inputs, grammar=f"{grammar}-reference")
        why = columnar(arrow.why_not, inputs, grammar=f"{grammar}-reference")
        assert why == errors_of(REFERENCES[grammar], inputs)
        for case, row, has_scheme, ok in zip(held, columns, absolute, valid, strict=True):
            value = outcome(REFERENCES[grammar], case["input"])
            assert has_scheme == ("scheme" in case.get("srfi", {})), case
            assert has_scheme == (outcome(ABSOLUTES[grammar], case["input"]) is not None)
            assert ok == (value is not None) == ("srfi" in case), case
            if value is None:
                assert case["error"] and row is None, case
                continue
            assert str(value) == case["input"]
            assert srfi(value) == wanted_srfi(case), case
            assert parts(value, COMPONENTS) == row, case
            if "authority_present" in case:
                assert (value.authority is not None) == case["authority_present"]
                assert value.port == case.get("port_raw"), case
            if "host_kind" in case:
                assert value.host_kind == case["host_kind"], case
            if "relative" in case:
                assert (value.scheme is None) == case["relative"]


def test_texts_are_refused():
    cases = load("errors.toml", "grammar", "input", "component", "start")
    for grammar in ("uri", "iri"):
        held = [case for case in cases if grammar in GRAMMARS[case["grammar"]]]
        inputs = [case["input"] for case in held]
        why = columnar(arrow.why_not, inputs, grammar=f"{grammar}-reference")
        assert why == errors_of(REFERENCES[grammar], inputs)
        for case, row in zip(held, why, strict=True):
            assert outcome(ABSOLUTES[grammar], case["input"]) is None
            assert row["component"] == case.get("component", row["component"]), case
            if "start" in case:
                # The files count bytes, Python characters.
                before = case["input"].encode()[: case["start"]].decode()
                assert row["start"] == len(before), case
            assert 0 <= row["start"] <= row["end"] <= len(case["input"])
            with pytest.raises(oneiri.Error) as caught:
                arrow.parse(["x:", case["input"]], grammar=f"{grammar}-reference", errors="raise")
            assert caught.value.row == 1 and caught.value.message == row["message"]


@pytest.mark.parametrize("file", ["lenient.toml", "decisions/parse-lenient.toml"])
def test_lenient_parsing(file):
    cases = load(file, "grammar", "input", "expected", "error", "before_encoding")
    for case in cases:
        kind = REFERENCES[case.get("grammar", "uri")]
        value = outcome(kind.parse_lenient, case["input"])
        assert (value is None) == case.get("error", False), case
        if "expected" in case:
            assert str(value) == case["expected"]
        if "before_encoding" in case:
            decoded = {name: oneiri.decode_text(field) for name, field in srfi(value).items()}
            before = case["before_encoding"].items()
            assert decoded == {name: oneiri.decode_text(str(field)) for name, field in before}


def normalizations():
    """Grammar, steps, and the cases of a file that are of that kind."""
    for operation in ("case", "escape", "path-segments"):
        for grammar in ("uri", "iri"):
            file = f"srfi275/normalize-{grammar}-{operation}.toml"
            yield file, grammar, operation, load(file, "input", "expected", "lenient", "times")
    file = "stdurl/normalize.toml"
    yield file, "uri", "normalize", load(file, "input", "expected")
    for path in sorted((FOLDER / "decisions").glob("normalize-*.toml")):
        file = path.relative_to(FOLDER).as_posix()
        groups = {}
        for case in load(file, "operation", "input", "expected"):
            groups.setdefault(case["operation"], []).append(case)
        for operation, cases in groups.items():
            grammar, _, step = operation.partition("-")
            yield file, grammar, step, cases


NORMALIZED = list(normalizations())


@pytest.mark.parametrize(
    ("file", "grammar", "operation", "cases"),
    NORMALIZED,
    ids=[f"{file} {grammar} {operation}" for file, grammar, operation, _ in NORMALIZED],
)
def test_texts_are_normalized(file, grammar, operation, cases):
    inputs = []
    for case in cases:
        value = case["input"]
        if case.get("lenient"):
            assert outcome(oneiri.UriRef, value) is None
            value = str(oneiri.UriRef.parse_lenient(value))
        inputs.append(value)
    expected = [case["expected"] for case in cases]
    name = f"{grammar}-reference"
    values = [REFERENCES[grammar](value) for value in inputs]
    if operation == "normalize":
        once = [value.normalize("path") for value in values]
        again = [value.normalize("path") for value in once]
        columns = columnar(arrow.normalize, inputs, rung="path", grammar=name)
        assert [oneiri.normalize(value, "path", grammar=name) for value in inputs] == expected
    else:
        steps = STEPS[operation]
        once = [value.normalize_steps(**steps) for value in values]
        again = [value.normalize_steps(**steps) for value in once]
        columns = columnar(arrow.normalize_steps, inputs, grammar=name, **steps)
    # All are idempotent, so that any number of times comes to the same.
    assert list(map(text, once)) == list(map(text, again)) == columns == expected


@pytest.mark.parametrize(
    "file",
    [
        "decisions/convert.toml",
        "ladder/conversions.toml",
        "srfi275/iri-to-uri.toml",
        "srfi275/uri-to-iri.toml",
    ],
)
def test_texts_are_converted(file):
    cases = load(file, "direction", "input", "expected", "optional")
    for direction in ("uri->iri", "iri->uri"):
        named = file.removeprefix("srfi275/").removesuffix(".toml").replace("-to-", "->")
        held = [case for case in cases if case.get("direction", named) == direction]
        inputs = [case["input"] for case in held]
        if direction == "uri->iri":
            scalar = [text(oneiri.UriRef(value).to_iri()) for value in inputs]
            columns = columnar(arrow.to_iri, inputs)
        else:
            scalar = [text(oneiri.IriRef(value).to_uri()) for value in inputs]
            columns = columnar(arrow.to_uri, inputs)
        assert columns == scalar
        for case, got in zip(held, scalar, strict=True):
            assert (got == case["expected"]) != case.get("optional", False), case


@pytest.mark.parametrize(
    "file",
    [
        "decisions/resolve.toml",
        "ladder/resolve.toml",
        "srfi275/resolve-iri-reference.toml",
        "stdurl/resolve.toml",
    ],
)
def test_references_are_resolved(file):
    keys = ("base", "reference", "expected", "rfc3986_verbatim", "backward_compatible")
    cases = load(file, *keys)
    bases, references = ([case[key] for case in cases] for key in ("base", "reference"))
    expected = [case["expected"] for case in cases]
    for grammar in ("uri", "iri"):
        for case in cases:
            base, reference = ABSOLUTES[grammar](case["base"]), case["reference"]
            assert text(base.resolve(reference)) == case["expected"], case
            verbatim = case.get("rfc3986_verbatim", case["expected"])
            assert text(base.resolve(reference, verbatim=True)) == verbatim, case
            if file == "ladder/resolve.toml":
                compatible = case.get("backward_compatible", case["expected"])
                assert text(base.resolve(reference, loophole=True)) == compatible, case
        name = f"{grammar}-reference"
        assert columnar(arrow.resolve, references, bases, grammar=name) == expected
        for one in set(bases):
            held = [case for case in cases if case["base"] == one]
            got = columnar(arrow.resolve, [case["reference"] for case in held], base=one)
            assert got == [case["expected"] for case in held]
    scalar = [oneiri.resolve(*pair) for pair in zip(bases, references, strict=True)]
    assert scalar == expected


SETTERS = ("scheme", "user", "host", "port", "authority", "path", "query", "fragment")


@pytest.mark.parametrize(("file", "impossible"), [("update.toml", 0), ("decisions/update.toml", 1)])
def test_components_are_replaced(file, impossible):
    keys = ("grammar", "operation", "policy", "input", "value", "user", "host", "port")
    cases = load(file, *keys, "expected", "error")
    left = 0
    for case in cases:
        component = case["operation"].removeprefix("update-")
        assert component in SETTERS and ("expected" in case) != case.get("error", False)
        repair = {"repair": True} if "policy" in case else {}
        if component == "scheme" and "value" not in case:
            left += 1  # A scheme cannot be taken away: nobody can even write it.
            continue
        for grammar in GRAMMARS[case.get("grammar", "both")]:
            values = [REFERENCES[grammar](case["input"])]
            values += filter(None, [outcome(ABSOLUTES[grammar], case["input"])])
            for value in values:
                if component == "authority":
                    given = [case.get(key) for key in ("user", "host", "port")]
                    if not repair:
                        got = outcome(value.with_authority_parts, *digits(given))
                        assert text(got) == case.get("expected"), case
                    got = outcome(value.with_authority, joined(*given), **repair)
                else:
                    name = {"user": "userinfo"}.get(component, component)
                    (new,) = digits([case.get("value", "" if component == "path" else None)])
                    options = {} if component == "scheme" else repair
                    got = outcome(getattr(value, f"with_{name}"), new, **options)
                assert text(got) == case.get("expected"), case
                assert got is None or type(got) is type(value)
    assert left == impossible


def digits(values):
    return [value if value is None else str(value) for value in values]


def joined(user, host, port):
    if (user, host, port) == (None, None, None):
        return None
    user = "" if user is None else f"{user}@"
    return user + (host or "") + ("" if port is None else f":{port}")


def test_fingerprints():
    cases = load("fingerprints.toml", "input", "rung", "normal_form", "xxh3_128", "blake3")
    for rung in {case["rung"] for case in cases}:
        held = [case for case in cases if case["rung"] == rung]
        inputs = [case["input"] for case in held]
        forms = [case["normal_form"] for case in held]
        assert columnar(arrow.normalize, inputs, rung=rung) == forms
        assert [oneiri.normalize(value, rung=rung) for value in inputs] == forms
        for name, key in (("xxh3", "xxh3_128"), ("blake3", "blake3")):
            expected = [bytes.fromhex(case[key]) for case in held]
            assert columnar(arrow.fingerprint, inputs, rung=rung, hash=name) == expected
            scalar = [oneiri.fingerprint(value, rung=rung, hash=name) for value in inputs]
            values = [oneiri.IriRef(value).fingerprint(rung, hash=name) for value in inputs]
            assert scalar == values == expected


def test_lints():
    cases = load("lint.toml", "code", "grammar", "input", "found", "details", "fixed")
    for case in cases:
        for grammar in GRAMMARS[case["grammar"]]:
            value, only = REFERENCES[grammar](case["input"]), [case["code"]]
            found = value.lint(only=only)
            assert {finding.name for finding in found} <= set(only)
            got = [case["input"][f.start : f.end] for f in found]
            assert got == case["found"], case
            for finding, detail in zip(found, case.get("details", []), strict=False):
                assert detail in finding.message, case
            name = f"{grammar}-reference"
            assert oneiri.lint(case["input"], only=only, grammar=name) == found
            fixed = oneiri.fix(case["input"], only=only, grammar=name)
            assert fixed == case.get("fixed", case["input"]), case
