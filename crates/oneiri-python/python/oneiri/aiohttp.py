"""A session of aiohttp for URLs that strangers name. It sends what a policy allows, to addresses that it admits.

>>> import asyncio
>>> from oneiri import policy
>>> from oneiri.aiohttp import Denied, session
>>> async def main():
...     async with session(policy.preset("ssrf")) as client:
...         try:
...             await client.get("http://127.0.0.1/")
...         except Denied as denied:  # This is also an `aiohttp.ClientError`.
...             print(denied.code)
>>> asyncio.run(main())
special-address

docs/guide/fetch.md says what it does, and what it does not do.

The parameters and defaults before `connect` are those of `Guard`, so they change together with `fetch.py`, `httpx.py`
and `requests.py`. `_start` runs before the connector, and `_CHAIN` carries the hop from one to the other, so run
`tests/test_fetch*.py` with each new version of aiohttp. The page `docs/fetch.md` of the package names the version and
the errors.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import Connection
from yarl import URL

from . import fetch
from .fetch import OTHER, Guard, Hop
from .policy import Policy

__all__ = ["BodyTooLarge", "Denied", "session"]


class Denied(fetch.Denied, aiohttp.ClientError):
    """The policy denies a URL, the target of a redirect, or every address to which a name leads.

    >>> issubclass(Denied, aiohttp.ClientError), issubclass(Denied, aiohttp.ClientConnectionError)
    (True, False)
    """


class BodyTooLarge(fetch.BodyTooLarge, aiohttp.ClientPayloadError):
    """The body is longer than `max_body` bytes, after unpacking.

    >>> issubclass(BodyTooLarge, aiohttp.ClientError)
    True
    """


class _Unread(aiohttp.ClientError):
    pass


class _Chain:
    """What is known of a call of the session: its hop, the origin of the first one, and the time in all."""

    hop: Hop | None = None
    origin: tuple[str, str, int] | None = None
    time = 0.0


_CHAIN: ContextVar[_Chain] = ContextVar("oneiri.aiohttp")


def session(
    policy: Policy,
    *,
    max_redirects: int = 10,
    max_body: int = 10 << 20,
    max_time: float = 30.0,
    resolve: fetch.Resolve = fetch.resolve,
    connect: Callable[..., aiohttp.TCPConnector] = aiohttp.TCPConnector,
    **options: Any,
) -> aiohttp.ClientSession:
    """A session that is guarded. Other options are those of `aiohttp.ClientSession`.

    `connect` makes the connectors. So `partial(aiohttp.TCPConnector, ssl=context, limit=10)` has settings of TLS and of
    pools. aiohttp itself follows nine redirects, unless a request has its own `max_redirects`.

    >>> from oneiri import policy
    >>> async def main():
    ...     async with session(policy.preset("ssrf"), max_redirects=3, max_time=5) as client:
    ...         return client.timeout.total
    >>> asyncio.run(main())
    5
    """
    for name in ("connector", "proxy", "response_class", "trust_env"):
        if options.get(name):
            raise TypeError(f"a session that is guarded has its own {name}")
    guard = Guard(policy, max_redirects, max_body, max_time, resolve, Denied, BodyTooLarge)
    own = options.pop("timeout", None) or aiohttp.ClientTimeout(sock_connect=30)
    if not isinstance(own, aiohttp.ClientTimeout):
        raise TypeError(f"expected an aiohttp.ClientTimeout, found {own!r}; the time in all is max_time={own!r}")
    timeout = aiohttp.ClientTimeout(
        total=min(own.total or max_time, max_time),
        connect=own.connect,
        sock_read=own.sock_read,
        sock_connect=own.sock_connect,
        ceil_threshold=own.ceil_threshold,
    )
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(partial(_start, guard))
    trace.on_request_redirect.append(_redirect)
    trace.on_request_exception.append(_failed)
    trace.on_request_exception.append(_end)
    trace.on_request_end.append(_end)
    traces = [trace, *(options.pop("trace_configs", None) or ())]
    connector = _Connector(guard, connect)
    kind = cast(type[aiohttp.ClientResponse], _Response)
    return aiohttp.ClientSession(connector=connector, timeout=timeout, trace_configs=traces, response_class=kind, **options)


async def _start(guard: Guard, _: aiohttp.ClientSession, own: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
    # Also for what a connector does not see, such as a password.
    own.outer, own.chain = _CHAIN.get(None), (chain := _Chain())
    chain.time = guard.max_time
    chain.hop = Hop(guard, str(about.url))
    chain.origin = chain.hop.origin()
    _CHAIN.set(chain)


async def _end(_: aiohttp.ClientSession, own: SimpleNamespace, about: Any) -> None:
    """Gives the call around this one its chain again, if a middleware of that call has made this one."""
    _CHAIN.set(own.outer or _Chain())


async def _redirect(_: aiohttp.ClientSession, own: SimpleNamespace, about: aiohttp.TraceRequestRedirectParams) -> None:
    chain, response = own.chain, cast(_Response, about.response)
    hop = response.hop
    if hop is None:
        return
    # A middleware may have called the session in the meantime.
    chain.hop = hop
    _CHAIN.set(chain)
    # aiohttp goes on to either of them.
    location = response.headers.get("Location") or response.headers.get("URI")
    hop.follow(response.status, response.method, location)
    if isinstance(hop.next, fetch.Redirects):
        raise aiohttp.TooManyRedirects(response.request_info, (response,), message=str(hop.next))
    if isinstance(hop.next, Exception):
        raise hop.next
    if hop.next is not None:
        hop.next.drop(about.headers, "cookie", "host")


async def _failed(_: aiohttp.ClientSession, own: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams) -> None:
    """Names the limit, where aiohttp says nothing."""
    error = about.exception
    if isinstance(error, aiohttp.TooManyRedirects):
        error.message = error.message or f"there were more than {len(error.history) - 1} redirects"
    elif isinstance(error, asyncio.TimeoutError) and not str(error):
        error.args = (fetch.over(own.chain.time),)


class _Connector(aiohttp.TCPConnector):
    """Connects through one connector for the URLs that admit the same addresses."""

    def __init__(self, guard: Guard, connect: Callable[..., aiohttp.TCPConnector]) -> None:
        super().__init__()
        self._guard, self._connect = guard, connect
        self._connectors: dict[object, aiohttp.TCPConnector] = {}

    async def connect(self, req: aiohttp.ClientRequest, traces: Any, timeout: aiohttp.ClientTimeout) -> Connection:
        if req.proxy is not None:
            raise _Unread("a proxy would resolve the name itself")
        if timeout.total is None or timeout.total > self._guard.max_time:
            raise ValueError(f"the total time of a request is at most {self._guard.max_time} s, which is max_time")
        chain, read = _CHAIN.get(_Chain()), str(req.url)
        if chain.hop is not None and chain.hop.guard is not self._guard:
            # A middleware has sent a request of another session, of which nothing is known here, such as its origin.
            raise _Unread("a request is sent by the session that made it")
        hop, chain.time = chain.hop, timeout.total
        # A middleware may have changed the URL.
        if hop is not None and isinstance(hop.next, Hop) and read == str(req.original_url.with_fragment(None)):
            hop = hop.next
        elif hop is None or read not in (hop.url, hop.request):
            hop = Hop(self._guard, read)
        chain.hop, hop.request = hop, read
        if hop.number and hop.origin() != chain.origin:
            # aiohttp gives the `auth` of a session to each host.
            for name in fetch.SECRETS:
                req.headers.popall(name, None)
        for url in (req.url, URL(hop.url, encoded=True)) if read != hop.url else (req.url,):
            if (url.scheme, (url.raw_host or "").strip("[]"), url.port) != hop.origin():
                raise _Unread(OTHER)
            req.url = url.with_fragment(None)
        if req.url.raw_path_qs != hop.target():
            raise _Unread(OTHER)
        connector = self._connectors.get(hop.pool())
        if connector is None:
            connector = self._connect(resolver=_Resolver(), use_dns_cache=False)
            self._connectors[hop.pool()] = connector
        connection = await connector.connect(req, traces, timeout)
        peer = connection.transport.get_extra_info("peername") if connection.transport else None
        if peer is not None and not hop.admits(peer[0]):
            # This cannot happen, unless the connector is one that does not use the resolver.
            connection.close()
            raise Denied(hop.decision, hop.number, peer[:1], hop.url)
        return connection

    async def close(self, **options: Any) -> None:
        for connector in self._connectors.values():
            await connector.close(**options)
        await super().close(**options)


class _Resolver(AbstractResolver):
    """Leads to admitted addresses only."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        hop = _CHAIN.get(_Chain()).hop
        if hop is None or hop.host != host:
            raise OSError(f"{host!r} was not checked")
        found = await asyncio.get_running_loop().run_in_executor(None, lambda: list(hop.guard.resolve(host, port)))
        results = []
        for address in hop.admitted(found):
            kind = socket.AF_INET6 if ":" in address else socket.AF_INET
            if family in (socket.AF_UNSPEC, kind):
                results.append(
                    ResolveResult(
                        hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST
                    )
                )
        return results

    async def close(self) -> None:
        pass


