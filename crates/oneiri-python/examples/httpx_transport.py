"""Two httpx transports, sync and async, that send only what a policy allows, and connect only to admitted addresses.

A client sends each redirect through its transport, so each redirect is checked. A name is resolved once
for each connection, which goes to the address that was asked for: a name that leads elsewhere a moment
later (DNS rebinding) gains nothing. A client with a transport uses no proxy of the environment.
    with httpx.Client(transport=PolicyTransport(policy.preset("ssrf")), follow_redirects=True) as client:
        client.get("https://example.com/")
`AsyncPolicyTransport` is the same for `httpx.AsyncClient`.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

import anyio.to_thread
import httpcore
import httpx

from oneiri.policy import Decision, Policy

# The decision on the request for which a connection is made.
_DECISION: ContextVar[Decision] = ContextVar("decision")


class PolicyTransport(httpx.BaseTransport):
    def __init__(self, policy: Policy, resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self._policy, context = policy, httpx.create_ssl_context()
        self._pool = httpcore.ConnectionPool(ssl_context=context, network_backend=_Admitted(resolve))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        with _allowed(self._policy, request) as sent:
            found = self._pool.handle_request(sent)
        return httpx.Response(found.status, headers=found.headers, stream=_Stream(found))

    def close(self) -> None:
        self._pool.close()


class AsyncPolicyTransport(httpx.AsyncBaseTransport):
    def __init__(self, policy: Policy, resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self._policy, context = policy, httpx.create_ssl_context()
        backend = _AsyncAdmitted(resolve)
        self._pool = httpcore.AsyncConnectionPool(ssl_context=context, network_backend=backend)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        with _allowed(self._policy, request) as sent:
            found = await self._pool.handle_async_request(sent)
        return httpx.Response(found.status, headers=found.headers, stream=_Stream(found))

    async def aclose(self) -> None:
        await self._pool.aclose()


@contextmanager
def _allowed(policy: Policy, request: httpx.Request) -> Iterator[httpcore.Request]:
    """The request with the canonical URL, and the errors of httpx in place of those of httpcore."""
    decision = policy.check(str(request.url))
    if decision.canonical is None:
        raise httpx.RequestError(str(decision), request=request)
    url = httpx.URL(decision.canonical)
    request.headers["Host"] = url.netloc.decode("ascii")
    target = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
    rest: Any = {"content": request.stream, "extensions": request.extensions}
    token = _DECISION.set(decision)
    try:
        yield httpcore.Request(request.method, target, headers=request.headers.raw, **rest)
    except httpcore.TimeoutException as error:
        raise httpx.TimeoutException(str(error), request=request) from error
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise httpx.TransportError(str(error), request=request) from error
    finally:
        _DECISION.reset(token)


def _admitted(host: str, found: Iterable[Any]) -> str:
    for *_, (address, *_) in found:
        if _DECISION.get().admits(address):
            return str(address)
    raise httpcore.ConnectError(f"{host!r} leads to no admitted address")


class _Admitted(httpcore.SyncBackend):
    def __init__(self, resolve: Callable[..., Any]) -> None:
        self._resolve = partial(resolve, type=socket.SOCK_STREAM)

    def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> httpcore.NetworkStream:
        return super().connect_tcp(_admitted(host, self._resolve(host, port)), port, *args, **options)


class _AsyncAdmitted(httpcore.AsyncNetworkBackend):
    def __init__(self, resolve: Callable[..., Any]) -> None:
        self._resolve = partial(resolve, type=socket.SOCK_STREAM)
        self._connect: Any = vars(httpcore)["AnyIOBackend"]().connect_tcp

    async def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> Any:
        found = await anyio.to_thread.run_sync(self._resolve, host, port)
        return await self._connect(_admitted(host, found), port, *args, **options)


class _Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        return self._response.iter_stream()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._response.aiter_stream():
            yield chunk

    def close(self) -> None:
        self._response.close()

    async def aclose(self) -> None:
        await self._response.aclose()
