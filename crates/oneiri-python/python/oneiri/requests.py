"""A session of requests for URLs that strangers name. It sends what a policy allows, to addresses that it admits.

>>> from oneiri import policy
>>> from oneiri.requests import Denied, Session
>>> with Session(policy.preset("ssrf")) as session:
...     try:
...         session.get("http://127.0.0.1/")
...     except Denied as denied:  # This is also a `requests.RequestException`.
...         print(denied.code)
special-address

docs/guide/fetch.md says what it does, and what it does not do.

The parameters and defaults before `pool_connections` are those of `Guard`, so they change together with `fetch.py`,
`httpx.py` and `aiohttp.py`. The guard relies on how urllib3 opens a connection (`_new_conn`), so run
`tests/test_fetch*.py` with each new version of urllib3. The page `docs/fetch.md` of the package names the version of
requests and the errors.
"""

from __future__ import annotations

import io
import socket
import zlib
from collections.abc import Iterator
from typing import Any

import requests
import requests.cookies
import urllib3
import urllib3.connection
from requests.adapters import BaseAdapter, HTTPAdapter
from requests.utils import rewind_body, select_proxy
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError, ReadTimeoutError
from urllib3.util.connection import create_connection

from . import fetch
from .fetch import HOP, OTHER, PORTS, Guard, Hop
from .policy import Policy

__all__ = ["BodyTooLarge", "Denied", "Session"]


class Denied(fetch.Denied, requests.RequestException):
    """The policy denies a URL, the target of a redirect, or every address to which a name leads.

    >>> issubclass(Denied, requests.RequestException), issubclass(Denied, requests.ConnectionError)
    (True, False)
    """


class BodyTooLarge(fetch.BodyTooLarge, requests.RequestException):
    """The body is longer than `max_body` bytes, after unpacking.

    >>> issubclass(BodyTooLarge, requests.RequestException)
    True
    """


class Session(requests.Session):
    """A session that is guarded. The last four parameters are those of `requests.adapters.HTTPAdapter`.

    It takes neither proxies nor passwords from the environment, and other adapters that are mounted have no effect.

    >>> from oneiri import policy
    >>> session = Session(policy.preset("ssrf"), max_redirects=3, max_time=5)
    """

    @fetch.named
    def __init__(
        self,
        policy: Policy,
        *,
        max_redirects: int = 10,
        max_body: int = 10 << 20,
        max_time: float = 30.0,
        resolve: fetch.Resolve = fetch.resolve,
        pool_connections: int = 10,
        pool_maxsize: int = 10,
        max_retries: int | urllib3.Retry = 0,
        pool_block: bool = False,
    ) -> None:
        super().__init__()
        self._guard = Guard(policy, max_redirects, max_body, max_time, resolve, Denied, BodyTooLarge)
        self._adapter = _Adapter(self._guard, (pool_connections, pool_maxsize, max_retries, pool_block))
        self.trust_env = False

    def get_adapter(self, url: str) -> BaseAdapter:
        """The adapter, which is the same for all URLs."""
        return self._adapter

    def close(self) -> None:
        """Closes all connections."""
        super().close()
        self._adapter.close()

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        """Sends a request, and follows redirects."""
        follows = options.pop("allow_redirects", True)
        history: list[requests.Response] = []
        with _about(request):
            hop = Hop(self._guard, request.url or "")
        while True:
            token = HOP.set(hop)
            try:
                response = super().send(request, allow_redirects=False, **options)
            finally:
                HOP.reset(token)
            after = self._next(response, request, hop)
            if not follows or after is None:
                response.history = [*history, *response.history]
                return response
            if not isinstance(after, Hop) or response.next is None:
                response.close()
                if isinstance(after, Denied):
                    with _about(request):
                        raise after
                raise requests.TooManyRedirects(str(after), request=request, response=response)
            # The connection can be used again when the body has been read.
            assert response.content is not None
            history.append(response)
            request, hop = response.next, after

    def resolve_redirects(self, resp: requests.Response, req: requests.PreparedRequest, *_: Any, **__: Any) -> Any:
        """The request of a redirect, if the policy allows its target."""
        hop = self._next(resp, req, HOP.get())
        if not isinstance(hop, Hop):
            return
        request = req.copy()
        request.url = hop.url
        hop.drop(request.headers, "host")
        request.headers.pop("cookie", None)
        if hop.is_get:
            request.method, request.body = "GET", None
        elif getattr(request, "_body_position", None) is not None:
            rewind_body(request)
        jar: Any = vars(request)["_cookies"]
        cookies: Any = requests.cookies
        cookies.extract_cookies_to_jar(jar, req, resp.raw)
        cookies.merge_cookies(jar, self.cookies)
        request.prepare_cookies(jar)
        yield request

    def _next(
        self, response: requests.Response, request: requests.PreparedRequest, hop: Hop | None
    ) -> Hop | fetch.Denied | fetch.Redirects | None:
        """The hop after a response. A hook may return the response of another request, even of another session. Then the
        policies of both decide, and it counts as a redirect of this request."""
        after = response.raw.hop.next if isinstance(response.raw, _Raw) else None
        if not isinstance(after, Hop) or response.raw.hop is hop:
            return after
        try:
            hop = hop or Hop(self._guard, request.url or "")
        except Denied as denied:
            return denied
        hop.follow(response.status_code, request.method or "GET", after.url)
        return hop.next


