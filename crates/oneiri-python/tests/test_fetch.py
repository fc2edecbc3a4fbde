"""The guards of httpx, requests and aiohttp against a server on 127.0.0.1 and a resolver that rebinds."""

import asyncio
import gzip
import pickle
import re
import socket
import ssl
import sys
import threading
import warnings
import zlib
from pathlib import Path

import fetching
import pytest
from fetching import CLIENTS, DATA, POLICY, Server, has, kind, resolver

from oneiri import fetch, policy

pytest.importorskip("httpx")
pytest.importorskip("requests")
pytest.importorskip("aiohttp")


@pytest.fixture
def server():
    server = Server()
    yield server
    server.close()


@pytest.fixture(params=CLIENTS)
def make(request):
    """Makes clients, and closes them."""
    made = []

    def make(rules=POLICY, **options):
        options = {"resolve": resolver(), "max_body": 100_000, "max_time": 2.0, **options}
        made.append(CLIENTS[request.param](rules, **options))
        return made[-1]

    make.name = request.param
    yield make
    for client in made:
        client.close()


def shared(line):
    """A case that all clients have. Only a denial has the number of redirects."""
    url, expected, requests = line.split()
    hop, _, kind = expected.partition(":")
    if kind:
        expected = (int(hop), kind) if kind in ("denied", "address") else kind
    return url, expected, int(requests)


CASES = [
    *map(shared, DATA["cases"].strip().splitlines()),
    ("/uri?http://10.0.0.1/", {"httpx": "hello", "async httpx": "hello", "requests": "hello", "aiohttp": (1, "denied")}, 1),
    ("/huge-redirect", {"aiohttp": "hello"}, {"aiohttp": 2}),
    ("/slow-head", "time", 1),
    ("/cut", "client", 1),
    *((f"/{coding}?{length}", what, 1)
      for coding in ("deflate", "raw-deflate")
      for length, what in ((5, "5x"), (100_000, "100000x"), (200_000, "body"))),
    ("/members?50000", "100000x", 1),
    ("/members?50001", "body", 1),
    ("/garbage?5", "client", 1),
    # aiohttp unpacks gzip itself, and takes what there is.
    ("/gzip?5&cut", {"httpx": "client", "async httpx": "client", "requests": "client", "aiohttp": "5x"}, 1),
    ("/deflate?5&cut", "client", 1),
    ("/raw-deflate?5&cut", "client", 1),
    ("/members?5&cut", {"httpx": "client", "async httpx": "client", "requests": "client", "aiohttp": "10x"}, 1),
    ("/gzip?5&rest", {"httpx": "5x", "async httpx": "5x", "requests": "5x", "aiohttp": "client"}, 1),
    ("/gzip?5&none", "0x", 1),
    ("/text", "hello", 1),
]


def test_redirects_addresses_and_limits(make, server):
    client = make()
    for url, expected, requests in CASES:
        if isinstance(expected, dict):
            # What a client does in its own way.
            expected = expected.get(make.name, "body")
        requests = requests.get(make.name, 1) if isinstance(requests, dict) else requests
        before = len(server.requests)
        url = f"http://home.example:PORT{url}" if url.startswith("/") else url
        found = client(url.replace("PORT", str(server.port)))
        found = f"{len(found)}x" if found == "x" * len(found) else found
        assert found == expected, url
        assert len(server.requests) - before == requests, url
    assert server.others == 0


def test_a_body_that_is_packed_twice_is_not_unpacked(make, server):
    found = make()(f"http://home.example:{server.port}/twice?5")
    # aiohttp gives what was sent.
    assert found == "client" or make.name == "aiohttp" and found != "x" * 5


