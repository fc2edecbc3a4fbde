"""Transports of httpx for URLs that strangers name. They send what a policy allows, to addresses that it admits.

>>> import httpx
>>> from oneiri import policy
>>> from oneiri.httpx import Denied, PolicyTransport
>>> with httpx.Client(transport=PolicyTransport(policy.preset("ssrf")), follow_redirects=True) as client:
...     try:
...         client.get("http://127.0.0.1/")
...     except Denied as denied:  # This is also an `httpx.RequestError`.
...         print(denied.code)
special-address

docs/guide/fetch.md says what they do, and what they do not do.

The parameters and defaults before `verify` are those of `Guard`, so they change together with `fetch.py`, `requests.py`
and `aiohttp.py`. `_transport` replaces `_pool._network_backend`, which is private in httpx, so run
`tests/test_fetch*.py` with each new version of httpx. The page `docs/fetch.md` of the package names the version and the
errors.
"""

from __future__ import annotations

import ssl
import weakref
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio.to_thread
import httpcore
import httpx

from . import fetch
from .fetch import CONTENT, HOP, OTHER, PORTS, Guard, Hop, left
from .policy import Policy

__all__ = ["AsyncPolicyTransport", "BodyTooLarge", "Denied", "PolicyTransport"]

# The extension of a request that holds how it was sent. httpx copies it into the request of a redirect.
_KEY = "oneiri"
_Transport = TypeVar("_Transport", httpx.HTTPTransport, httpx.AsyncHTTPTransport)


class Denied(fetch.Denied, httpx.RequestError):
    """The policy denies a URL, the target of a redirect, or every address to which a name leads.

    It is no `httpx.TransportError`, so that nobody sends the request again.

    >>> issubclass(Denied, httpx.HTTPError), issubclass(Denied, httpx.TransportError)
    (True, False)
    """


class BodyTooLarge(fetch.BodyTooLarge, httpx.RequestError):
    """The body is longer than `max_body` bytes, after unpacking.

    >>> issubclass(BodyTooLarge, httpx.HTTPError)
    True
    """


@dataclass
class _Sent:
    """How a request was sent, and the URL that httpx makes of the target of its redirect."""

    hop: Hop
    request: weakref.ref[httpx.Request]
    target: httpx.URL | None = None


def _target(base: httpx.URL, location: str) -> httpx.URL:
    """The URL that httpx makes of the target of a redirect."""
    url = httpx.URL(location)
    if url.scheme and not url.host:
        url = url.copy_with(host=base.host)
    return (base.join(url) if url.is_relative_url else url).copy_with(fragment=None)


