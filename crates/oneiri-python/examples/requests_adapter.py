"""An adapter of requests that sends only what a policy allows, and connects only to admitted addresses.

A session sends each redirect through its adapter, so each redirect is checked. A name is resolved once
for each request, and the connection goes to the address that was asked for: a name that leads elsewhere
a moment later (DNS rebinding) gains nothing. Proxies are ignored, because a proxy would resolve the name.

    session = guarded_session(policy.preset("ssrf"))
    session.get("https://example.com/")
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import requests
from requests.adapters import HTTPAdapter

from oneiri.policy import Policy
from oneiri.whatwg import URL


class PolicyAdapter(HTTPAdapter):
    def __init__(self, policy: Policy, resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        super().__init__()
        self._policy, self._resolve = policy, resolve

    def send(
        self, request: requests.PreparedRequest, *args: Any, **options: Any
    ) -> requests.Response:
        decision = self._policy.check(request.url or "")
        if decision.canonical is None:
            raise requests.exceptions.InvalidURL(str(decision), request=request)
        request.url = decision.canonical
        request.headers["Host"] = URL(decision.canonical).host
        return super().send(request, *args, **{**options, "proxies": None})

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: Any, cert: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        # requests calls this method for the address to connect to, and then connects.
        target, options = super().build_connection_pool_key_attributes(request, verify, cert)
        decision = self._policy.check(request.url or "")
        host, port = (decision.host or "").strip("[]"), decision.port
        found = self._resolve(host, port, type=socket.SOCK_STREAM)
        admitted = [address[0] for *_, address in found if decision.admits(address[0])]
        if not admitted:
            message = f"{host!r} leads to no admitted address"
            raise requests.exceptions.ConnectionError(message, request=request)
        if target["scheme"] == "https":
            # The certificate must be that of the name.
            options = {**options, "assert_hostname": host, "server_hostname": host}
        return {**target, "host": admitted[0]}, options


def guarded_session(policy: Policy, resolve: Callable[..., Any] = socket.getaddrinfo) -> requests.Session:
    session = requests.Session()
    adapter = PolicyAdapter(policy, resolve)
    session.adapters.clear()
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    return session