class _about:
    """Names the request in a denial."""

    def __init__(self, request: requests.PreparedRequest) -> None:
        self._request = request

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Denied):
            error.request = self._request


class _Stop(Exception):
    """A denial on its way through urllib3, which would take it for an error of the system."""


class _Adapter(BaseAdapter):
    """Sends requests through one adapter of requests for the URLs that admit the same addresses."""

    def __init__(self, guard: Guard, options: tuple[Any, ...]) -> None:
        super().__init__()
        self._guard, self._options = guard, options
        self._adapters: dict[object, _Pools] = {}

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        hop = HOP.get()
        with _about(request):
            if hop is None or hop.url != request.url or hop.guard is not self._guard:
                # An authentication may send another request, and a hook one of another session.
                hop = Hop(self._guard, request.url or "", None)
        request.url = hop.url
        if select_proxy(hop.url, options.pop("proxies", None)):
            raise requests.exceptions.InvalidProxyURL("a proxy would resolve the name itself", request=request)
        fetch.accept(request.headers)
        adapter = self._adapters.get(hop.pool())
        if adapter is None:
            adapter = self._adapters.setdefault(hop.pool(), _Pools(*self._options))
        token = HOP.set(hop)
        try:
            response = adapter.send(request, *args, **options)
        except _Stop as stop:
            with _about(request):
                raise stop.args[0] from None
        except (requests.Timeout, requests.ConnectionError) as error:
            if hop.left() > 0:
                raise
            kind = type(error) if isinstance(error, requests.Timeout) else requests.Timeout
            raise kind(fetch.over(self._guard.max_time), request=request) from error
        finally:
            HOP.reset(token)
        location = response.headers.get("Location")
        # The fields are read as ISO 8859-1, whatever they are.
        field = location.encode("latin-1", "replace") if location else None
        hop.follow(response.status_code, request.method or "GET", field)
        response.raw = _Raw(response.raw, hop, hop.body(request.method, response.headers))
        vars(response)["connection"] = self
        return response

    def close(self) -> None:
        for adapter in self._adapters.values():
            adapter.close()


