"""Queries by the pair, paths by the segment, and ladders of one's own."""

import os
import subprocess
import sys
import threading

import pytest

import oneiri
from oneiri import Iri, IriRef, Ladder, Uri, UriRef


def test_pairs_are_read_as_they_stand():
    assert UriRef("/").query_pairs == UriRef("/?").query_pairs == UriRef("/?&&").query_pairs == ()
    assert UriRef("?a=%31&b&=c=d&a=2").raw_query_pairs == (("a", "%31"), ("b", None), ("", "c=d"), ("a", "2"))


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ("?a=%31&a=2", "a", "1"),
        ("?%61=x", "a", "x"),
        ("?a", "a", ""),
        ("?a=1+1", "a", "1+1"),
        ("?a=%ff", "a", "\N{REPLACEMENT CHARACTER}"),
        ("?a=é", "a", "é"),
        ("?A=1", "a", None),
        ("?", "a", None),
        ("", "", None),
    ],
)
def test_a_value_of_the_query_is_decoded(query, key, value):
    assert oneiri.IriRef(query).query_value(key) == value


@pytest.mark.parametrize("value", ["", "a&b=c", "100%", "+ ", "#?/", "é\0", "\N{GRINNING FACE}"])
def test_what_is_put_into_a_query_is_what_is_read_from_it(value):
    for kind in (Uri, Iri):
        uri = kind("http://h/?x=%31&k=1&&k#f")
        changed = uri.with_query_pair("k", value)
        assert changed.query_value("k") == value and changed.fragment == "f"
        assert [key for key, _ in changed.query_pairs] == ["x", "k"]
        assert changed.raw_query_pairs[0] == ("x", "%31")
        assert changed.query_pairs == (("x", "1"), ("k", value))
        more = uri.join_query_pair("new", value)
        assert str(more).startswith(str(uri).removesuffix("#f")) and len(more.query_pairs) == 4
        assert more.query_value("new") == value
        assert uri.with_query_pair(value, "y").query_value(value) == "y"


def test_what_is_read_from_a_path_or_query_can_be_written_to_another():
    uri = Uri("http://h/x%20y%2Fz/a%20b.t%61r?a%26=%31&b&=c%3Dd&e=#f")
    assert Uri("http://i/") / uri.name == Uri("http://i/a%20b.tar")
    assert (uri.name, uri.raw_name, uri.suffix) == ("a b.tar", "a%20b.t%61r", ".tar")
    assert uri.segments == ("x y/z", "a b.tar") and uri.raw_segments == ("x%20y%2Fz", "a%20b.t%61r")
    for index, segment in enumerate(uri.segments):
        assert uri.with_segment(index, segment).equivalent(uri)
    assert Uri("http://h/").join_segments(*uri.segments).segments == uri.segments
    assert uri.query_pairs == (("a&", "1"), ("b", None), ("", "c=d"), ("e", ""))
    for pairs in (uri.query_pairs, list(uri.query_pairs)):
        assert str(uri.with_query(pairs).query) == "a%26=1&b&=c%3Dd&e="
    assert uri.with_query(()) == uri.with_query(None)
    for wrong in ((1, 2), [("a",)], [("a", "b", "c")], 7, {"a"}, [("a", 1.5)]):
        with pytest.raises((TypeError, ValueError)):
            uri.with_query(wrong)


def test_a_port_beyond_all_numbers_is_an_error_with_its_place():
    with pytest.raises(oneiri.Error, match="port") as caught:
        Iri("http://é:99999/").port_number
    error = caught.value
    assert (error.component, error.start, error.end) == ("port", 9, 14) and "byte" not in str(error)


def test_ladders_made_alike_are_equal():
    seen = [("301", "http://h/a", "http://h/b", "log")]
    one, two = Ladder(idna=True, observations=seen), Ladder(idna=True, observations=iter(seen))
    assert one == two and hash(one) == hash(two) and one != Ladder(idna=True) and one != 7
    assert Ladder() == Ladder() != Ladder(urn_names=True)


def test_pairs_are_removed_and_the_query_with_the_last():
    uri = Uri("http://h/?a=1&b&%61=2")
    assert uri.with_query_pair("a", None) == Uri("http://h/?b")
    assert uri.with_query_pair("a", None).with_query_pair("b", None) == Uri("http://h/")
    assert uri.with_query_pair("c", None) == uri
    assert Uri("http://h/?").with_query_pair("c", None) == Uri("http://h/?")


