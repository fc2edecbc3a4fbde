"""What the guards of `oneiri.httpx`, `oneiri.requests` and `oneiri.aiohttp` have in common, for other clients as well.

A `Hop` is one of the requests that a URL leads to. It knows the decision of the policy, the addresses that may be
connected to, the time that is left, and what a redirect leads to.

Rust (`hop.rs` and `request.rs` of `oneiri-client`) and JavaScript (`bindings/js/src/undici.js`) repeat the limits, the
headers that a redirect drops and the method that it gets, so change all three together. The signatures in `httpx.py`,
`requests.py` and `aiohttp.py` repeat the defaults of `Guard`. The cases that all of them must pass are in
`crates/oneiri-policy/tests/fetch.toml`.

>>> from oneiri import policy
>>> hop = Hop(Guard(policy.preset("ssrf")), "https://example.com/a")
>>> hop.follow(303, "POST", "//example.org/b")
>>> hop.next.url, hop.next.is_get, hop.next.is_other_origin
('https://example.org/b', True, True)
>>> hop.follow(302, "GET", "http://127.0.0.1/")
>>> hop.next.hop, hop.next.code, hop.next.url
(1, 'special-address', 'http://127.0.0.1/')
"""

from __future__ import annotations

import inspect
import ipaddress
import re
import socket
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from concurrent import futures
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from time import monotonic
from typing import Any, TypeVar, cast

from ._oneiri import Uri
from .policy import Decision, Policy

__all__ = ["BodyTooLarge", "Denied", "Guard", "Hop", "Redirects", "resolve"]

# Headers that describe a body, and those that go to the origin for which they were given and to no other.
CONTENT = tuple(f"content-{name}" for name in ("encoding", "language", "length", "location", "type")) + ("transfer-encoding",)
# The ports of origins that name none.
PORTS = {scheme: Uri(f"{scheme}://h").effective_port for scheme in ("http", "https")}
SECRETS = ("authorization", "proxy-authorization")
CODINGS = "gzip, deflate"
OTHER = "the client reads another URL than the parsers of the policy; add the parser 'whatwg' to the policy"
# More addresses of one name are more than anybody tries.
MOST = 16
# How many bytes zlib gets at first, and the most that it may return at once.
STEP, PIECE = 512, 1 << 18

