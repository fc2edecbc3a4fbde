"""What holds for every text."""

from hypothesis import given, settings
from hypothesis import strategies as st

import oneiri
from oneiri import arrow, policy, template, whatwg

GRAMMARS = {"uri": oneiri.Uri, "uri-reference": oneiri.UriRef, "iri": oneiri.Iri, "iri-reference": oneiri.IriRef}
RUNGS = ["string", "case", "escape", "path", "scheme", "protocol"]
PIECES = [*"aAzZ09:/?#[]@!$&'()*+,;=-._~% \\|é\u202e\U0001f600", "%7E", "%2f", "%C3%A9", "..", "//"]
PIECES += ["http", "h", "://", "urn:", "[::1]", "mailto:", "%e2%80%ae"]
texts = st.one_of(st.lists(st.sampled_from(PIECES)).map("".join), st.text())
columns = st.lists(st.none() | texts, max_size=40)
grammars = st.sampled_from(list(GRAMMARS))
rungs = st.sampled_from(RUNGS)


def made(grammar, text):
    try:
        return GRAMMARS[grammar](text)
    except (oneiri.Error, UnicodeEncodeError):
        return None


@given(texts, grammars, rungs)
def test_a_normal_form_is_a_value_and_its_own_normal_form(text, grammar, rung):
    value = made(grammar, text)
    if value is None:
        return
    assert str(value) == text
    normal = value.normalize(rung)
    assert type(normal)(str(normal)) == normal == normal.normalize(rung)
    assert value.equivalent(normal, rung) and value.fingerprint(rung) == normal.fingerprint(rung)
    assert oneiri.normalize(text, rung=rung, grammar=grammar) == str(normal)


@given(texts, grammars)
def test_components_put_together_are_the_value(text, grammar):
    value = made(grammar, text)
    if value is None:
        return
    names = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    components = {name: getattr(value, name) for name in names}
    assert type(value).build(**components) == value
    assert hash(value) == hash(GRAMMARS[grammar](text))
    assert eval(repr(value), vars(oneiri)) == value


@given(texts, grammars)
def test_parts_that_are_read_can_be_written(text, grammar):
    value = made(grammar, text)
    if value is None or "\ufffd" in str((value.segments, value.query_pairs)):
        return
    again = value.with_query(value.query_pairs)
    assert again.query_pairs == value.query_pairs and again.with_query(None) == value.with_query(None)
    for index, segment in enumerate(value.segments):
        if segment in (".", ".."):
            continue
        again = value.with_segment(index, segment)
        assert again.segments == value.segments and again.raw_segments.count("") == value.raw_segments.count("")
    base = type(value).build(scheme="x", host="h", path="/")
    if value.name not in (".", ".."):
        assert (base / value.name).name == value.name


@given(texts, texts)
def test_to_resolve_undoes_to_relativize(base, target):
    base, target = made("iri", base), made("iri", target)
    if base is None or target is None:
        return
    resolved = base.resolve(base.relativize(target))
    assert resolved.equivalent(target)


@settings(deadline=None)
@given(columns, grammars, rungs)
def test_columns_are_what_values_are(rows, grammar, rung):
    try:
        normal = arrow.normalize(rows, rung=rung, grammar=grammar).to_pylist()
    except UnicodeEncodeError:
        return
    values = [None if row is None else made(grammar, row) for row in rows]
    strings = [None if value is None else str(value.normalize(rung)) for value in values]
    assert normal == strings
    valid = [None if row is None else value is not None for row, value in zip(rows, values)]
    assert arrow.is_valid(rows, grammar=grammar).to_pylist() == valid
    prints = [None if value is None else value.fingerprint(rung) for value in values]
    assert arrow.fingerprint(rows, rung=rung, grammar=grammar).to_pylist() == prints
    why = arrow.why_not(rows, grammar=grammar).to_pylist()
    assert [row is not None and ok is False for row, ok in zip(rows, valid)] == [reason is not None for reason in why]


@settings(deadline=None)
@given(st.lists(st.tuples(texts, texts), max_size=20), grammars)
def test_rungs_of_columns_are_those_of_values(pairs, grammar):
    pairs = [pair for pair in pairs if all(map(encodable, pair))]
    rungs = arrow.rung([a for a, _ in pairs], [b for _, b in pairs], grammar=grammar).to_pylist()
    for (a, b), rung in zip(pairs, rungs):
        a, b = made(grammar, a), made(grammar, b)
        expected = None if a is None or b is None else a.rung(b) or "different"
        assert rung == expected


def encodable(text):
    try:
        return text.encode() is not None
    except UnicodeEncodeError:
        return False


@given(texts, st.none() | texts)
def test_a_url_is_its_own_url_and_errors_lie_in_its_text(text, base):
    base = None if base is None else whatwg.URL.parse(base)
    url = whatwg.URL.parse(text, base)
    errors = whatwg.validation_errors(text, base)
    assert all(0 <= error.start <= error.end <= len(text) for error in errors)
    assert whatwg.URL.can_parse(text, base) == (url is not None)
    if url is None:
        assert errors
    else:
        assert whatwg.URL(url.href) == url == eval(repr(url), vars(whatwg))
        params = url.search_params
        assert whatwg.SearchParams(str(params)) == params == whatwg.SearchParams(list(params.items()))


RULES = [policy.preset(name) for name in ("ssrf", "gateway", "open-redirect")]


@given(texts, st.none() | st.just("https://h.example/a"), st.sampled_from(RULES))
def test_a_decision_is_that_of_its_canonical_text(text, base, rules):
    decision = rules.check(text, base)
    if decision:
        assert rules.check(decision.canonical, base).canonical == decision.canonical
    else:
        assert decision.canonical is None and decision.reasons
        assert all(0 <= it.start <= it.end <= len(text) for it in decision.reasons)
    (row,) = arrow.check([text], rules, base=base).to_pylist()
    assert (row["allow"], row["canonical"]) == (decision.allowed, decision.canonical)


@given(texts, st.lists(texts, max_size=3))
def test_a_match_expands_to_its_text(text, items):
    form = template.Template("/{x}{?y*}{#w}")
    expanded = form.expand(x=text, y=items, w=items)
    assert form.expand(form.match(expanded).values) == expanded
    found = form.match(text)
    assert found is None or form.expand(found.values) == text
