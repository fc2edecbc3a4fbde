"""The adapters of `examples/`, in their frameworks, against a server on 127.0.0.1 and a resolver that rebinds."""

import asyncio
import importlib
import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from oneiri import policy

EXAMPLES = Path(__file__).parents[1] / "examples"
# What a page on this origin must not lead to; the guide has them.
ATTACKS = [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "https:evil.example",
    "///evil.example",
    "https://app.example.evil.example",
    "https://app.example@evil.example/",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
]


def example(name, *needed):
    for module in needed:
        pytest.importorskip(module)
    if str(EXAMPLES) not in sys.path:
        sys.path.insert(0, str(EXAMPLES))
    return importlib.import_module(name)


class Handler(BaseHTTPRequestHandler):
    """Answers with the path and the host, or redirects."""

    LOCATIONS = {
        "/to-ok": "/ok",
        "/to-metadata": "http://169.254.169.254/latest/meta-data/",
        "/to-loopback": "http://[::ffff:127.0.0.1]/",
        "/to-evil": "//evil.test/",
        # requests takes `http:\\\\0x7f.1\\` for a path on the same server, so this one has slashes.
        "/to-spelling": "http://0x7f.1/",
    }

    def do_GET(self):
        location = self.LOCATIONS.get(self.path)
        body = f"{self.path} {self.headers['Host']}".encode()
        self.server.seen.append(self.path)
        self.send_response(302 if location else 200)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def rules(server):
    """Allows the names of the tests on the server's port. Of private addresses, only 127.0.0.1 is admitted."""
    return policy.loads(f"""
        addresses = ["public", "127.0.0.1/32"]
        [[allow]]
        scheme = "http"
        host = "good.test"
        port = {server.server_port}
        [[allow]]
        scheme = "http"
        host = "*"
    """)