def test_bodies_in_all_pieces():
    """However a body arrives, it is the same, and one that is cut is an error."""
    member, raw = gzip.compress(b"hello"), zlib.compressobj(wbits=-15)
    ends = {0, len(member), len(member) + 1}
    for coding, packed, plain, taken in (
        ("gzip", member, b"hello", {0}),
        ("gzip", member + member, b"hellohello", ends),
        ("gzip", member + b"\x1frest", b"hello", {*ends, *range(len(member), len(member) + 5)}),
        ("deflate", zlib.compress(b"hello"), b"hello", {0}),
        ("deflate", raw.compress(b"hello") + raw.flush(), b"hello", {0}),
        ("deflate", zlib.compress(b"hello") + member, b"hello", {0, *range(13, 99)}),
    ):
        for size in range(1, len(packed) + 1):
            body = fetch.Body(fetch.BodyTooLarge, 10, coding)
            pieces = [packed[at : at + size] for at in range(0, len(packed), size)]
            assert b"".join(piece for data in pieces for piece in body.feed(data)) == plain, (packed, size)
            body.finish()
        for end in range(len(packed)):
            body = fetch.Body(fetch.BodyTooLarge, 10, coding)
            assert plain.startswith(b"".join(body.feed(packed[:end])))
            if end in taken:
                body.finish()
            else:
                with pytest.raises(ValueError, match="ends before the end"):
                    body.finish()
    # What comes after the end is not kept.
    body = fetch.Body(fetch.BodyTooLarge, 10, "gzip")
    for data in (member, *[b"rest" * 99] * 99):
        list(body.feed(data))
    assert (body._unpack, body._rest) == (None, b"")


def test_a_target_that_is_not_utf8(make, server):
    """Its bytes are those that the server wrote, as those of UTF-8 are, and never U+FFFD."""
    client = make()
    for target, expected, line in (
        ("/te\udcfcxt?\udcff#\udcfe", "hello", "GET /te%FCxt?%FF HTTP/1.1\r\n"),
        ("/te\u00fc\udcfcxt", "hello", "GET /te%C3%BC%FCxt HTTP/1.1\r\n"),
        ("//\udcff.example/", (1, "denied"), "GET /next HTTP/1.1\r\n"),
    ):
        server.target = target
        assert client(f"http://home.example:{server.port}/next") == expected, target
        assert server.requests[-1][0] == line
    server.target = ""
    assert client(f"http://home.example:{server.port}/next") in ("redirects", "hello")


def test_a_name_that_is_not_in_ascii():
    with pytest.raises(OSError, match="is not in ASCII"):
        fetch.resolve("b\u00fccher.example", 80)


METHODS = [
    (301, "POST", "GET"),
    (302, "POST", "GET"),
    (303, "POST", "GET"),
    (303, "PUT", "GET"),
    (303, "HEAD", "HEAD"),
    (301, "PUT", "PUT"),
    (302, "DELETE", "DELETE"),
    (302, "PUT", "PUT"),
    (307, "POST", "POST"),
    (308, "POST", "POST"),
    (308, "PUT", "PUT"),
]


def test_methods_and_headers_of_redirects(make, server):
    """RFC 9110 section 15.4, and what does not go to another origin."""
    client, port = make(), server.port
    secrets = {"Authorization": "a", "Cookie": "c=d", "Proxy-Authorization": "p"}
    for status, method, then in METHODS:
        for host in ("home.example", "other.example"):
            url = f"http://home.example:{port}/as?{status}&http://{host}:{port}/text"
            headers = {**secrets, "Content-Type": "text/x", "Accept": "text/y"}
            content = None if method == "HEAD" else b"content"
            assert client(url, method, headers, content) == ("" if then == "HEAD" else "hello")
            head, fields, content = server.requests[-1]
            about = (status, method, host, fields)
            assert head.startswith(f"{then} /text "), about
            for name in ("authorization", "proxy-authorization"):
                assert has(fields, name) == (host == "home.example"), about
            # httpx and requests send cookies of their stores only after a redirect.
            assert not has(fields, "cookie") or host == "home.example", about
            assert has(fields, "accept") and f"host: {host}:{port}" in fields, about
            kept = then not in ("GET", "HEAD")
            assert content == (b"content" if kept else b""), about
            assert has(fields, "content-type") == kept or then == "HEAD", about


