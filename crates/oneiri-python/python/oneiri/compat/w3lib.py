"""`canonicalize_url` with the parameters of the function in `w3lib.url`.

Programs store the results as keys, so change no result without need. The guide
docs/guide/from-w3lib.md promises that all differences are listed here, so a new one needs a line here and
a row in `OTHER` of `tests/test_compat.py`.

The differences from w3lib 2.5, with reasons:

* A reserved character is never decoded: "/a%26b" stays unchanged, but w3lib turns it into "/a&b". The
  two are different identifiers (RFC 3986 section 2.2), so treating them as equal loses pages.
* After the authority, a "%" that begins no escape becomes "%25", and brackets become "%5B" and "%5D",
  because they can have no other meaning there: "http://h/100%" becomes "http://h/100%25". w3lib leaves
  such paths unchanged.
* A text that is still invalid raises `oneiri.Error`: "http://h:x/", "http://[h/", "http://u%@h/".
* Escapes of unreserved characters are decoded everywhere, including hosts, parameters and fragments.
  With `keep_fragments`, an empty fragment stays. A space in a host becomes "%20".
* IPv6 addresses keep their spelling, except for letter case.
* A backslash becomes "%5C", not a slash. Characters such as "|" in a path are encoded too.
* Characters that a query may hold stay: "?u=http://x/" does not become "?u=http%3A%2F%2Fx%2F".
* Removing dot segments keeps the structure: "foo:/a/..//b" becomes "foo:/.//b", but w3lib turns it
  into "foo:////b", which has a different path.
* Dot segments are also removed from a path that does not begin with a slash, because they mean the
  same there: "mailto:a/../b" becomes "mailto:b". They stay in a reference without a scheme, because
  only its target, for which a base is needed, has none: "//h/a/../b" stays.
* The default port of the scheme and leading zeros of a port are removed: "http://h:80/" becomes
  "http://h/". The other rules of the scheme apply too: "mailto:Ada@EXAMPLE.com" becomes
  "mailto:Ada@example.com", and "urn:ISBN:0" becomes "urn:isbn:0".
* A space in a query becomes "%20", not "+", because only HTML forms use "+" for a space. A "+" stays.
* A key without "=" stays without "=" ("?a" does not become "?a="), and ";" is not encoded, because
  servers treat these spellings differently.
* An empty query stays, because no rule of "http" makes "http://h/?" equal to "http://h/".
* Only the rules of a scheme turn an empty path into "/": "", "//h", "mailto:" and "x:?a" stay.
* No authority is made up: "http:/a" stays, but w3lib turns it into "http:///a".
* A host beyond ASCII is percent-encoded by RFC 3987 section 3.1, not turned into Punycode.
* The text is UTF-8; any other `encoding` raises ValueError.
"""

from __future__ import annotations

import re
from urllib.parse import ParseResult, SplitResult

from oneiri import Error, Identifier, IriRef, UriRef, decode, encode

__all__ = ["canonicalize_url"]

# Characters to remove at both ends, and characters to remove everywhere, as w3lib and the WHATWG do.
_ENDS = "".join(map(chr, range(0x21)))
_NOWHERE = str.maketrans("", "", "\t\n\r")
# Scheme and authority (RFC 3986 appendix B), and the characters to escape after them.
_START = re.compile(r"(?:[^:/?#]+:)?(?://[^/?#]*)?")
_STRAY = re.compile(r"%(?![0-9A-Fa-f]{2})|[\[\]]")


def canonicalize_url(
    url: str | bytes | ParseResult | SplitResult | Identifier,
    keep_blank_values: bool = True,
    keep_fragments: bool = False,
    encoding: str | None = None,
    *,
    query_separator: str = "&",
) -> str:
    """The URL in a form for comparison: a URI, normalized at the scheme rung. The pairs of the query
    are sorted by their decoded keys and values. The fragment is removed, unless `keep_fragments` is
    true.

    >>> canonicalize_url("HTTP://www.Example.com:80/do/../r\u00e9sum\u00e9?c=3&b=5&b=2#top")
    'http://www.example.com/r%C3%A9sum%C3%A9?b=2&b=5&c=3'
    >>> canonicalize_url("http://h/a%26b?q=1%262&a=", keep_blank_values=False)
    'http://h/a%26b?q=1%262'
    >>> canonicalize_url("http://h/100%?a[]=1")
    'http://h/100%25?a%5B%5D=1'
    """
    if encoding is not None and encoding.lower().replace("-", "") != "utf8":
        raise ValueError(f"encoding={encoding!r}: expected None or 'utf-8'")
    if isinstance(url, bytes):
        # Escapes the octets beyond ASCII, because they may not be UTF-8.
        url = encode(url, safe="".join(map(chr, range(0x80))))
    if isinstance(url, ParseResult | SplitResult):
        url = url.geturl()
    if not isinstance(url, str | Identifier):
        found = type(url).__name__
        raise TypeError(f"expected str, bytes, a ParseResult or an identifier, found {found}")
    text = str(url).strip(_ENDS)
    if "\n" in text or "\t" in text or "\r" in text:
        text = text.translate(_NOWHERE)
    try:
        iri = IriRef.parse_lenient(text)
    except Error:
        iri = IriRef.parse_lenient(_mended(text))
    uri: UriRef = iri.to_uri().normalize("scheme")
    if not keep_fragments:
        uri = uri.with_fragment(None)
    if uri.query:
        pairs = [pair.partition("=") for pair in uri.query.split(query_separator) if pair]
        if not keep_blank_values:
            pairs = [pair for pair in pairs if pair[2]]
        pairs.sort(key=lambda pair: (decode(pair[0]), decode(pair[2])))
        uri = uri.with_query(query_separator.join(map("".join, pairs)) or None)
    return str(uri)


def _mended(text: str) -> str:
    """Escapes the characters after the authority that cannot be structure there."""
    start = _START.match(text)
    end = start.end() if start else 0
    rest, hash, fragment = text[end:].partition("#")
    rest = f"{rest}{hash}{fragment.replace('#', '%23')}"
    return text[:end] + _STRAY.sub(lambda found: encode(found[0]), rest)
