"""For the type checker alone: what each expression is."""

from typing import assert_type

import oneiri
from oneiri import Iri, IriRef, Uri, UriRef, arrow
from oneiri.compat import rfc3987, w3lib
from oneiri.policy import Decision, Policy, Reason, load
from oneiri.template import Match, Router, Template
from oneiri.whatwg import URL, SearchParams, ValidationError, validation_errors

uri = Uri("http://h/")
assert_type(uri.scheme, str)
assert_type(UriRef("/a").scheme, str | None)
assert_type(uri.with_host("i"), Uri)
assert_type(uri.normalize("scheme"), Uri)
assert_type(uri.resolve("a"), Uri)
assert_type(uri.relativize("http://h/a"), UriRef)
assert_type(uri.to_iri(), Iri)
assert_type(Iri(uri).to_uri(), Uri)
assert_type(IriRef("é").to_uri(), UriRef)
assert_type(IriRef.build(path="é"), IriRef)
assert_type(sorted([uri]), list[Uri])
assert_type(oneiri.normalize(uri, rung="case", grammar="uri"), str)
assert_type(oneiri.compare("x:", "x:").steps, list[oneiri.Step])
assert_type(oneiri.fingerprint("x:"), bytes)
assert_type(uri.query_pairs, tuple[tuple[str, str | None], ...])
assert_type(uri.query_value("a"), str | None)
assert_type(uri.with_query_pair("a", None).with_segment(-1, "x"), Uri)
assert_type(oneiri.Ladder(observations=[("301", uri, "x:", "")]).compare(uri, "x:"), oneiri.Verdict)
assert_type(oneiri.compare("x:", "x:").chain, list[tuple[str, str, str, str]])
assert_type(oneiri.Ladder(idna=True).normalize(uri, "scheme"), str)
assert_type(arrow.normalize(["x:", None]), arrow.Array | arrow.ChunkedArray)
assert_type(arrow.resolve(uri, arrow.Array.__new__(arrow.Array)), arrow.Array | arrow.ChunkedArray)
assert_type(rfc3987.parse("x:"), rfc3987.Parts)
assert_type(rfc3987.resolve("x:", "y"), str)
assert_type(w3lib.canonicalize_url(b"x:"), str)

url = URL("http://h/", base=uri)
assert_type(url.replace(port=8080, search={"a": 1}), URL)
assert_type(URL.parse("x:", url), URL | None)
assert_type(sorted({url}), list[URL])
assert_type(url.search_params, SearchParams)
assert_type(url.search_params.get("a"), str | None)
assert_type(list(url.search_params.items()), list[tuple[str, str]])
assert_type(validation_errors(url), list[ValidationError])
decision = load("policy.toml").check(url, base="x:")
assert_type(decision, Decision)
assert_type(decision.canonical, str | None)
assert_type(decision.reasons, list[Reason])
assert_type(arrow.check(["x:"], Policy.__new__(Policy)), arrow.Array | arrow.ChunkedArray)
template = Template("/{x}", rule="shortest-first")
values = {"x": ["a"]}
assert_type(template.expand(values, y=2, z={"a": "b"}, u=uri), str)
assert_type(template.match(url), Match | None)
assert_type(Router([template, "/a"]).find("/a"), tuple[int, Match] | None)
assert_type(Router({"a": template}, required=["x"]).find("/a"), tuple[str, Match] | None)
assert_type(Match.__new__(Match).get_list("x"), list[str])
assert_type(Match.__new__(Match).get_str("x", ""), str)
assert_type(oneiri.fingerprint("x:", "case"), bytes)

url.hash = "x"  # type: ignore[misc]
uri.path = "/x"  # type: ignore[misc]
uri.to_uri()  # type: ignore[attr-defined]
oneiri.normalize("x:", rung="url")  # type: ignore[arg-type]
arrow.normalize(7)  # type: ignore[call-overload]
