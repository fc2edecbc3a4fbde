"""`oneiri.policy`: the cases of the Rust crate, decisions, errors, and columns."""

import copy
import ipaddress
import json
import pickle
import threading

import pyarrow as pa
import pytest

import oneiri
from cases import FOLDER, SHAPES
from oneiri import arrow, policy
from oneiri.whatwg import URL

FILES = sorted((FOLDER / "policy").glob("*.json"))
AGENT = 'extends = "agent"\n[[allow]]\nscheme = "https"\nhost = "*.example.com"\n'


def codes(decision):
    return [reason.code for reason in decision.reasons]


def test_the_cases_of_rust():
    cases = 0
    for path in FILES:
        for group in json.loads(path.read_text("utf-8"))["group"]:
            rules = policy.loads("\n".join(group["policy"]))
            checks = {key: group.get(key, []) for key in ("allow", "deny", "stricter", "violations", "canonical")}
            cases += sum(map(len, checks.values()))
            for text in checks["allow"]:
                assert rules.check(text).allowed, (path, text)
            for text in checks["deny"]:
                assert not rules.check(text), (path, text)
            for text, *expected in checks["stricter"] + checks["violations"]:
                assert set(expected) <= set(codes(rules.check(text))), (path, text)
            for text, canonical in checks["canonical"]:
                assert rules.check(text).canonical == canonical
            # Columns decide alike.
            texts = [*checks["allow"], None, *checks["deny"]]
            column = arrow.check(texts, rules).to_pylist()
            for text, row in zip(texts, column, strict=True):
                decision = text is not None and rules.check(text)
                assert row is None if text is None else row == {
                    "allow": decision.allowed,
                    "canonical": decision.canonical,
                    "reasons": None if decision else " ".join(dict.fromkeys(codes(decision))),
                }
    assert cases > 150


@pytest.mark.parametrize("name", ["ssrf", "agent", "redirect-uri", "gateway", "open-redirect"])
def test_presets(name):
    rules = policy.preset(name)
    assert rules.test() == [] and rules.warnings == []
    assert pickle.loads(pickle.dumps(rules)) == rules and {rules: 1}[policy.preset(name)] == 1
    assert rules != policy.loads("") and not rules.check("http://0x7f.1/")


def test_a_decision_fails_closed():
    rules = policy.loads(AGENT)
    yes, no = rules.check("https://API.example.com"), rules.check("https://evil.example/")
    assert (yes.allowed, yes.canonical, yes.host, yes.port, yes.rule) == (
        True, "https://api.example.com/", "api.example.com", 443, 1,
    )
    assert yes and yes.reasons == [] and str(yes) == "allowed: https://api.example.com/"
    assert (no.allowed, no.canonical, no.host, no.port, no.rule) == (False, None, None, None, None)
    assert not no and codes(no) == ["no-rule"] and repr(no) == "<Decision: denied, no-rule>"
    for address in ("93.184.215.14", ipaddress.ip_address("2606:4700::1111")):
        assert yes.admits(address) and not no.admits(address)
    for address in ("10.0.0.1", "::ffff:127.0.0.1", "fe80::1%eth0", ipaddress.ip_address("169.254.169.254")):
        assert not yes.admits(address) and not no.admits(address)
    for wrong in ("example.com", "", "0x7f.1", "127.0.0.1%eth0", 7, None):
        with pytest.raises(ValueError, match="expected an IPv4 or IPv6 address"):
            yes.admits(wrong)
    based = policy.preset("open-redirect").check("/a", "https://h.example/b")
    for it in (yes, no, based):
        for again in (pickle.loads(pickle.dumps(it)), copy.copy(it), copy.deepcopy(it)):
            assert (again.canonical, again.rule, again.reasons) == (it.canonical, it.rule, it.reasons)
            assert again.admits("93.184.215.14") == it.admits("93.184.215.14") and not again.admits("::1")
    with pytest.raises(TypeError):
        policy.Decision()
    with pytest.raises(AttributeError):
        no.allowed = True
    with pytest.raises(oneiri.Error):
        rules.check("https://a.example.com/\ud800")
    with pytest.raises(TypeError):
        rules.check(None)


def test_reasons_count_characters():
    decision = policy.preset("ssrf").check("http://é:p@h.example/")
    reason = next(it for it in decision.reasons if it.code == "userinfo")
    assert (reason.start, reason.end) == (7, 10) and "é" not in str(decision)
    assert pickle.loads(pickle.dumps(reason)) == reason and {reason: 1}[reason]
    (refused,) = policy.preset("ssrf").check("http://a b/").reasons[:1]
    # Two parsers refuse it, each for its own reason, and the code is there once.
    decision = policy.preset("ssrf").check("x y")
    assert len(decision.reasons) == 2 and repr(decision) == "<Decision: denied, invalid>"
    assert arrow.check(["x y"], policy.preset("ssrf")).to_pylist()[0]["reasons"] == "invalid"
    # As in Rust: the message says who refuses the text, and a pickle says the same.
    assert refused.parsers and str(refused) == f"invalid: {refused.message}"
    apart = policy.preset("ssrf").check("http://a\\@b/").reasons[0]
    assert str(apart).endswith(": rfc3987 sees no URL, whatwg sees the host 'a'")
    assert str(pickle.loads(pickle.dumps(apart))) == str(apart)


