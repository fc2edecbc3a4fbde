# pyright: strict
"""For pyright and mypy: what the README shows has types, and no part of it is unknown."""

from typing import assert_type

import oneiri
from oneiri import Error, Iri, Ladder, Uri, arrow

iri = Iri("HTTP://Example.org:080/a/../ros%C3%A9?q#top")
assert_type((iri.host, iri.port_number, iri.path), tuple[str | None, int | None, str])
assert_type(iri.normalize("scheme"), Iri)
assert_type(iri.with_path("/c d", repair=True).join_segments("e/f"), Iri)

match iri:
    case Iri("HTTP" | "http", authority, path):
        assert_type(authority, str | None)
        assert_type(path, str)
    case Iri(scheme, query=query):
        assert_type(scheme, str)
        assert_type(query, str | None)

try:
    Uri("http://h/a b")
except Error as error:
    assert_type((error.start, error.component, error.found), tuple[int, str, str | None])

uri = Uri("http://h/docs/a.tar.gz?q=a%26b&lang=de")
assert_type(uri / "c d", Uri)
assert_type(uri.with_query({"q": ["x", 2], "lang": "de"}), Uri)
assert_type(uri.with_query({"q": "x"}), Uri)
assert_type(uri.with_query(q=["x", 2], lang="de"), Uri)
assert_type(uri.update_query(page=2) % {"q": "x"} % [("a", None), ("b", 1)], Uri)
assert_type(uri.extend_query("a=1").without_query_params("q", "lang"), Uri)
assert_type(uri.joinpath("a/b", "c").with_name("d").with_suffix(".txt"), Uri)
assert_type(uri.with_user("ada").with_password(None), Uri)
assert_type((uri.parts, uri.human_repr()), tuple[tuple[str, ...], str])
assert_type((uri.effective_port, uri.is_default_port()), tuple[int | None, bool])
assert_type(uri.origin, Uri | None)
assert_type(uri.username, str | None)
assert_type(f"{uri:<60}", str)
ladder = Ladder(idna=True, observations=[("301", "http://h/a", "http://h/b", "crawl of May")])
assert_type(ladder.compare("http://h/a", "http://h:80/b").chain, list[tuple[str, str, str, str]])
assert_type(oneiri.normalize("http://h:80", "scheme"), str)
out = arrow.normalize(["HTTP://h/%7Eada", None], "scheme", ladder=ladder)
assert_type(out, arrow.Array | arrow.ChunkedArray)
assert_type(out[1:], arrow.Array | arrow.ChunkedArray)
assert_type(~oneiri.arrow.is_valid(row for row in ["x:"]), arrow.Array | arrow.ChunkedArray)
