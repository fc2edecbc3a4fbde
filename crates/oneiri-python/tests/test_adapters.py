"""The adapters of `examples/`, in their frameworks; `test_fetch.py` has the clients."""

import asyncio
import importlib
import json
import sys
from pathlib import Path

import pytest
from fetching import POLICY, Server, resolver

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


def test_an_agent_is_told_why():
    module = example("mcp_fetch", "mcp", "httpx")
    import mcp

    server, transport = Server(), module.PolicyTransport(POLICY, resolve=resolver())

    async def call(url):
        async with mcp.Client(module.server(transport)) as client:
            return await client.call_tool("fetch", {"url": url})

    base = f"http://home.example:{server.port}"
    result = asyncio.run(call(base + "/to?text"))
    assert not result.is_error and result.content[0].text == "hello"
    for url in (base + "/to?http://10.0.0.1/", "http://169.254.169.254/", "http://[", "file:///etc/passwd"):
        result = asyncio.run(call(url))
        assert result.is_error and result.content[0].text, url
    assert "special-address" in asyncio.run(call(base + "/to?http://10.0.0.1/")).content[0].text
    server.close()


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short(path):
    assert len(path.read_text("utf-8").splitlines()) <= 80