class Resolver:
    """Answers with one list of addresses after the other."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def __call__(self, host, port, **_):
        self.asked.append(host)
        addresses = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]


def httpx_get(rules, resolver):
    import httpx

    transport = example("httpx_transport", "httpx").PolicyTransport(rules, resolver)
    client = httpx.Client(transport=transport, follow_redirects=True)
    return lambda url: client.get(url).text, (httpx.HTTPError, httpx.InvalidURL)


def requests_get(rules, resolver):
    session = example("requests_adapter", "requests").guarded_session(rules, resolver)
    import requests

    return lambda url: session.get(url, timeout=10).text, requests.RequestException


def async_httpx_get(rules, resolver):
    import httpx

    transport = example("httpx_transport", "httpx").AsyncPolicyTransport

    async def get(url):
        async with httpx.AsyncClient(transport=transport(rules, resolver), follow_redirects=True) as client:
            return (await client.get(url)).text

    return lambda url: asyncio.run(get(url)), (httpx.HTTPError, httpx.InvalidURL)


@pytest.fixture(params=[httpx_get, async_httpx_get, requests_get], ids=["httpx", "async httpx", "requests"])
def client(request):
    pytest.importorskip(request.param.__name__.removeprefix("async_").removesuffix("_get"))
    return request.param


def test_what_is_allowed_is_fetched(client, server, rules, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1/")
    resolver = Resolver(["10.0.0.1", "127.0.0.1"])
    get, _ = client(rules, resolver)
    port = server.server_port
    # The canonical text is what is sent, and the host is the name.
    assert get(f"HTTP://Good.test:{port}/a/../ok") == f"/ok good.test:{port}"
    assert get(f"http://good.test:{port}/to-ok") == f"/ok good.test:{port}"
    assert set(resolver.asked) == {"good.test"}


def test_redirects_are_checked(client, server, rules):
    get, refused = client(rules, Resolver(["127.0.0.1"]))
    for path, reason in (
        ("/to-metadata", "special-address"),
        ("/to-loopback", "ipv4-in-ipv6|special-address"),
        ("/to-evil", "special-name"),
        ("/to-spelling", "."),
    ):
        server.seen.clear()
        with pytest.raises(refused, match=reason):
            get(f"http://good.test:{server.server_port}{path}")
        assert server.seen == [path]


def test_a_name_that_rebinds_leads_nowhere(client, server, rules):
    url = f"http://good.test:{server.server_port}/ok"
    resolver = Resolver(["127.0.0.1"], ["127.0.0.2"])
    assert client(rules, resolver)[0](url).startswith("/ok")
    # The address that was asked for is the one that is connected to: one question for one connection.
    assert resolver.asked == ["good.test"]
    get, refused = client(rules, resolver)
    server.seen.clear()
    with pytest.raises(refused, match="'good.test' leads to no admitted address"):
        get(url)
    assert server.seen == [] and resolver.asked == ["good.test"] * 2
    for addresses in ([], ["169.254.169.254"], ["::ffff:127.0.0.2", "10.0.0.1"]):
        get, refused = client(rules, Resolver(addresses))
        with pytest.raises(refused, match="no admitted address"):
            get(url)


def test_other_texts_are_refused(client, server, rules):
    resolver = Resolver(["127.0.0.1"])
    get, refused = client(rules, resolver)
    server.seen.clear()
    port = server.server_port
    for url in (
        f"http://127.0.0.1:{port}/ok",
        f"http://0x7f.1:{port}/ok",
        f"http://[::ffff:127.0.0.1]:{port}/ok",
        f"http://good.test:{port}@evil.test/",
        f"http://u:p@good.test:{port}/ok",
        "http://good.test:1/ok",
        "https://good.test/",
    ):
        with pytest.raises(refused):
            get(url)
    assert server.seen == [] and resolver.asked == []


def test_the_certificate_is_that_of_the_name():
    adapter = example("requests_adapter", "requests").PolicyAdapter(
        policy.preset("ssrf"), Resolver(["93.184.215.14"])
    )
    import requests

    request = requests.Request("GET", "https://example.com/").prepare()
    target, options = adapter.build_connection_pool_key_attributes(request, True)
    assert (target["scheme"], target["host"], target["port"]) == ("https", "93.184.215.14", None)
    assert options["assert_hostname"] == options["server_hostname"] == "example.com"


def test_fastapi_redirects_within_its_origin():
    module = example("fastapi_redirect", "fastapi", "httpx")
    from fastapi.testclient import TestClient

    client = TestClient(module.app, follow_redirects=False)
    response = client.get("/login", params={"next": "/account?tab=1"})
    assert (response.status_code, response.headers["location"]) == (303, "https://app.example/account?tab=1")
    for text in ATTACKS:
        response = client.get("/login", params={"next": text}, headers={"Host": "evil.example"})
        assert response.status_code == 400 and response.json()["detail"], text


def test_django_redirects_within_its_origin():
    pytest.importorskip("django")
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["*"], SECRET_KEY="tests", ROOT_URLCONF=())
        django.setup()
    module = example("django_redirect", "django")
    from django.test import RequestFactory

    get = RequestFactory().get
    response = module.login(get("/login", {"next": "/account?tab=1"}))
    assert (response.status_code, response["Location"]) == (302, "https://app.example/account?tab=1")
    from django import forms

    class Form(forms.Form):
        next = forms.CharField(strip=False, validators=[module.RedirectTarget()])

    assert Form({"next": "/account"}).is_valid()
    for text in ATTACKS:
        response = module.login(get("/login", {"next": text}))
        assert response.status_code == 400 and json.loads(response.content)["next"], text
        form = Form({"next": text})
        assert not form.is_valid() and form.errors.as_data()["next"][0].code, text
    path, arguments, _ = module.RedirectTarget("agent").deconstruct()
    assert path.endswith("RedirectTarget") and arguments == ("agent",)


def test_an_agent_is_told_why(server, rules):
    module = example("mcp_fetch", "mcp", "httpx")
    import mcp

    transport = sys.modules["httpx_transport"].PolicyTransport(rules, Resolver(["127.0.0.1"]))

    async def call(url):
        async with mcp.Client(module.server(transport)) as client:
            return await client.call_tool("fetch", {"url": url})

    base = f"http://good.test:{server.server_port}"
    result = asyncio.run(call(base + "/to-ok"))
    assert not result.is_error and result.content[0].text.startswith("/ok good.test")
    for url in (base + "/to-metadata", "http://169.254.169.254/", "http://[", "file:///etc/passwd"):
        result = asyncio.run(call(url))
        assert result.is_error and result.content[0].text, url
    assert "special-address" in asyncio.run(call(base + "/to-metadata")).content[0].text


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short(path):
    # The one of httpx has two transports.
    assert len(path.read_text("utf-8").splitlines()) <= (120 if path.stem == "httpx_transport" else 80)
