# pyright: strict
"""For pyright and mypy: the guards of clients have types."""

import ssl
from functools import partial
from typing import assert_type

import aiohttp
import httpx
import requests

import oneiri.aiohttp
import oneiri.fetch
import oneiri.httpx
import oneiri.requests
from oneiri import policy

rules = policy.preset("ssrf")
context = ssl.create_default_context()
with httpx.Client(transport=oneiri.httpx.PolicyTransport(rules, verify=context, http2=True, max_time=5)) as client:
    assert_type(client.get("https://h.example/").text, str)

session = oneiri.requests.Session(rules, pool_maxsize=20, max_redirects=3)
session.verify = False
try:
    assert_type(session.get("https://h.example/", timeout=3).status_code, int)
except oneiri.requests.Denied as denied:
    assert_type(denied.decision, policy.Decision)
    assert_type(denied.hop, int)
    assert_type(denied.addresses, tuple[str, ...])
    caught: requests.RequestException = denied


def names(host: str, port: int) -> list[str]:
    return ["93.184.215.14"]


async def main() -> None:
    transport = oneiri.httpx.AsyncPolicyTransport(rules, resolve=names)
    async with httpx.AsyncClient(transport=transport) as client:
        await client.get("https://h.example/")
    connect = partial(aiohttp.TCPConnector, ssl=context)
    async with oneiri.aiohttp.session(rules, max_body=1000, connect=connect, headers={"a": "b"}) as session:
        assert_type(session, aiohttp.ClientSession)
        async with session.get("https://h.example/") as response:
            assert_type(await response.text(), str)


hop = oneiri.fetch.Hop(oneiri.fetch.Guard(rules, resolve=names), "https://h.example/")
hop.follow(302, "GET", "/a")
if isinstance(hop.next, oneiri.fetch.Hop):
    assert_type(hop.next.url, str)

oneiri.httpx.PolicyTransport(rules, proxy="http://p/")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