def test_values_are_checked():
    rules = policy.preset("open-redirect")
    base = URL("https://app.example/login")
    assert rules.check("/next", base).canonical == "https://app.example/next"
    assert not rules.check("//evil.example", base) and not rules.check("/next", "not a base")
    assert policy.preset("ssrf").check(oneiri.Uri("http://h.example/")).canonical == "http://h.example/"


def test_errors_name_line_and_key(tmp_path):
    for text, message, found in (
        ("a = 1", "line 1, a: expected one of the keys extends", "a"),
        ('# é\n[[allow]]\nhost = "ex*mple.com"', "line 3, host: 'ex*mple.com' would match more than it shows", '"'),
        ("[violations]\nuserinf = 'allow'", "line 2, userinf: expected one of the keys userinfo", "u"),
        ("parsers = 1", "line 1, parsers: expected a string or a list", "1"),
    ):
        (tmp_path / "policy.toml").write_text(text, "utf-8")
        for make in (lambda: policy.loads(text), lambda: policy.load(tmp_path / "policy.toml")):
            with pytest.raises(oneiri.Error) as caught:
                make()
            error = caught.value
            assert message in str(error) and text[error.start] == error.found == found, error
            assert error.component == "policy"
    with pytest.raises(ValueError, match='unknown preset "x": expected one of ssrf, agent'):
        policy.preset("x")


def test_tests_and_warnings():
    rules = policy.loads(AGENT + '[[test]]\ntext = "https://a.example.com/"\ndecision = "deny"\n')
    assert rules.test() == ["expected deny, found allow: 'https://a.example.com/'"]
    rules = policy.loads('[[test]]\ntext = "/a"\nbase = "http://h/"\ndecision = "allow"\n')
    assert rules.test() == ["expected allow, found deny: '/a' with the base 'http://h/'"]


ROWS = ["https://A.example.com", None, "https://u@a.example.com/", "é b", ""]


def test_columns_of_every_shape():
    rules = policy.loads(AGENT)
    answer = arrow.check(ROWS, rules).to_pylist()
    assert [row and row["allow"] for row in answer] == [True, None, False, False, False]
    for name, shape in SHAPES.items():
        # Some shapes have other rows around these, and leave them out again.
        assert arrow.check(shape(ROWS), rules).to_pylist() == answer, name
    # Keys beyond the texts are an error, and a text without a key need not be UTF-8.
    texts = pa.array([b"https://a.example.com/", b"\xff"]).cast(pa.string(), safe=False)
    column = pa.DictionaryArray.from_arrays(pa.array([0, 0, None], pa.int8()), texts)
    assert [row and row["allow"] for row in arrow.check(column, rules)] == [True, True, None]
    with pytest.raises(ValueError, match="found one beyond the dictionary"):
        arrow.check(pa.DictionaryArray.from_arrays(pa.array([0, 5]), texts, safe=False), rules)
    assert arrow.check([], rules).to_pylist() == [] and arrow.check([None], rules).to_pylist() == [None]
    assert arrow.check([b"https://a.example.com/\xff"], rules).to_pylist()[0]["allow"] is False
    based = arrow.check(["/next"], policy.preset("open-redirect"), base="https://h.example/a")
    assert based.to_pylist()[0]["canonical"] == "https://h.example/next"


def test_columns_of_pandas_polars_and_duckdb():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    import oneiri.duckdb
    import oneiri.pandas
    import oneiri.polars  # noqa: F401

    rules, expected = policy.loads(AGENT), [True, None, False, False, False]
    series = pandas.Series(ROWS, index=list("abcde"), name="url")
    frame = series.iri.check(rules).struct.explode()
    assert list(frame.index) == list("abcde") and list(frame["allow"].fillna(False)) == [True] + [False] * 4
    table = polars.DataFrame({"url": ROWS})
    lazy = table.lazy().select(polars.col("url").iri.check(rules))
    assert lazy.collect_schema()["url"] == lazy.collect()["url"].dtype
    for column in (lazy.collect()["url"], table["url"].iri.check(rules)):
        assert column.struct.field("allow").to_list() == expected
    connection = duckdb.connect()
    assert oneiri.duckdb.register(connection, policy=rules)[-1] == "oneiri_check"
    rows = connection.sql("SELECT oneiri_check(url).allow, oneiri_check(url).reasons FROM 'table'").fetchall()
    assert [row[0] for row in rows] == expected and rows[2][1] == "userinfo"


def test_a_policy_is_used_by_many_threads():
    rules, failures = policy.loads(AGENT), []

    def run():
        for _ in range(200):
            if not rules.check("https://a.example.com/") or rules.check("https://b.example/"):
                failures.append(1)

    threads = [threading.Thread(target=run) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert failures == []