def test_segments_are_replaced():
    uri = Uri("http://h/a/b/")
    assert uri.with_segment(0, "x y") == Uri("http://h/x%20y/b/")
    assert uri.with_segment(-1, "c/d") == Uri("http://h/a/b/c%2Fd")
    assert uri.with_segment(-3, "") == Uri("http://h//b/")
    for index in (3, -4, sys.maxsize, -sys.maxsize - 1):
        with pytest.raises(IndexError, match="in a path of 3"):
            uri.with_segment(index, "x")
    with pytest.raises(IndexError):
        Uri("http://h").with_segment(0, "x")
    for wrong in ("..", "."):
        with pytest.raises(oneiri.Error, match=r'other than "\." and "\.\."'):
            uri.with_segment(0, wrong)
    with pytest.raises(oneiri.Error, match=r"byte 1: expected no \"//\""):
        Uri("foo:/a/b").with_segment(0, "")


@pytest.mark.parametrize(
    ("change", "start", "found"),
    [
        (lambda: UriRef("").join_segments("a:b"), 1, ":"),
        (lambda: UriRef("").join_segments("a", "é:b"), None, None),
        (lambda: IriRef("").join_segments("éé:b"), 2, ":"),
        # The path that it would have become is %C3%A9%C3%A9:b.
        (lambda: UriRef("").join_segments("éé:b"), 12, ":"),
        (lambda: UriRef("a").with_segment(0, "éé:b"), 12, ":"),
        (lambda: IriRef("a/b").with_segment(0, "éé:b"), 2, ":"),
        (lambda: UriRef("a").join_segments("ok", ".."), 0, "."),
        (lambda: IriRef("é").with_segment(0, ""), 0, None),
        (lambda: Uri("foo:/a/b").with_segment(0, ""), 1, "/"),
    ],
)
def test_where_segments_do_not_fit(change, start, found):
    if start is None:
        assert change() == UriRef("a/%C3%A9:b")
        return
    with pytest.raises(oneiri.Error) as caught:
        change()
    assert (caught.value.component, caught.value.start, caught.value.found) == ("path", start, found)


def test_paths_as_pathlib_has_them():
    for text, parent, name, suffix in [
        ("//h/a/b.c", "//h/a", "b.c", ".c"),
        ("//h/a/", "//h/a", "", ""),
        ("//h/a?q#f", "//h/", "a", ""),
        ("//h//a", "//h/", "a", ""),
        ("//h?q", "//h", "", ""),
        ("", "", "", ""),
        ("a.", "", "a.", ""),
        ("./a:b.c.d", ".", "a:b.c.d", ".d"),
        ("x:.//.a", "x:./", ".a", ""),
        ("..a.b", "", "..a.b", ".b"),
        ("..", "", "..", ""),
        ("urn:a:b#c", "urn:", "a:b", ""),
    ]:
        value = UriRef(text)
        assert (str(value.parent), value.name, value.suffix) == (parent, name, suffix)
    assert Iri("x:/é/b#f").parent == Iri("x:/é")


HOPS = [("301", "http://h/a", "http://h/b", "crawl"), ("canonical", Iri("http://h:80/b"), "http://h/c", "page")]


def test_what_was_observed_is_the_protocol_rung():
    ladder = Ladder(observations=iter(HOPS))
    verdict = ladder.compare("HTTP://h/a#top", "http://h/c#top")
    assert (verdict.rung, ladder.problems, verdict.difference) == ("protocol", [], None)
    assert verdict.chain == [
        ("redirect", "http://h/a", "http://h/b", "crawl"),
        ("canonical", "http://h:80/b", "http://h/c", "page"),
    ]
    (step,) = verdict.steps
    assert (step.component, step.a, step.b) == ("text", "HTTP://h/a", "http://h/c")
    assert 'redirect: "http://h/a" leads to "http://h/b", by "crawl"' in str(verdict)
    assert ladder.equivalent("http://h/a", "http://h/c", "protocol")
    assert not ladder.equivalent("http://h/a", "http://h/c", "scheme")
    assert ladder.normalize("http://h/a#x", "protocol") == "http://h/c#x"
    assert ladder.normalize("http://h/a#x", "scheme") == "http://h/a#x"
    assert ladder.compare("http://h/a", "http://h/d").rung is None
    assert oneiri.compare("http://h/a", "http://h/c").chain == []
    assert repr(ladder) == "Ladder(observations=...)"


def test_what_contradicts_itself_is_told_and_not_used():
    ladder = Ladder(
        observations=[
            ("308", "http://h/a", "http://h/b", ""),
            ("308", "http://h/a", "http://h/c", ""),
            ("308", "http://h/d", "http://h/e", ""),
        ]
    )
    assert ladder.problems == ["conflict: http://h/a leads to http://h/b and to http://h/c"]
    assert not ladder.equivalent("http://h/a", "http://h/b", "protocol")
    assert ladder.equivalent("http://h/d", "http://h/e", "protocol")