class _Response(aiohttp.ClientResponse):
    hop: Hop | None = None

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        await super().start(connection)
        chain = _CHAIN.get(_Chain())
        self.hop = hop = chain.hop
        limit = hop.guard.max_body if hop else 0
        self.content = cast(aiohttp.StreamReader, _Content(self.content, limit, chain.time))
        return self


class _Content:
    """A body that has a limit of length. aiohttp unpacks it in pieces, and has a limit of time."""

    def __init__(self, content: aiohttp.StreamReader, limit: int, time: float) -> None:
        self._content, self._limit, self._time = content, limit, time

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._content, name)
        return partial(self._count, found) if name.startswith("read") else found

    async def _count(self, read: Callable[..., Any], *args: Any, **options: Any) -> Any:
        try:
            found = await read(*args, **options)
        except asyncio.TimeoutError as error:
            error.args = error.args or (fetch.over(self._time),)
            raise
        if self._content.total_bytes > self._limit:
            large = BodyTooLarge(f"the body is longer than {self._limit} bytes")
            self._content.set_exception(large)
            raise large
        return found

    async def read(self, n: int = -1) -> bytes:
        """At most `n` bytes, or the whole body."""
        if n >= 0:
            return cast(bytes, await self._count(self._content.read, n))
        pieces = []
        while piece := await self.readany():
            pieces.append(piece)
        return b"".join(pieces)

    def read_nowait(self, n: int = -1) -> bytes:
        """What has arrived."""
        return self._content.read_nowait(n)

    def __aiter__(self) -> Any:
        return aiohttp.streams.AsyncStreamIterator(self.readline)

    def iter_chunked(self, n: int) -> Any:
        """Pieces of at most `n` bytes."""
        return aiohttp.streams.AsyncStreamIterator(lambda: self.read(n))

    def iter_any(self) -> Any:
        """Pieces as they arrive."""
        return aiohttp.streams.AsyncStreamIterator(self.readany)

    def iter_chunks(self) -> Any:
        """Pieces as they were sent."""
        return aiohttp.streams.ChunkTupleAsyncStreamIterator(cast(aiohttp.StreamReader, self))