def test_cookies_of_a_store(make, server):
    client, port = make(), server.port
    assert client(f"http://home.example:{port}/cookie?/text") == "hello"
    assert "cookie: set=1" in server.requests[-1][1]
    assert client(f"http://home.example:{port}/to?//other.example:{port}/text") == "hello"
    assert not has(server.requests[-1][1], "cookie")


def test_connections_are_used_again(make, server):
    client, url = make(), f"http://home.example:{server.port}/text"
    for _ in range(3):
        assert client(url) == "hello"
    assert client("http://10.0.0.1/") == (0, "denied")
    assert client(url) == "hello"
    assert server.connections == 1
    # But not for a rule that admits other addresses.
    assert client(f"http://127.0.0.1:{server.port}/text") == "hello"
    assert server.connections == 2


def test_a_connection_of_one_rule_is_not_used_for_another(make, server):
    rules = policy.loads("""
        [[allow]]
        host = "home.example"
        port = "*"
        path = "/text"
        addresses = ["127.0.0.1"]
        [[allow]]
        host = "home.example"
        port = "*"
        path = "/other"
    """)
    client, url = make(rules), f"http://home.example:{server.port}"
    assert client(f"{url}/text") == "hello"
    assert client(f"{url}/other") == (0, "address")
    assert client(f"{url}/secret") == (0, "denied")
    assert len(server.requests) == 1


def test_names_that_turn(make, server):
    """A name that is admitted first, and leads elsewhere when the client connects again."""
    turns = iter(["127.0.0.1"])
    client, url = make(resolve=lambda *_: [next(turns, "127.0.0.2")]), f"http://home.example:{server.port}/close"
    assert client(url) == "hello"
    assert [client(url) for _ in range(2)] == [(0, "address")] * 2
    assert (server.connections, server.others) == (1, 0)


def test_all_admitted_addresses_are_tried(make, server):
    rules = policy.loads("""
        [[allow]]
        host = "home.example"
        port = "*"
        addresses = ["127.0.0.0/8", "::1"]
    """)
    # Nobody listens there: the server has no IPv6.
    client = make(rules, resolve=lambda *_: ["::1", "127.0.0.1"])
    assert client(f"http://home.example:{server.port}/text") == "hello"
    client = make(rules, resolve=lambda *_: ["::1"])
    assert client(f"http://home.example:{server.port}/text") == "client"


def test_a_slow_resolver_takes_no_more_than_the_time(make, server):
    done = threading.Event()
    client = make(resolve=lambda *_: [done.wait(60) and "127.0.0.1"], max_time=0.3)
    assert client(f"http://home.example:{server.port}/text") == "time"
    done.set()
    assert server.connections == 0


PROXIES = ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")


def test_the_environment_has_no_say(make, server, monkeypatch, tmp_path):
    proxy = Server()
    for name in PROXIES:
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}/")
    (tmp_path / "netrc").write_text("machine home.example login u password p")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    assert make()(f"http://home.example:{server.port}/to?text") == "hello"
    assert not any(has(fields, "authorization") for _, fields, _ in server.requests)
    assert proxy.connections == 0
    proxy.close()


def test_two_threads(server):
    for name in ("httpx", "requests"):
        client = CLIENTS[name](resolve=resolver())
        found = []

        def run(client=client, found=found):
            found.extend(client(f"http://home.example:{server.port}/to?text") for _ in range(20))

        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == ["hello"] * 40
        client.close()


@pytest.mark.parametrize("name", ["async httpx", "aiohttp"])
def test_many_at_once_and_cancelled_requests(name, server):
    client = CLIENTS[name](resolve=resolver())
    url = f"http://home.example:{server.port}"

    async def main():
        slow = asyncio.create_task(client.ask(f"{url}/slow"))
        await asyncio.sleep(0.2)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        several = (client.ask(f"{url}/to?{path}") for path in ["text", "http://10.0.0.1/", "to?http://10.0.0.2/"] * 9)
        return await asyncio.gather(*several)

    assert client.loop.run_until_complete(main()) == ["hello", (1, "denied"), (2, "denied")] * 9
    client.close()


