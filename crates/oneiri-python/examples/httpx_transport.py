"""An httpx transport that sends only what a policy allows, and connects only to admitted addresses.

A client sends each redirect through its transport, so each redirect is checked. A name is resolved once
for each connection, which goes to the address that was asked for: a name that leads elsewhere a moment
later (DNS rebinding) gains nothing. A client with a transport uses no proxy of the environment.
    with httpx.Client(transport=PolicyTransport(policy.preset("ssrf")), follow_redirects=True) as client:
        client.get("https://example.com/")
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any

import httpcore
import httpx

from oneiri.policy import Decision, Policy

# The decision on the request for which a connection is made.
_DECISION: ContextVar[Decision] = ContextVar("decision")


class PolicyTransport(httpx.BaseTransport):
    def __init__(self, policy: Policy, resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self._policy = policy
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(), network_backend=_Admitted(resolve)
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        decision = self._policy.check(str(request.url))
        if decision.canonical is None:
            raise httpx.RequestError(str(decision), request=request)
        url = httpx.URL(decision.canonical)
        request.headers["Host"] = url.netloc.decode("ascii")
        sent = httpcore.Request(
            request.method,
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        token = _DECISION.set(decision)
        try:
            found = self._pool.handle_request(sent)
        except httpcore.TimeoutException as error:
            raise httpx.TimeoutException(str(error), request=request) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise httpx.TransportError(str(error), request=request) from error
        finally:
            _DECISION.reset(token)
        return httpx.Response(found.status, headers=found.headers, stream=_Stream(found))

    def close(self) -> None:
        self._pool.close()


class _Admitted(httpcore.SyncBackend):
    def __init__(self, resolve: Callable[..., Any]) -> None:
        self._resolve = resolve

    def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> httpcore.NetworkStream:
        for *_, found in self._resolve(host, port, type=socket.SOCK_STREAM):
            if _DECISION.get().admits(found[0]):
                return super().connect_tcp(found[0], port, *args, **options)
        raise httpcore.ConnectError(f"{host!r} leads to no admitted address")


class _Stream(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        return self._response.iter_stream()

    def close(self) -> None:
        self._response.close()