@pytest.mark.parametrize(
    ("observation", "error", "said"),
    [
        (("302", "http://h/", "http://i/", ""), ValueError, "row 1: expected redirect, 301"),
        (("301", "http://h/#f", "http://i/", ""), ValueError, "row 1: expected no fragment"),
        (("301", "urn:a:b", "http://i/", ""), ValueError, "row 1: expected a scheme whose"),
        (("301", "/h", "http://i/", ""), oneiri.Error, "row 1: invalid IRI: scheme"),
        (("301", 7, "http://i/", ""), TypeError, "expected str or an identifier, found int"),
        (("301", "http://h/"), ValueError, "row 1: expected .kind, from, to, source., found 2"),
    ],
)
def test_observations_that_are_none_are_refused(observation, error, said):
    with pytest.raises(error, match=said):
        Ladder(observations=[HOPS[0], observation])


def test_observations_may_be_lists_as_those_of_a_file():
    ladder = Ladder(observations=[["301", "http://h/", "http://i/", "log"]])
    assert ladder.equivalent("http://h/", "http://i/", "protocol")


def test_names_are_the_same_only_where_that_is_asked_for():
    unicode, punycode = "http://b\N{LATIN SMALL LETTER U WITH DIAERESIS}cher.example/", (
        "http://xn--bcher-kva.example/"
    )
    assert Ladder(idna=True).compare(unicode, punycode).rung == "scheme"
    assert Ladder().compare(unicode, punycode).rung is None
    assert Ladder(idna=True).normalize(unicode, "path") == unicode
    assert eval(repr(Ladder(idna=True))).equivalent(unicode, punycode, "scheme")
    # Observations are settled by the ladder's own idea of names.
    known = Ladder(idna=True, observations=[("301", unicode, "http://h/", "")])
    assert known.equivalent(punycode, "http://h/", "protocol")


def test_hashes_are_those_of_processes_with_the_same_seed():
    """Spark and others divide rows by hash among processes, and set this seed for that."""
    run = "import oneiri; print(hash(oneiri.Uri('http://h/')), hash(oneiri.Iri('http://h/')))"

    def hashes(seed):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", run]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    assert hashes("0") == hashes("0") != hashes("1")
    assert hashes("random") != hashes("random")


def test_half_a_surrogate_pair_is_refused_as_all_else_is():
    text = "http://h/\N{GRINNING FACE}\ud800"
    for make in (Uri, UriRef, Iri, oneiri.IriRef, Iri.parse_lenient, oneiri.normalize, oneiri.lint):
        with pytest.raises(oneiri.Error, match=r"character 10: .* U\+D800 \(RFC 3987") as caught:
            make(text)
        error = caught.value
        assert text[error.start : error.end] == error.found == "\ud800"
        assert (error.component, error.row) == ("text", None)
    uri, half = Uri("http://h/a"), "é\ud800"
    for give in (
        uri.with_scheme,
        uri.with_userinfo,
        uri.with_host,
        uri.with_port,
        uri.with_path,
        uri.with_fragment,
        uri.join_segments,
        uri.query_value,
        lambda half: uri.with_segment(0, half),
        lambda half: uri.with_query_pair("a", half),
        lambda half: uri.join_query_pair(half, "b"),
        lambda half: uri.with_authority_parts(None, half, None),
        lambda half: Uri.build(scheme="x", path=half),
        lambda half: Ladder(observations=[("301", "x://h", "x://i", half)]),
        oneiri.encode,
        oneiri.decode,
        oneiri.decode_text,
        oneiri.remove_dot_segments_rfc3986,
        lambda half: oneiri.encode("", safe=half),
    ):
        with pytest.raises(oneiri.Error, match=r"character 1: .* U\+D800 \(RFC 3987"):
            give(half)
        if give is not oneiri.encode:
            with pytest.raises(TypeError):
                give(b"x")


@pytest.mark.parametrize(
    ("port", "error", "said"),
    [
        (-1, ValueError, "0 to 65535"),
        (65536, ValueError, "0 to 65535"),
        (True, TypeError, "found bool"),
        (80.0, TypeError, "found float"),
    ],
)
def test_what_is_no_port_is_refused(port, error, said):
    for make in (Uri("http://h/").with_port, lambda port: UriRef.build(host="h", port=port)):
        with pytest.raises(error, match=said):
            make(port)


def test_many_threads_at_bulk_work():
    """Each gets its own answer, and Python goes on in the thread that waits for them."""
    import pyarrow as pa

    from oneiri import arrow

    results, turns = {}, 0

    def work(number):
        rows = [f"HTTP://h{number}/%7E{n}" for n in range(20_000)]
        for threads in (1, 2, 0):
            normal = pa.array(arrow.normalize(pa.array(rows), threads=threads))
            results[number, threads] = normal.to_pylist()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        threads[turns % 6].join(0.001)
        turns += 1
    for (number, _), rows in results.items():
        assert rows == [f"http://h{number}/~{n}" for n in range(20_000)]
    assert len(results) == 18 and turns > 1