def test_the_certificate_is_that_of_the_name():
    trustme = pytest.importorskip("trustme")
    from functools import partial

    import aiohttp

    authority = trustme.CA()
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    for name in CLIENTS:
        for certificate, expected in (("home.example", "hello"), ("127.0.0.1", "client")):
            server = Server(fetching.server_tls(authority, certificate))
            named = []
            server.tls.sni_callback = lambda _, name, __, named=named: named.append(name)
            url, options = f"https://home.example:{server.port}/text", {"resolve": resolver()}
            if "httpx" in name:
                client, asked = CLIENTS[name](verify=trusted, **options), {}
            elif name == "aiohttp":
                client, asked = CLIENTS[name](connect=partial(aiohttp.TCPConnector, ssl=trusted), **options), {}
            else:
                client, asked = CLIENTS[name](**options), {}
                with authority.cert_pem.tempfile() as path:
                    assert client(url, verify=path) == expected, name
            if name != "requests":
                assert client(url, **asked) == expected, (name, certificate)
            assert set(named) == {"home.example"}
            client.close()
            server.close()


def test_streams_have_limits(server):
    import httpx
    import requests

    url = f"http://home.example:{server.port}"
    client = fetching.Httpx(resolve=resolver(), max_body=1000)
    with client.client.stream("GET", f"{url}/endless") as response, pytest.raises(httpx.HTTPError, match="1000 bytes"):
        for _ in response.iter_raw():
            pass
    with client.client.stream("GET", f"{url}/gzip?1000") as response:
        assert "content-encoding" not in response.headers and b"".join(response.iter_bytes(7)) == b"x" * 1000
    client.close()
    client = fetching.Requests(resolve=resolver(), max_body=1000)
    response = client.client.get(f"{url}/gzip?1000", stream=True)
    assert response.raw.read(3) == b"xxx" and response.raw.read(decode_content=True) == b"x" * 997
    assert set(map(len, client.client.get(f"{url}/gzip?1000", stream=True).iter_content(100))) == {100}
    for read in (lambda it: it.raw.read(), lambda it: list(it.iter_lines()), lambda it: it.raw.readline()):
        with pytest.raises(requests.RequestException, match="1000 bytes"):
            read(client.client.get(f"{url}/endless", stream=True))
    with pytest.raises(AttributeError):
        client.client.get(f"{url}/text", stream=True).raw.data  # noqa: B018
    client.close()
    client = fetching.Aiohttp(resolve=resolver(), max_body=1000)

    async def main():
        for read in ("iter_any", "iter_chunks", "__aiter__"):
            async with client.client.get(f"{url}/huge?") as response:
                with pytest.raises(fetch.BodyTooLarge):
                    async for _ in getattr(response.content, read)():
                        pass
        async with client.client.get(f"{url}/gzip?1000") as response:
            return [len(piece) async for piece in response.content.iter_chunked(400)]

    assert sum(client.loop.run_until_complete(main())) == 1000
    client.close()


def test_what_would_weaken_the_guard_is_refused(server):
    import requests

    url, proxy = f"http://home.example:{server.port}/text", f"http://127.0.0.1:{server.port}"
    session = fetching.Requests(resolve=resolver())
    session.client.mount("http://", requests.adapters.HTTPAdapter())
    assert session(f"http://public.example:{server.port}/text") == (0, "address")
    assert session(url, proxies={"http": proxy}) == "client"
    session.client.trust_env = True
    session.client.proxies = {"http": proxy}
    assert session(url) == "client"
    session.close()
    client = fetching.Aiohttp(resolve=resolver())
    assert client(url, proxy=proxy) == "client"
    import aiohttp

    with pytest.raises(ValueError, match="max_time"):
        client(url, timeout=aiohttp.ClientTimeout(total=None))
    client.close()
    with pytest.raises(TypeError, match="trust_env"):
        fetching.Aiohttp(trust_env=True)
    with pytest.raises(TypeError):
        fetching.Httpx(proxy=proxy)
    with pytest.raises(TypeError, match="expected a policy, such as"):
        fetching.Httpx("ssrf")
    assert server.requests == []