class _Pools(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": HTTPConnectionPool, "https": HTTPSConnectionPool}

    def build_connection_pool_key_attributes(self, request: requests.PreparedRequest, verify: Any, cert: Any = None) -> Any:
        target, options = super().build_connection_pool_key_attributes(request, verify, cert)
        hop = HOP.get()
        port = target["port"] or PORTS.get(target["scheme"])
        if hop is None or (target["scheme"], (target["host"] or "").strip("[]"), port) != hop.origin():
            raise requests.exceptions.InvalidURL(OTHER, request=request)
        return target, options

    def request_url(self, request: requests.PreparedRequest, proxies: Any) -> str:
        hop = HOP.get()
        return hop.target() if hop else super().request_url(request, proxies)


def _left(timeout: Any, parts: int = 1) -> float | None:
    """The time for an operation of the current request."""
    return fetch.left(timeout if isinstance(timeout, (int, float)) else None, parts=parts)


class _Guarded:
    """Connects to the first admitted address that answers."""

    def _new_conn(self) -> socket.socket:
        connection: Any = self
        hop, failed = HOP.get(), OSError("the URL was not checked")
        try:
            addresses = hop.addresses() if hop else []
        except Denied as denied:
            raise _Stop(denied) from None
        except socket.gaierror as error:
            raise NameResolutionError(connection.host, connection, error) from error
        except OSError as error:
            failed, addresses = error, []
        for nth, address in enumerate(addresses):
            try:
                time = _left(connection.timeout, len(addresses) - nth)
                there = (address, hop.port if hop else 0)
                made = create_connection(there, time, connection.source_address, connection.socket_options)
                made.settimeout(_left(connection.timeout))
                return made
            except OSError as error:
                failed = error
        if isinstance(failed, TimeoutError):
            raise ConnectTimeoutError(connection, str(failed)) from failed
        raise NewConnectionError(connection, str(failed)) from failed

    def connect(self) -> None:
        connection: Any = self
        connect: Any = super()
        connect.connect()
        hop, made = HOP.get(), connection.sock
        if hop is None or not hop.admits(str(made.getpeername()[0])):
            # This cannot happen, unless a version of urllib3 connects in another way.
            made.close()
            raise RuntimeError("this version of urllib3 is not supported")
        connection.sock = _Socket(made)


# These have the names of their classes in messages of urllib3.
class HTTPConnection(_Guarded, urllib3.connection.HTTPConnection):
    pass


class HTTPSConnection(_Guarded, urllib3.connection.HTTPSConnection):
    pass


class HTTPConnectionPool(urllib3.HTTPConnectionPool):
    ConnectionCls: Any = HTTPConnection


class HTTPSConnectionPool(urllib3.HTTPSConnectionPool):
    ConnectionCls: Any = HTTPSConnection


class _Socket:
    """A socket whose operations end when the time for the request is over."""

    def __init__(self, own: Any) -> None:
        self._socket, self._timeout = own, own.gettimeout()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    def settimeout(self, timeout: float | None) -> None:
        self._timeout = timeout
        self._socket.settimeout(timeout)

    def sendall(self, *args: Any) -> None:
        self._socket.settimeout(_left(self._timeout))
        self._socket.sendall(*args)

    def makefile(self, *_: Any, **__: Any) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self, self._socket.makefile("rb", buffering=0)))

    def wait(self) -> None:
        """Sets the time for the next operation."""
        self._socket.settimeout(_left(self._timeout))


class _Reader(io.RawIOBase):
    def __init__(self, own: _Socket, file: Any) -> None:
        self._socket, self._file = own, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.wait()
        count: int = self._file.readinto(buffer)
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


class _Raw(io.RawIOBase):
    """A body that is unpacked, and has a limit of length and of time."""

    def __init__(self, raw: Any, hop: Hop, body: fetch.Body) -> None:
        self._raw, self.hop, self._rest = raw, hop, memoryview(b"")
        self._pieces = self._unpacked(hop, body)

    def __getattr__(self, name: str) -> Any:
        if name not in ("_original_response", "connection", "headers", "reason", "release_conn", "status", "version"):
            raise AttributeError(name)
        return getattr(self._raw, name)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count

    def read(self, amt: int | None = None, decode_content: bool | None = None) -> bytes:
        return super().read(-1 if amt is None else amt) or b""

    def stream(self, amt: int | None = None, decode_content: bool | None = None) -> Iterator[bytes]:
        while piece := self.read(amt or 1 << 16):
            yield piece

    def close(self) -> None:
        self._raw.close()
        super().close()

    def _unpacked(self, hop: Hop, body: fetch.Body) -> Iterator[bytes]:
        pieces = self._raw.stream(1 << 16, decode_content=False)
        while True:
            token = HOP.set(hop)
            try:
                data = next(pieces, None)
            except ReadTimeoutError as error:
                if hop.left() > 0:
                    raise
                raise requests.ReadTimeout(fetch.over(hop.guard.max_time)) from error
            finally:
                HOP.reset(token)
            try:
                if data is None:
                    body.finish()
                    return
                yield from body.feed(data)
            except (zlib.error, ValueError) as error:
                raise requests.exceptions.ContentDecodingError(str(error)) from error
