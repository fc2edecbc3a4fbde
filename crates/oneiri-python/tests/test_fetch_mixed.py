"""Clients that are given something of another client, with another policy: each sends only what its own policy allows."""

import gzip
import zlib

import fetching
import pytest
from fetching import Server, has, resolver

from oneiri import fetch, policy

pytest.importorskip("httpx")
pytest.importorskip("requests")
pytest.importorskip("aiohttp")

HOME = '[[allow]]\nhost = "home.example"\nport = "*"\naddresses = ["127.0.0.1"]\n'
LAX = policy.loads(HOME + '[[allow]]\nhost = "other.example"\nport = "*"\naddresses = ["127.0.0.1"]\n')
# One denies the text, and the other one the address to which it leads.
STRICT = {"denied": policy.loads(HOME), "address": policy.loads(HOME + '[[allow]]\nhost = "other.example"\nport = "*"\n')}


@pytest.fixture
def server():
    server = Server()
    yield server
    server.close()


def hosts(server):
    return {field.split()[1].split(":")[0] for _, fields, _ in server.requests for field in fields if field.startswith("host:")}


@pytest.mark.parametrize("kind", STRICT)
def test_a_hook_of_requests_gives_the_response_of_another_session(server, kind):
    lax, strict = fetching.Requests(LAX, resolve=resolver()), fetching.Requests(STRICT[kind], resolve=resolver())
    other = f"http://other.example:{server.port}/text"

    def hook(response, **_):
        return lax.client.get(f"http://home.example:{server.port}/to?{other}", allow_redirects=False)

    assert strict(f"http://home.example:{server.port}/text", hooks={"response": hook}) == (1, kind)
    assert hosts(server) == {"home.example"}
    assert lax(other) == "hello"
    lax.close(), strict.close()


@pytest.mark.parametrize("kind", STRICT)
def test_an_adapter_of_requests_is_called_by_another_session(server, kind):
    lax, strict = fetching.Requests(LAX, resolve=resolver()), fetching.Requests(STRICT[kind], resolve=resolver())
    other, kept = f"http://other.example:{server.port}/text", strict.client.get(f"http://home.example:{server.port}/text")

    def hook(response, **_):
        return kept.connection.send(response.request) if response.url == other else None

    assert lax(other, hooks={"response": hook}) == (0, kind)
    assert [head.split()[1] for head, *_ in server.requests] == ["/text", "/text"]
    # Nor does the strict session have a connection of the other one.
    assert strict(other) == (0, kind)
    lax.close(), strict.close()


def test_hooks_of_requests_have_the_limits_and_the_origin_of_the_first_request(server):
    session, count = fetching.Requests(LAX, resolve=resolver(), max_redirects=3), []
    home, other = (f"http://{name}.example:{server.port}" for name in ("home", "other"))

    def turn(response, **_):
        count.append(1)
        return session.client.get(f"{home}/to?/text", allow_redirects=False)

    assert session(f"{home}/text", hooks={"response": turn}) == "redirects" and len(count) == 4
    gives = {f"{home}/text": f"{other}/to?/close"}

    def away(response, **_):
        return session.client.get(gives[response.url], allow_redirects=False) if response.url in gives else None

    assert session(f"{home}/text", headers={"Authorization": "a"}, hooks={"response": away}) == "hello"
    (head, fields, _), first = server.requests[-1], server.requests[-3]
    assert head.startswith("GET /close ") and has(first[1], "authorization") and not has(fields, "authorization")
    session.close()


@pytest.mark.parametrize("kind", STRICT)
def test_a_client_of_httpx_sends_the_next_request_of_another_one(server, kind):
    lax, strict = fetching.Httpx(LAX, resolve=resolver()), fetching.Httpx(STRICT[kind], resolve=resolver())
    first = lax.client.get(f"http://home.example:{server.port}/to?http://other.example:{server.port}/text", follow_redirects=False)
    with pytest.raises(fetch.Denied) as caught:
        strict.client.send(first.next_request)
    assert fetching.kind(caught.value) == (0, kind) and hosts(server) == {"home.example"}
    lax.close(), strict.close()


def test_a_middleware_of_aiohttp_asks_another_session(server):
    lax = fetching.Aiohttp(LAX, resolve=resolver())

    async def asks(request, handler):
        async with lax.client.get(request.url):
            pass
        return await handler(request)

    strict = fetching.Aiohttp(STRICT["address"], lax.loop, resolve=resolver())
    for url, hop in ((f"http://other.example:{server.port}/close", 0), (f"http://home.example:{server.port}/to?http://other.example:{server.port}/close", 1)):
        before = len(server.requests)
        assert strict(url, middlewares=(asks,)) == (hop, "address")
        # Only the session that may do so has asked.
        assert len(server.requests) - before == (1 if hop == 0 else 4)
    lax.loop.run_until_complete(strict.end())
    lax.close()


