"""`canonicalize_url` in the shape of `w3lib.url`.

What differs from w3lib 2.5, and why:

* A reserved character is never decoded: "/a%26b" stays, where w3lib makes "/a&b" of it. The two are
  different identifiers (RFC 3986 section 2.2), and merging them loses pages.
* Behind the authority a "%" that begins no escape is "%25", and brackets are "%5B" and "%5D", which is
  what they can only mean: "http://h/100%" is "http://h/100%25", where w3lib lets paths be.
* What is no identifier even so raises `oneiri.Error`: "http://h:x/", "http://[h/", "http://u%@h/".
* Escapes of unreserved characters are decoded everywhere, in hosts, parameters and fragments too, and
  an empty fragment that is kept stays. A space in a host is "%20".
* IPv6 addresses keep their spelling, but for the case of letters.
* A backslash is "%5C", and not a slash; "|" and the like in a path are encoded too.
* Characters that a query may hold stay: "?u=http://x/" is not "?u=http%3A%2F%2Fx%2F".
* Dot segments are removed so that structure stays: "foo:/a/..//b" is "foo:/.//b", where w3lib makes
  "foo:////b", which has another path.
* The port that is the scheme's own is removed ("http://h:80/" is "http://h/"), and leading zeros; and
  what else a scheme says of itself: "mailto:Ada@EXAMPLE.com" is "mailto:Ada@example.com".
* A space in a query is "%20", not "+": that "+" is a space is a convention of HTML forms alone. A "+"
  stays what it is.
* A key without "=" stays without ("?a" is not "?a="), and no ";" is encoded: servers tell these apart.
* An empty query stays: "http://h/?" is not "http://h/" by any rule of "http".
* No "/" is put where there is no path, but by the rules of the scheme: "" and "//h" stay.
* A host beyond ASCII is percent-encoded as RFC 3987 section 3.1 has it, not turned into Punycode.
* The text is UTF-8; another `encoding` is a ValueError.
"""

from __future__ import annotations

import re
from urllib.parse import ParseResult, SplitResult

from oneiri import Error, Identifier, IriRef, UriRef, decode, encode

__all__ = ["canonicalize_url"]

# What is dropped at both ends, and what is dropped everywhere, as w3lib and the WHATWG have it.
_ENDS = "".join(map(chr, range(0x21)))
_NOWHERE = str.maketrans("", "", "\t\n\r")
# Scheme and authority (RFC 3986 appendix B), and what behind them is to be escaped.
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
    """The URL in a form to compare by: a URI, normalized up to the scheme rung, its query's pairs
    sorted by what their keys and values stand for, without its fragment.

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
        # Its octets, if they are no UTF-8.
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
    """With escapes for what behind the authority can be no structure."""
    start = _START.match(text)
    end = start.end() if start else 0
    rest, hash, fragment = text[end:].partition("#")
    rest = f"{rest}{hash}{fragment.replace('#', '%23')}"
    return text[:end] + _STRAY.sub(lambda found: encode(found[0]), rest)
