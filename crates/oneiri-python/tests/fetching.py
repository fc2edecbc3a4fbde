"""A server on the loopback interface that counts its connections, and the guarded clients that ask it."""

import asyncio
import gzip
import socket
import ssl
import threading
import time
import tomllib
import zlib
from pathlib import Path

from oneiri import fetch, policy

DATA = tomllib.loads((Path(__file__).parents[2] / "oneiri-policy" / "tests" / "fetch.toml").read_text("utf-8"))
POLICY = policy.loads(DATA["policy"])
ADDRESSES = DATA["addresses"]


def resolver():
    """Names with the addresses to which they lead."""
    turns = iter(["192.0.2.1"])

    def resolve(host, port):
        if host == "turns.example":
            return [next(turns, *ADDRESSES[host])]
        if host not in ADDRESSES:
            raise socket.gaierror(socket.EAI_NONAME, f"{host} is not known")
        return ADDRESSES[host]

    return resolve


class Server:
    """Answers by the path; `requests` has the requests with their content."""

    def __init__(self, tls=None):
        # Of all interfaces, so that a connection to 127.0.0.2 would be seen, too.
        self._listener = socket.create_server(("0.0.0.0", 0), backlog=100)
        self.port = self._listener.getsockname()[1]
        self.tls, self.target, self.connections, self.others, self.requests = tls, "", 0, 0, []
        self._lock = threading.Lock()
        self._open = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            try:
                stream = self._listener.accept()[0]
            except OSError:
                return
            with self._lock:
                self.connections += 1
                self.others += stream.getsockname()[0] != "127.0.0.1"
                self._open.append(stream)
            threading.Thread(target=self._serve, args=(stream,), daemon=True).start()

    def close(self):
        self._listener.close()
        for stream in self._open:
            stream.close()

    def _serve(self, stream):
        try:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls:
                stream = self.tls.wrap_socket(stream, server_side=True)
            file = stream.makefile("rb")
            while head := file.readline():
                lines = [head]
                while (line := file.readline()) not in (b"\r\n", b""):
                    lines.append(line)
                fields = [line.decode("latin-1").rstrip().lower() for line in lines]
                length = next((int(it[15:]) for it in fields if it.startswith("content-length:")), 0)
                if "transfer-encoding: chunked" in fields:
                    content = b""
                    while size := int(file.readline(), 16):
                        content += file.read(size + 2)[:size]
                    file.readline()
                else:
                    content = file.read(length)
                with self._lock:
                    self.requests.append((head.decode("latin-1"), fields[1:], content))
                method, target, _ = head.decode("latin-1").split(" ", 2)
                if not self._answer(stream, method, target):
                    stream.close()
                    return
        except (OSError, ValueError):
            stream.close()

    def _answer(self, stream, method, target):
        path, _, query = target.partition("?")
        status, fields, body = 200, {}, b"hello"
        if path == "/octets":
            target = bytes.fromhex(query).decode("utf-8", "surrogateescape")
            status, fields["Location"] = 302, target
        elif path == "/empty":
            empty = gzip.compress(b"") if query == "gzip" else b"\x00\x00\x00\xff\xff"
            stream.sendall(f"HTTP/1.1 200 OK\r\nContent-Encoding: {query}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
            while True:
                stream.sendall(b"%x\r\n%b\r\n" % (len(empty) * 50, empty * 50))
        elif path == "/to":
            status, fields["Location"] = 302, query.replace("%5B", "[").replace("%5D", "]").replace("%5C", "\\")
        elif path == "/as":
            code, _, fields["Location"] = query.partition("&")
            status = int(code)
        elif path == "/count" and query != "0":
            status, fields["Location"] = 307, f"count?{int(query) - 1}"
        elif path == "/loop":
            status, fields["Location"] = 301, f"http://other.example:{self.port}/loop"
        elif path == "/next":
            status, fields["Location"] = 302, self.target
        elif path == "/uri":
            status, fields["URI"] = 302, query
        elif path == "/status":
            status, body = int(query), query.encode()
        elif path == "/huge":
            body = b"x" * 200_000
        elif path == "/huge-redirect":
            status, fields["Location"], body = 302, "/text", b"x" * 200_000
        elif path in ("/gzip", "/deflate", "/raw-deflate", "/members", "/twice", "/garbage"):
            length, _, damage = query.partition("&")
            plain = b"x" * int(length)
            raw = zlib.compressobj(wbits=-15)
            body = {
                "/gzip": lambda: gzip.compress(plain),
                "/deflate": lambda: zlib.compress(plain),
                "/raw-deflate": lambda: raw.compress(plain) + raw.flush(),
                "/members": lambda: gzip.compress(plain) + gzip.compress(plain),
                "/twice": lambda: gzip.compress(gzip.compress(plain)),
                "/garbage": lambda: b"\x1f\x8bx" + plain,
            }[path]()
            body = {"": body, "cut": body[:-1], "rest": body + b"rest" * 9, "none": b""}[damage]
            deflate, twice = "deflate" in path, path == "/twice"
            fields["Content-Encoding"] = "deflate" if deflate else "gzip, gzip" if twice else "gzip"
        elif path == "/cookie":
            status, fields["Location"], fields["Set-Cookie"] = 302, query, "set=1"
        elif path == "/close":
            fields["Connection"] = "close"
        elif path in ("/endless", "/slow", "/slow-head", "/cut", "/stall"):
            return self._endless(stream, path)
        fields = {**fields, "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        # A redirect may hold what is not ASCII, and what is not UTF-8.
        head = f"HTTP/1.1 {status} Status\r\n{head}\r\n".encode("utf-8", "surrogateescape")
        stream.sendall(head + (b"" if method == "HEAD" or status == 304 else body))
        return path != "/close"

    def _endless(self, stream, path):
        if path == "/cut":
            stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel")
            return False
        if path == "/stall":
            stream.recv(1)
            return False
        slow = path != "/endless"
        head = b"HTTP/1.1 200 OK\r\n" + (b"" if path == "/slow-head" else b"Transfer-Encoding: chunked\r\n\r\n")
        stream.sendall(head)
        while True:
            if slow:
                time.sleep(0.1)
            stream.sendall(b"X" if path == "/slow-head" else b"1\r\nx\r\n" if slow else b"a\r\n0123456789\r\n")


def has(fields, name):
    return any(field.startswith(f"{name}: ") for field in fields)


def kind(error):
    """The hop and the kind of an error, which must be one of the client's."""
    if isinstance(error, fetch.Denied):
        assert bool(error.decision) == bool(error.addresses or "leads to no" in str(error))
        return (error.hop, "address" if error.decision else "denied")
    if isinstance(error, fetch.BodyTooLarge):
        return "body"
    name = type(error).__name__
    return "redirects" if name == "TooManyRedirects" else "time" if "Timeout" in name else "client"


class Requests:
    ERRORS = "requests.RequestException"

    def __init__(self, rules=POLICY, **options):
        from oneiri.requests import Session

        self.client = Session(rules, **options)

    def __call__(self, url, method="GET", headers=(), content=None, **options):
        import requests

        try:
            with self.client.request(method, url, headers=dict(headers), data=content, **options) as response:
                return response.text
        except requests.RequestException as error:
            return kind(error)

    def close(self):
        self.client.close()


class Httpx:
    def __init__(self, rules=POLICY, **options):
        import httpx

        from oneiri.httpx import PolicyTransport

        self.client = httpx.Client(transport=PolicyTransport(rules, **options), follow_redirects=True)

    def __call__(self, url, method="GET", headers=(), content=None, **options):
        import httpx

        try:
            return self.client.request(method, url, headers=dict(headers), content=content, **options).text
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return kind(error)

    def close(self):
        self.client.close()


class Asynchronous:
    """A client in a loop of its own, or in that of another client."""

    def __init__(self, rules=POLICY, loop=None, **options):
        self.loop = loop or asyncio.new_event_loop()
        self.client = self.loop.run_until_complete(self.make(rules, options))

    def __call__(self, *arguments, **options):
        return self.loop.run_until_complete(self.ask(*arguments, **options))

    def close(self):
        self.loop.run_until_complete(self.end())
        self.loop.close()


class AsyncHttpx(Asynchronous):
    async def make(self, rules, options):
        import httpx

        from oneiri.httpx import AsyncPolicyTransport

        return httpx.AsyncClient(transport=AsyncPolicyTransport(rules, **options), follow_redirects=True)

    async def ask(self, url, method="GET", headers=(), content=None, **options):
        import httpx

        try:
            return (await self.client.request(method, url, headers=dict(headers), content=content, **options)).text
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return kind(error)

    async def end(self):
        await self.client.aclose()


class Aiohttp(Asynchronous):
    async def make(self, rules, options):
        from oneiri.aiohttp import session

        return session(rules, **options)

    async def ask(self, url, method="GET", headers=(), content=None, **options):
        import aiohttp

        options.setdefault("max_redirects", 100)
        try:
            async with self.client.request(method, url, headers=dict(headers), data=content, **options) as response:
                return (await response.read()).decode("latin-1")
        # The time in all is an error of asyncio there, as the documentation of aiohttp says.
        except (aiohttp.ClientError, asyncio.TimeoutError) as error:
            return kind(error)

    async def end(self):
        await self.client.close()


CLIENTS = {"httpx": Httpx, "async httpx": AsyncHttpx, "requests": Requests, "aiohttp": Aiohttp}


def server_tls(authority, name):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context