def test_redirects_that_are_not_followed(server):
    """The next request of httpx, and the response of all, which has the target."""
    import httpx

    url = f"http://home.example:{server.port}"
    client = fetching.Httpx(resolve=resolver())
    response = client.client.get(f"{url}/to?http://10.0.0.1/", follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (302, "http://10.0.0.1/")
    with pytest.raises(httpx.RequestError) as caught:
        client.client.send(response.next_request)
    assert kind(caught.value) == (1, "denied") and caught.value.request.url == "http://10.0.0.1/"
    response = client.client.get(f"{url}/to?text")
    assert response.url == f"{url}/text" and [it.status_code for it in response.history] == [302]
    # The same request again is a first request.
    request = client.client.build_request("GET", f"{url}/count?10")
    assert [client.client.send(request).text for _ in range(2)] == ["hello", "hello"]
    client.close()
    session = fetching.Requests(resolve=resolver()).client
    response = session.get(f"{url}/to?http://10.0.0.1/", allow_redirects=False)
    assert (response.status_code, response.headers["location"], response.next) == (302, "http://10.0.0.1/", None)
    response = session.get(f"{url}/to?text")
    assert response.url == f"{url}/text" and [it.status_code for it in response.history] == [302]
    session.close()


def test_extensions_that_are_used_again(server):
    """They hold where a redirect leads to, and are copied into requests for other URLs."""
    import httpx

    client, url = fetching.Httpx(resolve=resolver()).client, f"http://home.example:{server.port}"
    for target in ("/text", "http://10.0.0.1/", "mailto:a@b.example", "/count?1"):
        try:
            first = client.get(f"{url}/to?{target}", follow_redirects=False)
        except httpx.HTTPError as error:
            assert target.startswith("mailto") and kind(error) == (1, "denied")
            continue
        assert client.get(f"{url}/status?404", extensions=first.request.extensions).text == "404"
        assert client.get(f"{url}/to?{target}", extensions=first.request.extensions, follow_redirects=False).text == "hello"
    # Nor do they hold the number of redirects or the time.
    first = client.get(f"{url}/count?10")
    assert client.get(f"{url}/count?10", extensions=first.request.extensions).text == "hello"

    def hook(request):
        if request.url.path == "/text":
            request.url = request.url.copy_merge_params({"q": "1"})

    client.event_hooks = {"request": [hook]}
    assert client.get(f"{url}/to?/text").text == "hello"
    assert server.requests[-1][0].startswith("GET /text?q=1 ")
    client.close()


def test_a_hook_of_requests_gives_another_response(server):
    """The redirect of the first response is not followed, because it is the other response that counts."""
    session, url = fetching.Requests(resolve=resolver()).client, f"http://home.example:{server.port}"

    def hook(response, **_):
        return session.get(f"{url}/status?404") if response.url.endswith("/to?/text") else None

    for follows in (True, False):
        response = session.get(f"{url}/to?/text", hooks={"response": hook}, allow_redirects=follows)
        assert (response.text, response.next, response.history) == ("404", None, [])
    session.close()


def test_the_auth_of_a_session_of_aiohttp_is_for_its_origin(server):
    """aiohttp itself gives it to each host of a redirect."""
    import aiohttp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        client, port = fetching.Aiohttp(resolve=resolver(), auth=aiohttp.BasicAuth("u", "p")), server.port
    there = f"http://other.example:{port}"
    assert client(f"http://home.example:{port}/to?{there}/to?{there}/to?http://home.example:{port}/text") == "hello"
    sent = [has(fields, "authorization") for _, fields, _ in server.requests]
    assert sent == [True, False, False, True]
    client.close()


def test_a_middleware_of_aiohttp_asks_something_else(server):
    """A relative target has its own response as the base, and a URL that the middleware changes is the one that is sent."""
    client, url = fetching.Aiohttp(resolve=resolver()), f"http://home.example:{server.port}"

    async def asks(request, handler):
        response = await handler(request)
        async with client.client.get(f"http://127.0.0.1:{server.port}/a/b/other", middlewares=()):
            pass
        return response

    async def changes(request, handler):
        if request.url.path == "/text":
            request.url = request.url.update_query(q="1")
        return await handler(request)

    assert client(f"{url}/count?2", middlewares=(asks,)) == "hello"
    asked = [(head.split()[1], fields[0]) for head, fields, _ in server.requests if "/other" not in head]
    home = f"host: home.example:{server.port}"
    assert asked == [("/count?2", home), ("/count?1", home), ("/count?0", home)]
    assert client(f"{url}/as?302&/text", middlewares=(changes,)) == "hello"
    assert server.requests[-1][0].startswith("GET /text?q=1 ")
    client.close()


def test_messages_name_the_limit(make, server):
    """They are never empty, whichever limit it is."""
    never = threading.Event()
    url, slow = f"http://home.example:{server.port}", {"resolve": lambda *_: [never.wait(9) and "127.0.0.1"]}
    for path, options, expected in (
        ("/slow", {"max_time": 0.5}, "the time for the request, 0.5 s, is over"),
        ("/slow-head", {"max_time": 1}, "the time for the request, 1 s, is over"),
        ("/text", {"max_time": 0.2, **slow}, "the time for the request, 0.2 s, is over"),
        ("/huge", {"max_body": 99}, "the body is longer than 99 bytes"),
        ("/count?4", {"max_redirects": 3}, "there were more than 3 redirects"),
    ):
        said = []
        fetching.kind, own = lambda error, said=said: said.append(str(error)), fetching.kind
        try:
            make(**options)(url + path)
        finally:
            fetching.kind = own
        assert len(said) == 1 and expected in said[0], (path, said)
        assert said[0] == expected or make.name == "aiohttp" and path == "/count?4"
    never.set()


def test_a_server_that_does_not_read(make):
    """The time is over while the client sends."""
    said = []
    fetching.kind, own = lambda error, said=said: said.append((own(error), str(error))), fetching.kind
    try:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://home.example:{silent.getsockname()[1]}/"
            make(max_time=0.5)(url, "POST", (), b"x" * (64 << 20))
    finally:
        fetching.kind = own
    assert said == [("time", "the time for the request, 0.5 s, is over")]


def test_messages_of_the_timeouts_of_a_client(server):
    """httpx says nothing, if it is asynchronous, and so does aiohttp of its time in all and of its redirects."""
    import aiohttp
    import httpx

    url, said = f"http://home.example:{server.port}", []
    fetching.kind, own = lambda error: said.append(str(error)), fetching.kind
    try:
        for name in ("httpx", "async httpx"):
            client = CLIENTS[name](resolve=resolver())
            client(f"{url}/stall", timeout=0.2)
            client.close()
            client = CLIENTS[name](resolve=resolver(), limits=httpx.Limits(max_connections=1))
            client.client.timeout = httpx.Timeout(5, pool=0.2)
            if name == "httpx":
                with client.client.stream("GET", f"{url}/text"):
                    client(f"{url}/text")
            else:
                async def main(client=client):
                    async with client.client.stream("GET", f"{url}/text"):
                        await client.ask(f"{url}/text")

                client.loop.run_until_complete(main())
            client.close()
        client = fetching.Aiohttp(resolve=resolver())
        client(f"{url}/stall", timeout=aiohttp.ClientTimeout(total=0.2))
        client(f"{url}/count?20", max_redirects=2)
        client.close()
    finally:
        fetching.kind = own
    assert said[:4] == ["the timeout 'read' of httpx, 0.2 s, is over", "the timeout 'pool' of httpx, 0.2 s, is over"] * 2
    assert said[4] == "the time for the request, 0.2 s, is over" and "there were more than 1 redirects" in said[5]


def test_an_unknown_parameter():
    """The message names the class that is public, and what there is."""
    from oneiri.aiohttp import session
    from oneiri.httpx import AsyncPolicyTransport, PolicyTransport
    from oneiri.requests import Session

    for made in (PolicyTransport, AsyncPolicyTransport, Session):
        with pytest.raises(TypeError) as caught:
            made(POLICY, timeout=3)
        assert str(caught.value).startswith(f"{made.__name__} has no parameter 'timeout'; it has max_redirects, max_body, max_time (")
    with pytest.raises(TypeError, match="max_time"):
        session(POLICY, timeout=3)


def test_a_denial_says_why():
    denials = {}
    for name, make in CLIENTS.items():
        module = "httpx" if "httpx" in name else name
        denials[name] = pytest.importorskip(f"oneiri.{module}").Denied
        client = make()
        assert client("http://10.0.0.1/") == (0, "denied")
        client.close()
        with pytest.raises(denials[name]) as caught:
            fetch.Hop(fetch.Guard(POLICY, denied=denials[name]), "http://10.0.0.1/a")
        assert caught.value.url == "http://10.0.0.1/a"
    for denied in denials.values():
        error = denied(POLICY.check("http://10.0.0.1/"), 2)
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), again.hop, str(again)) == (denied, 2, str(error))
        assert str(error).startswith("redirect 2: denied: ")
        assert (again.code, denied(POLICY.check("http://home.example/"), url="x").code) == ("special-address", "address")
        error = denied(POLICY.check("http://home.example/"), 0, ["10.0.0.1", "::1"])
        assert str(error) == "'home.example' leads to no address that the policy admits; found 10.0.0.1, ::1"


