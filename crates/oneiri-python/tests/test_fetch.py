"""The guards of httpx, requests and aiohttp against a server on 127.0.0.1 and a resolver that rebinds."""

import asyncio
import pickle
import re
import socket
import ssl
import sys
import threading
from pathlib import Path

import fetching
import pytest
from fetching import CLIENTS, DATA, POLICY, Server, kind, resolver

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


def test_a_target_that_is_not_utf8(make, server):
    client = make()
    for target, expected in (("/te\udcffxt", "hello denied"), ("//\udcff.example/", "denied client"), ("", "redirects hello")):
        server.target = target
        found = client(f"http://home.example:{server.port}/next")
        assert (found if isinstance(found, str) else found[1]) in expected, (target, found)


def test_a_name_that_is_not_in_ascii():
    with pytest.raises(OSError, match="is not in ASCII"):
        fetch.resolve("b\u00fccher.example", 80)


def has(fields, name):
    return any(field.startswith(f"{name}: ") for field in fields)


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
