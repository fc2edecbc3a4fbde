"""For Scrapy: requests and links that differ in spelling alone are the same.

In the settings of a project:

    REQUEST_FINGERPRINTER_CLASS = "oneiri.scrapy.RequestFingerprinter"

and in a spider:

    Rule(LinkExtractor(), process_links=oneiri.scrapy.canonical_links)

or `LinkExtractor` of this module, which does so itself.

Scrapy keeps fingerprints in its caches and queues, so `canonical` and the bytes that are hashed stay as they are: with
others, a spider that goes on would ask for every page again.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.linkextractors.lxmlhtml import LxmlLinkExtractor

from ._error import Error
from ._oneiri import Iri

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import TextResponse
    from scrapy.link import Link

__all__ = ["LinkExtractor", "RequestFingerprinter", "canonical", "canonical_links"]


def canonical(url: str, *, keep_fragment: bool = False) -> str:
    """The URL in its normal form at the scheme rung, as a URI, without its fragment. Characters that
    stand in no URL are percent-encoded first. What is invalid even then stays as it is.

    The query keeps its order: `oneiri.compat.w3lib.canonicalize_url` sorts it.

    >>> canonical("HTTP://Example.org:80/a b/../%7Eada?b=2&a=1#top")
    'http://example.org/~ada?b=2&a=1'
    >>> canonical("http://[h/")
    'http://[h/'
    """
    try:
        iri = Iri.parse_lenient(url)
    except Error:
        return url
    uri = iri.to_uri().normalize("scheme")
    return str(uri if keep_fragment else uri.with_fragment(None))


class RequestFingerprinter:
    """A request fingerprinter for the setting `REQUEST_FINGERPRINTER_CLASS`. Two requests have the same
    fingerprint if their methods and bodies are the same, and their URLs are the same at the scheme
    rung, without their fragments. Headers make no difference, as in Scrapy.

    >>> from scrapy import Request
    >>> fingerprint = RequestFingerprinter().fingerprint
    >>> fingerprint(Request("http://h/%7Eada")) == fingerprint(Request("http://h:80/~ada#top"))
    True
    >>> fingerprint(Request("http://h/a%2Fb")) == fingerprint(Request("http://h/a/b"))
    False
    """

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Request, bytes] = WeakKeyDictionary()

    def fingerprint(self, request: Request) -> bytes:
        """The fingerprint: 20 bytes."""
        known = self._known.get(request)
        if known is None:
            hash = blake2b(digest_size=20)
            for part in (request.method.encode(), canonical(request.url).encode(), request.body):
                # With their lengths, no two lists of parts are the same bytes.
                hash.update(len(part).to_bytes(8, "big") + part)
            known = self._known[request] = hash.digest()
        return known


def canonical_links(links: Iterable[Link]) -> list[Link]:
    """The links with canonical URLs, each URL once; for `process_links` of a `Rule`.

    >>> from scrapy.link import Link
    >>> [link.url for link in canonical_links([Link("http://h/%7E"), Link("http://h:80/~")])]
    ['http://h/~']
    """
    kept: dict[str, Link] = {}
    for link in links:
        link.url = canonical(link.url)
        kept.setdefault(link.url, link)
    return list(kept.values())


class LinkExtractor(LxmlLinkExtractor):
    """Scrapy's link extractor with canonical URLs, each once in a page.

    >>> from scrapy.http import HtmlResponse
    >>> page = HtmlResponse("http://h/d/", body=b"<a href='../%7E'></a><a href='/~#top'></a>")
    >>> [link.url for link in LinkExtractor().extract_links(page)]
    ['http://h/~']
    """

    def extract_links(self, response: TextResponse) -> list[Any]:
        """The links of a page."""
        return canonical_links(super().extract_links(response))