def test_a_name_that_is_not_known_is_an_error_of_the_client():
    import aiohttp
    import httpx
    import requests

    for name, expected in (
        ("httpx", httpx.ConnectError),
        ("async httpx", httpx.ConnectError),
        ("requests", requests.ConnectionError),
        ("aiohttp", aiohttp.ClientConnectorDNSError),
    ):
        client = CLIENTS[name](resolve=resolver())
        call = {"aiohttp": lambda c, u: c.loop.run_until_complete(c.client.get(u).__aenter__()),
                "async httpx": lambda c, u: c.loop.run_until_complete(c.client.get(u))}
        with pytest.raises(expected):
            call.get(name, lambda c, u: c.client.get(u))(client, "http://unknown.example/")
        client.close()


GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "fetch.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
EXAMPLES = GUIDE.parents[2] / "crates" / "oneiri-client" / "examples"


def test_the_programs_of_the_guide_in_rust_are_examples():
    """Cargo compiles these."""
    found = re.findall(r"^```rust,ignore\n(.*?)^```", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    examples = [(EXAMPLES / f"{name}.rs").read_text("utf-8").partition("\n\n")[2] for name in ("fetch", "fetch_async")]
    assert found == examples


@pytest.mark.parametrize("nth", range(3))
def test_the_programs_of_the_guide_run(nth, server, monkeypatch, capsys):
    assert len(PROGRAMS) == 3 and len(PROGRAMS[nth].strip().splitlines()) <= 16
    monkeypatch.setattr(policy, "preset", lambda name: POLICY)
    own = socket.getaddrinfo
    home = b"home.example"
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *args, **options: own("127.0.0.1" if host == home else host, *args, **options))
    monkeypatch.setattr(sys, "argv", ["fetch.py", f"http://home.example:{server.port}/to?text", "http://10.0.0.1/"])
    exec(compile(PROGRAMS[nth], "fetch.py", "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert printed.startswith("hello\n") and "denied" in printed