class _Guarded:
    """What both transports have: a guard, and one transport of httpx for the URLs that admit the same addresses."""

    @fetch.named
    def __init__(
        self,
        policy: Policy,
        *,
        max_redirects: int = 10,
        max_body: int = 10 << 20,
        max_time: float = 30.0,
        resolve: fetch.Resolve = fetch.resolve,
        verify: ssl.SSLContext | str | bool = True,
        cert: Any = None,
        trust_env: bool = True,
        http1: bool = True,
        http2: bool = False,
        limits: httpx.Limits = httpx.Limits(max_connections=100, max_keepalive_connections=20),
        local_address: str | None = None,
        retries: int = 0,
        socket_options: Iterable[Any] | None = None,
    ) -> None:
        self._guard = Guard(policy, max_redirects, max_body, max_time, resolve, Denied, BodyTooLarge)
        # Neither `proxy` nor `uds` may be among them, because neither connects to an address that the policy admits.
        self._options: dict[str, Any] = {
            "verify": httpx.create_ssl_context(verify=verify, cert=cert, trust_env=trust_env),
            "http1": http1,
            "http2": http2,
            "limits": limits,
            "local_address": local_address,
            "retries": retries,
            "socket_options": socket_options,
        }
        self._transports: dict[object, Any] = {}

    def _transport(self, hop: Hop, kind: type[_Transport], backend: Any) -> _Transport:
        found: _Transport | None = self._transports.get(hop.pool())
        if found is not None:
            return found
        transport = kind(**self._options)
        pool: Any = vars(transport).get("_pool")
        if "_network_backend" not in vars(pool or self):
            raise RuntimeError(f"httpx {httpx.__version__} is not supported")
        pool._network_backend = backend(pool._network_backend)
        made: _Transport = self._transports.setdefault(hop.pool(), transport)
        return made

    def _enter(self, request: httpx.Request) -> _Sent:
        """How to send a request, whose URL and headers become those that may be sent."""
        previous = request.extensions.get(_KEY)
        hop: Hop | Exception | None = None
        if isinstance(previous, _Sent) and previous.hop.guard is not self._guard:
            # Another client made the request of a redirect, by another policy.
            previous = None
        if isinstance(previous, _Sent) and previous.target is not None and previous.request() is not request:
            # Not if a program gives the extensions to a request for another URL.
            if previous.target == request.url.copy_with(fragment=None):
                hop = previous.hop.next
        if isinstance(hop, fetch.Redirects):
            raise httpx.TooManyRedirects(str(hop))
        if isinstance(hop, Exception):
            raise hop
        url = request.url
        text = str(url)
        hop = hop or Hop(self._guard, text)
        if text != hop.url:
            own = request.headers.get("Host") == url.netloc.decode("ascii")
            url = request.url = httpx.URL(hop.url)
            if own:
                request.headers["Host"] = url.netloc.decode("ascii")
        if (url.scheme, url.raw_host.decode("ascii"), url.port or PORTS.get(url.scheme)) != hop.origin():
            raise httpx.RequestError(OTHER)
        sent = _Sent(hop, weakref.ref(request))
        request.extensions = {**request.extensions, _KEY: sent}
        target = hop.target().encode()
        if url.raw_path != target or "target" in request.extensions:
            # httpx would send another spelling of the path.
            request.extensions["target"] = target
        if isinstance(previous, _Sent) and hop is previous.hop.next:
            _redirect(request, previous.request(), hop)
        fetch.accept(request.headers)
        return sent

    def _leave(self, sent: _Sent, request: httpx.Request, response: httpx.Response) -> None:
        """Counts the body, and lets httpx follow redirects as the policy reads them."""
        hop, headers = sent.hop, response.headers
        location = headers["location"] if response.has_redirect_location else None
        # As the bytes that the server wrote.
        hop.follow(response.status_code, request.method, location and location.encode(headers.encoding))
        if isinstance(hop.next, Hop):
            location = headers["location"] = hop.next.url
        if hop.next is not None:
            try:
                sent.target = _target(request.url, location or "")
            except httpx.InvalidURL:
                # httpx would raise an error that says less.
                if isinstance(hop.next, Denied):
                    raise hop.next from None
                raise httpx.TooManyRedirects(str(hop.next)) from None
        response.stream = _Body(response.stream, hop, request, hop.body(request.method, headers))


@contextmanager
def _during(hop: Hop, request: httpx.Request) -> Iterator[None]:
    """Names the limit when the time is over, because anyio says nothing, and the system says the same of each limit."""
    token = HOP.set(hop)
    try:
        yield
    except httpx.TimeoutException as error:
        name = type(error).__name__.removesuffix("Timeout").lower()
        own = request.extensions.get("timeout", {}).get(name)
        if hop.left() <= 0 or own is None:
            raise type(error)(fetch.over(hop.guard.max_time)) from error
        raise type(error)(f"the timeout {name!r} of httpx, {own:g} s, is over") from error
    finally:
        HOP.reset(token)