Resolve = Callable[[str, int], Iterable[str]]
_Init = TypeVar("_Init", bound=Callable[..., None])


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system resolves it.

    >>> resolve("127.0.0.1", 80)
    ['127.0.0.1']
    """
    if not host.isascii():
        raise socket.gaierror(socket.EAI_NONAME, f"{host!r} is not in ASCII")
    # As bytes, because the codec "idna" of Python refuses names that the system takes.
    found = socket.getaddrinfo(host.encode(), port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Denied(Exception):
    """The policy denies a URL, the target of a redirect, or every address to which a name leads.

    Each guard raises a subclass that is also an exception of its client.

    >>> from oneiri import policy
    >>> try:
    ...     Hop(Guard(policy.preset("ssrf")), "http://127.0.0.1/")
    ... except Denied as denied:
    ...     denied.hop, denied.code, denied.addresses
    (0, 'special-address', ())
    """

    decision: Decision
    """Why the policy denies the URL. If it allows the URL, then it admits none of `addresses`."""
    hop: int
    """The number of redirects before the request that was denied."""
    addresses: tuple[str, ...]
    """The addresses of the name, none of which is admitted."""
    url: str
    """The text that was checked, such as the target of a redirect. It may have secrets."""

    def __init__(self, decision: Decision, hop: int = 0, addresses: Iterable[str] = (), url: str = "") -> None:
        self.decision, self.hop, self.addresses, self.url = decision, hop, tuple(addresses), url
        text = str(decision)
        if decision:
            found = ", ".join(self.addresses) or "none"
            text = f"{decision.host!r} leads to no address that the policy admits; found {found}"
        super().__init__(f"redirect {hop}: {text}" if hop else text)

    def __str__(self) -> str:
        # Only here, because the search for the nearest rule looks at every rule.
        return "; ".join(filter(None, (super().__str__(), self.decision.nearest)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.decision, self.hop, self.addresses, self.url)

    @property
    def code(self) -> str:
        """The code of the first reason, or `address` if the URL is allowed and no address of its name is.

        It says nothing of your network.
        """
        return "address" if self.decision else self.decision.reasons[0].code


class BodyTooLarge(Exception):
    """A body is longer than `max_body` bytes, after unpacking.

    >>> list(Body(BodyTooLarge, 3, None).feed(b"abcd"))
    Traceback (most recent call last):
    oneiri.fetch.BodyTooLarge: the body is longer than 3 bytes
    """


class Redirects(Exception):
    """There were more redirects than `max_redirects`; a guard raises the exception that its client has for this.

    >>> from oneiri import policy
    >>> hop = Hop(Guard(policy.preset("ssrf"), max_redirects=0), "https://example.com/")
    >>> hop.follow(301, "GET", "/a")
    >>> hop.next
    Redirects('there were more than 0 redirects')
    """


def over(time: float) -> str:
    """The message that the time is over."""
    return f"the time for the request, {time:g} s, is over"


def named(init: _Init) -> _Init:
    """Says which parameters a class has, if one is unknown."""
    known = [*inspect.signature(init).parameters][2:]
    listed = ", ".join(known).replace("max_time", "max_time (the time for a request with its redirects and its body)")

    @wraps(init)
    def checked(self: Any, *args: Any, **options: Any) -> None:
        for name in options:
            if name not in ("policy", *known):
                raise TypeError(f"{type(self).__name__} has no parameter {name!r}; it has {listed}")
        init(self, *args, **options)

    return cast(_Init, checked)


@dataclass(frozen=True)
class Guard:
    """A policy, limits, how names are resolved, and the class of a denial.

    >>> from oneiri import policy
    >>> Guard(policy.preset("ssrf")).max_redirects
    10
    """

    policy: Policy
    max_redirects: int = 10
    max_body: int = 10 << 20
    max_time: float = 30.0
    resolve: Resolve = resolve
    denied: type[Denied] = Denied
    too_large: type[BodyTooLarge] = BodyTooLarge

    def __post_init__(self) -> None:
        if not isinstance(self.policy, Policy):
            raise TypeError(f"expected a policy, such as oneiri.policy.preset('ssrf'), found {self.policy!r}")


class Hop:
    """One of the requests that a URL leads to: the first one, or that of a redirect.

    >>> from oneiri import policy
    >>> guard = Guard(policy.preset("ssrf"), resolve=lambda host, port: ["10.0.0.1", "93.184.215.14"])
    >>> hop = Hop(guard, "HTTPS://Example.com")
    >>> hop.url, hop.host, hop.port, hop.addresses()
    ('https://example.com/', 'example.com', 443, ['93.184.215.14'])
    """

    __slots__ = (
        "address", "decision", "end", "guard", "host", "is_get", "is_other_origin", "next", "number", "port", "request", "url",
    )  # fmt: skip

    url: str
    """The text to send, and no other."""
    address: str | None
    """The host, if it is an address and no name."""
    next: Hop | Denied | Redirects | None
    """What a redirect leads to, after `follow`."""
    request: Any
    """The request of the client."""

    def __init__(self, guard: Guard, text: str, previous: Hop | None = None) -> None:
        decision = guard.policy.check(text, previous.url if previous else None)
        self.number: int = previous.number + 1 if previous else 0
        if decision.canonical is None:
            raise guard.denied(decision, self.number, url=text)
        self.guard, self.decision, self.url = guard, decision, decision.canonical
        self.end: float = previous.end if previous else monotonic() + guard.max_time
        self.host, self.port = (decision.host or "").strip("[]"), decision.port or 0
        self.address = None
        if ":" in self.host or self.host[-1:].isdigit():
            try:
                self.address = str(ipaddress.ip_address(self.host))
            except ValueError:
                pass
        self.is_get, self.is_other_origin = False, previous is not None and self.origin() != previous.origin()
        self.next = self.request = None

    def origin(self) -> tuple[str, str, int]:
        """The scheme, the host and the port."""
        return self.url.partition(":")[0], self.host, self.port

    def target(self) -> str:
        """The path and the query."""
        rest = self.url.partition("://")[2].partition("#")[0]
        slash = rest.find("/")
        return rest[slash:] if slash >= 0 else "/"

    def pool(self) -> tuple[int | None, bool]:
        """Which connections may be used again: those of URLs that admit the same addresses, as those of a rule do."""
        return self.decision.rule, self.address is not None

    def left(self, timeout: float | None = None) -> float:
        """The time that is left, or a shorter time of the client. It is 0 if no time is left."""
        left = max(self.end - monotonic(), 0.0)
        return left if timeout is None or left < timeout else timeout

    def admits(self, address: str) -> bool:
        """Whether a connection to an address may be used."""
        # If the host is an address, the policy admitted the text itself.
        if self.address is not None and ipaddress.ip_address(address) == ipaddress.ip_address(self.address):
            return True
        return self.decision.admits(address)

    def admitted(self, found: Iterable[str]) -> list[str]:
        """Those of the addresses that may be connected to. It raises `Denied` if there are none."""
        found = list(found)
        admitted = [address for address in dict.fromkeys(found) if self.admits(address)][:MOST]
        if not admitted:
            raise self.guard.denied(self.decision, self.number, found, self.url)
        return admitted

    def addresses(self) -> list[str]:
        """The addresses that may be connected to. It resolves the name, and raises `Denied`, `OSError` or `TimeoutError`."""
        if self.address:
            return [self.address]
        found: futures.Future[list[str]] = futures.Future()

        def run() -> None:
            try:
                found.set_result(list(self.guard.resolve(self.host, self.port)))
            except BaseException as error:
                found.set_exception(error)

        # The thread goes on alone when the time is over.
        threading.Thread(target=run, daemon=True).start()
        try:
            return self.admitted(found.result(self.left()))
        except futures.TimeoutError:
            raise TimeoutError(over(self.guard.max_time)) from None

    def follow(self, status: int, method: str, location: str | bytes | None) -> None:
        """Sets `next` to what a response leads to, if it is a redirect (RFC 9110 section 15.4).

        A text may have the surrogates of `surrogateescape`. Bytes that are not UTF-8 are percent-encoded.
        """
        self.next = None
        if location is None or status not in (301, 302, 303, 307, 308):
            return
        if self.number >= self.guard.max_redirects:
            self.next = Redirects(f"there were more than {self.guard.max_redirects} redirects")
            return
        try:
            # A field of HTTP begins and ends with no white space (RFC 9110 section 5.5), which some clients keep.
            field = location.encode("utf-8", "surrogateescape") if isinstance(location, str) else location
            text = field.strip(b" \t").decode("utf-8", "surrogateescape")
            text = re.sub("[\udc80-\udcff]", lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", text)
            self.next = Hop(self.guard, text, self)
        except Denied as denied:
            self.next = denied
            return
        post = method == "POST" and status in (301, 302)
        self.next.is_get = post or (status == 303 and method not in ("GET", "HEAD"))

    def drop(self, headers: MutableMapping[str, Any], *of_origin: str) -> None:
        """Drops the headers that the request of a redirect must not have, with others that are for one origin."""
        for name in (*((*SECRETS, *of_origin) if self.is_other_origin else ()), *(CONTENT if self.is_get else ())):
            # There may be several, of which `pop` would take one.
            if name in headers:
                del headers[name]

    def body(self, method: str | None, headers: MutableMapping[str, Any]) -> Body:
        """What counts and unpacks the body. The headers become those of the unpacked body."""
        coding = None if method == "HEAD" else headers.get("content-encoding")
        body = Body(self.guard.too_large, self.guard.max_body, coding)
        if body.is_packed:
            del headers["content-encoding"]
            headers.pop("content-length", None)
        return body


# The request for which the current thread or task connects and reads.
HOP: ContextVar[Hop | None] = ContextVar("oneiri.fetch", default=None)


def accept(headers: MutableMapping[str, Any]) -> None:
    """Asks for no body that cannot be unpacked in pieces."""
    accepted = str(headers.get("accept-encoding", ""))
    if "br" in accepted or "zstd" in accepted:
        headers["accept-encoding"] = CODINGS


def left(timeout: float | None, late: type[Exception] = TimeoutError, parts: int = 1) -> float | None:
    """The time for an operation of the current request, or for one of several, so that each has its turn."""
    hop = HOP.get()
    if hop is None:
        return timeout
    time = hop.left(timeout)
    if time <= 0:
        raise late(over(hop.guard.max_time))
    return time if parts == 1 else min(time, hop.left() / parts)


class Body:
    """Unpacks a body in pieces, and counts what comes out, so that a small body cannot become a huge one.

    It raises `BodyTooLarge`, and `zlib.error` or `ValueError` if the body cannot be unpacked, or ends too early.

    >>> body = Body(BodyTooLarge, 9, "gzip")
    >>> list(body.feed(bytes.fromhex("1f8b0800")))
    []
    >>> body.finish()
    Traceback (most recent call last):
    ValueError: the body ends before the end of its content coding 'gzip'
    """

    def __init__(self, too_large: type[BodyTooLarge], limit: int, coding: str | None) -> None:
        self._too_large, self._limit, self._left = too_large, limit, limit
        self._coding = (coding or "identity").strip().lower()
        self._unpack: Any = None
        self._begun = self._ended = False
        # The first byte of what may be another member.
        self._rest = b""
        # A body of empty members or blocks is never unpacked to anything, so what is packed has a limit, too.
        self._packed = 2 * limit + 1024
        self.is_packed = self._coding in ("gzip", "x-gzip", "deflate")

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The pieces of the body that come of some bytes."""
        if self._coding == "identity":
            yield self._count(data)
            return
        if not self.is_packed:
            raise ValueError(f"the content coding {self._coding!r} is none of {CODINGS}")
        if self._ended:
            return
        self._packed -= len(data)
        if self._packed < 0:
            most = 2 * self._limit + 1024
            raise self._too_large(f"the packed body is longer than {most} bytes (twice max_body, and 1024)")
        data, self._rest = self._rest + data, b""
        view, at, step, piece = memoryview(data), 0, STEP, b""
        # If a piece has its greatest length, there may be more of it without more bytes.
        while at < len(data) or (len(piece) == PIECE and self._unpack):
            if self._unpack is None:
                head = data[at : at + 2]
                # Another member of gzip may follow. Other bytes at the end are ignored, as clients do.
                if self._begun and (self._coding == "deflate" or not b"\x1f\x8b".startswith(head)):
                    self._ended = True
                    return
                if self._begun and len(head) < 2:
                    self._rest = head
                    return
                # Many servers send "deflate" without the header of zlib.
                raw = self._coding == "deflate" and head[0] & 15 != 8
                self._unpack = zlib.decompressobj(31 if self._coding != "deflate" else -15 if raw else 15)
                self._begun, step = True, STEP
            # zlib copies what follows a member, so it is given little at first, because many short ones may follow.
            given = view[at : at + step]
            piece = self._unpack.decompress(given, PIECE)
            at += len(given) - len(self._unpack.unused_data or self._unpack.unconsumed_tail)
            step *= 2
            if self._unpack.eof:
                self._unpack = None
            if piece:
                yield self._count(piece)

    def finish(self) -> None:
        """Raises `ValueError` if more of the body should have come."""
        if self._unpack is not None:
            raise ValueError(f"the body ends before the end of its content coding {self._coding!r}")

    def _count(self, piece: bytes) -> bytes:
        self._left -= len(piece)
        if self._left < 0:
            raise self._too_large(f"the body is longer than {self._limit} bytes")
        return piece