def test_a_middleware_of_aiohttp_leaves_the_limits_and_the_origin(server):
    import aiohttp

    side, password = fetching.Aiohttp(LAX, resolve=resolver()), aiohttp.BasicAuth("u", "secret")
    home, other = (f"http://{name}.example:{server.port}" for name in ("home", "other"))

    async def asks(request, handler):
        async with side.client.get(f"{home}/text"):
            pass
        return await handler(request)

    client = fetching.Aiohttp(LAX, side.loop, resolve=resolver(), max_redirects=2, auth=password)
    for middlewares in ((), (asks,)):
        assert client(f"{home}/to?{other}/text", middlewares=middlewares) == "hello"
        # Only the first host gets the password.
        sent = {(head.split()[1].startswith("/to?"), has(fields, "authorization")) for head, fields, _ in server.requests}
        assert sent == {(True, True), (False, False)}, middlewares
        assert client(f"{home}/to?/to?/to?/text", middlewares=middlewares) == "redirects", middlewares
        server.requests.clear()
    side.loop.run_until_complete(client.end())
    side.close()


def test_a_middleware_of_aiohttp_sends_a_request_of_another_session(server):
    import aiohttp

    side, handlers, home = fetching.Aiohttp(LAX, resolve=resolver()), [], f"http://home.example:{server.port}/text"
    client = fetching.Aiohttp(STRICT["denied"], side.loop, resolve=resolver())

    async def keeps(request, handler):
        handlers.append((request, handler))
        return await handler(request)

    async def sends(request, handler):
        kept, other = handlers[0]
        return await other(kept)

    assert side(home, middlewares=(keeps,)) == "hello"
    with pytest.raises(aiohttp.ClientError, match="by the session that made it"):
        client.loop.run_until_complete(client.client.get(home, middlewares=(sends,)))
    assert len(server.requests) == 1
    side.loop.run_until_complete(client.end())
    side.close()


EMPTY = {"gzip": gzip.compress(b""), "deflate": b"\x00\x00\x00\xff\xff"}


@pytest.mark.parametrize("coding", EMPTY)
def test_bodies_of_empty_pieces_take_linear_time(coding, monkeypatch):
    """Counted in bytes that zlib is given, of which it copies what it does not use."""
    given, make = [0], zlib.decompressobj

    class Counted:
        def __init__(self, wbits):
            self.own = make(wbits)

        def __getattr__(self, name):
            return getattr(self.own, name)

        def decompress(self, data, most):
            given[0] += len(data)
            return self.own.decompress(data, most)

    monkeypatch.setattr(zlib, "decompressobj", Counted)
    body = fetch.Body(fetch.BodyTooLarge, 1 << 20, coding)
    pieces = 3000
    assert list(body.feed(EMPTY[coding] * pieces)) == []
    assert given[0] <= pieces * fetch.STEP
    with pytest.raises(fetch.BodyTooLarge, match="packed body is longer than 2098176 bytes"):
        while True:
            assert list(body.feed(EMPTY[coding] * pieces)) == []


def test_a_long_body_without_a_trailer():
    """The last piece of a raw deflate body comes without more bytes."""
    plain = b"x" * (3 * fetch.PIECE)
    raw = zlib.compressobj(wbits=-15)
    body = fetch.Body(fetch.BodyTooLarge, len(plain), "deflate")
    assert b"".join(body.feed(raw.compress(plain) + raw.flush())) == plain
    body.finish()


def test_endless_bodies_of_empty_pieces(server):
    url = f"http://home.example:{server.port}"
    for name, make in fetching.CLIENTS.items():
        client = make(LAX, resolve=resolver(), max_body=100_000, max_time=2.0)
        for coding in EMPTY:
            # aiohttp unpacks itself, and does not say how much it has read.
            assert client(f"{url}/empty?{coding}") == ("time" if name == "aiohttp" else "body"), (name, coding)
        assert client(f"{url}/text") == "hello"
        client.close()


def test_a_denial_names_the_rule_that_comes_nearest(server):
    for make in fetching.CLIENTS.values():
        client, said = make(LAX, resolve=resolver()), []
        own, fetching.kind = fetching.kind, lambda error: said.append(str(error))
        try:
            client(f"http://home.example:{server.port}/to?ftp://home.example/")
            client("http://elsewhere.com/")
        finally:
            fetching.kind = own
        client.close()
        assert said[0] == "redirect 1: denied: no-rule: no rule allows the text; allow rule 1 (line 1) matches all but the scheme"
        assert "matches all but the host" in said[1]


LOCATIONS = [line.split() for line in fetching.DATA["locations"].strip().splitlines()]


def test_locations_of_any_bytes(server):
    for name, make in fetching.CLIENTS.items():
        client = make(LAX, resolve=resolver())
        for location, expected in LOCATIONS:
            octets = location.replace("PORT", str(server.port)).encode().decode("unicode_escape").encode("latin-1")
            found = client(f"http://home.example:{server.port}/octets?{octets.hex()}")
            found = found[1] if isinstance(found, tuple) else server.requests[-1][0].split()[1]
            assert found == expected, (name, location)
        client.close()