class PolicyTransport(_Guarded, httpx.BaseTransport):
    """A transport for `httpx.Client`. The last nine parameters are those of `httpx.HTTPTransport`.

    >>> from oneiri import policy
    >>> client = httpx.Client(transport=PolicyTransport(policy.preset("ssrf"), max_redirects=3, max_time=5))
    """

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request."""
        sent = self._enter(request)
        transport = self._transport(sent.hop, httpx.HTTPTransport, _Backend)
        with _during(sent.hop, request):
            response = transport.handle_request(request)
        try:
            self._leave(sent, request, response)
        except BaseException:
            response.close()
            raise
        return response

    def close(self) -> None:
        """Closes all connections."""
        for transport in self._transports.values():
            transport.close()


class AsyncPolicyTransport(_Guarded, httpx.AsyncBaseTransport):
    """A transport for `httpx.AsyncClient`, with the parameters of `PolicyTransport`.

    >>> from oneiri import policy
    >>> client = httpx.AsyncClient(transport=AsyncPolicyTransport(policy.preset("ssrf")))
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request."""
        sent = self._enter(request)
        transport = self._transport(sent.hop, httpx.AsyncHTTPTransport, _AsyncBackend)
        with _during(sent.hop, request):
            response = await transport.handle_async_request(request)
        try:
            self._leave(sent, request, response)
        except BaseException:
            await response.aclose()
            raise
        return response

    async def aclose(self) -> None:
        """Closes all connections."""
        for transport in self._transports.values():
            await transport.aclose()


def _redirect(request: httpx.Request, previous: httpx.Request | None, hop: Hop) -> None:
    """Makes of the request of a redirect what RFC 9110 says."""
    if not hop.is_get and previous is not None and request.method != previous.method:
        # httpx makes GET of every method after 302, and drops the body.
        request.method, request.stream = previous.method, previous.stream
        for name in CONTENT:
            if name in previous.headers:
                request.headers[name] = previous.headers[name]
    hop.drop(request.headers)


class _Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that is unpacked, and has a limit of length and of time."""

    def __init__(self, stream: Any, hop: Hop, request: httpx.Request, body: fetch.Body) -> None:
        self._stream, self._hop, self._request, self._body = stream, hop, request, body

    def __iter__(self) -> Iterator[bytes]:
        pieces = iter(self._stream)
        while True:
            with _during(self._hop, self._request):
                data = next(pieces, None)
            yield from self._unpacked(data)
            if data is None:
                return

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = aiter(self._stream)
        while True:
            with _during(self._hop, self._request):
                data = await anext(pieces, None)
            for piece in self._unpacked(data):
                yield piece
            if data is None:
                return

    def _unpacked(self, data: bytes | None) -> Iterator[bytes]:
        try:
            if data is None:
                self._body.finish()
            else:
                yield from self._body.feed(data)
        except (zlib.error, ValueError) as error:
            raise httpx.DecodingError(str(error)) from error

    def close(self) -> None:
        self._stream.close()

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Stream(httpcore.NetworkStream):
    """A connection whose operations end when the time for the request is over."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream
        self.get_extra_info = stream.get_extra_info  # type: ignore[method-assign]
        self.close = stream.close  # type: ignore[method-assign]

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # In pieces, because the time is that of each call of the system.
        for at in range(0, len(buffer), 1 << 16):
            self._stream.write(buffer[at : at + (1 << 16)], left(timeout, httpcore.WriteTimeout))

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        time = left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, time))


class _AsyncStream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self.get_extra_info = stream.get_extra_info  # type: ignore[method-assign]
        self.aclose = stream.aclose  # type: ignore[method-assign]

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, left(timeout, httpcore.ReadTimeout))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, left(timeout, httpcore.WriteTimeout))

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        time = left(timeout, httpcore.ConnectTimeout)
        return _AsyncStream(await self._stream.start_tls(ssl_context, server_hostname, time))


def _addresses(host: str) -> list[str]:
    """The admitted addresses of the current request."""
    hop = HOP.get()
    if hop is None or hop.host != host:
        raise httpcore.ConnectError(f"{host!r} was not checked")
    try:
        return hop.addresses()
    except TimeoutError as error:
        raise httpcore.ConnectTimeout(str(error)) from error
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error


_FAILED = (httpcore.ConnectError, httpcore.ConnectTimeout)


class _Backend(httpcore.NetworkBackend):
    """Connects to the first admitted address that answers."""

    def __init__(self, backend: httpcore.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any) -> httpcore.NetworkStream:
        failed: Exception | None = None
        addresses = _addresses(host)
        for nth, address in enumerate(addresses):
            try:
                time = left(timeout, httpcore.ConnectTimeout, len(addresses) - nth)
                return _Stream(self._backend.connect_tcp(address, port, time, *args, **options))
            except _FAILED as error:
                failed = error
        raise failed or httpcore.ConnectError(host)

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class _AsyncBackend(httpcore.AsyncNetworkBackend):
    def __init__(self, backend: httpcore.AsyncNetworkBackend) -> None:
        self._backend = backend

    async def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any
    ) -> httpcore.AsyncNetworkStream:
        failed: Exception | None = None
        addresses = await anyio.to_thread.run_sync(_addresses, host, abandon_on_cancel=True)
        for nth, address in enumerate(addresses):
            try:
                time = left(timeout, httpcore.ConnectTimeout, len(addresses) - nth)
                return _AsyncStream(await self._backend.connect_tcp(address, port, time, *args, **options))
            except _FAILED as error:
                failed = error
        raise failed or httpcore.ConnectError(host)

    async def sleep(self, seconds: float) -> None:
        await self._backend.sleep(seconds)
