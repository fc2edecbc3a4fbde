"""The attack list of oneiri-policy through each client: each text as the first URL and as the target of a redirect.

Connections are counted where Python makes them: an audit hook sees each one, and stops those to other machines.
"""

import ipaddress
import re
import socket
import ssl
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from fetching import CLIENTS, Server

from oneiri import policy

tomllib = pytest.importorskip("tomllib")
httpx = pytest.importorskip("httpx")
requests = pytest.importorskip("requests")
aiohttp = pytest.importorskip("aiohttp")
yarl = pytest.importorskip("yarl")

LISTS = Path(__file__).parents[2] / "oneiri-policy" / "tests"
ADDRESSES = ["127.0.0.1", "127.0.0.2", "::1"]
TLS = ssl.create_default_context()
OPTIONS = {"requests": {}, "aiohttp": {"connect": partial(aiohttp.TCPConnector, ssl=TLS)}}
PLAIN = httpx.Client(verify=TLS)
READ = {
    "httpx": lambda text: str(PLAIN.build_request("GET", text).url),
    "async httpx": lambda text: str(PLAIN.build_request("GET", text).url),
    "requests": lambda text: requests.Request("GET", text).prepare().url,
    "aiohttp": lambda text: str(yarl.URL(text)),
}


class Watch:
    """The connections and the names of one request."""

    def __init__(self):
        self.on, self.connected, self.resolved = False, [], []
        sys.addaudithook(self.see)

    def see(self, event, arguments):
        if not self.on:
            return
        if event == "socket.connect" and isinstance(arguments[1], tuple):
            self.connected.append(arguments[1][0])
            if not ipaddress.ip_address(arguments[1][0]).is_loopback:
                raise OSError("no connection to another machine")
        if event == "socket.getaddrinfo":
            try:
                ipaddress.ip_address(arguments[0])
            except ValueError:
                self.connected.append(f"the system resolves {arguments[0]!r}")
                raise OSError("no question to another machine") from None


WATCH = Watch()


def violations():
    """All violations with the treatment "allow"; the message for an unknown one lists their names."""
    with pytest.raises(ValueError) as caught:
        policy.loads("[violations]\nx = 'allow'")
    names = re.findall(r"[a-z][a-z0-9-]+", str(caught.value).partition("expected one of")[2].partition(", found")[0])
    return "[violations]\n" + "".join(f"{name} = 'allow'\n" for name in names if name not in ("the", "keys"))


def bypasses(port):
    """Policies, and texts for each of them."""
    with open(LISTS / "bypasses.toml", "rb") as file:
        groups = tomllib.load(file)["group"].values()
    for group in groups:
        after = [text for key in ("deny", "deny_or_host", "allow", "canonical") for text in group.get(key, [])]
        parsers = [f"parsers = ['{parser}']\n" for parser in group.get("parsers", [])] or [""]
        yield (
            [parser + rules.replace("{all}", violations()) for rules in group["policies"] for parser in parsers],
            [start + text for before in group.get("before", [""]) for start in reachable(before, port) for text in after],
        )


def reachable(before, port):
    """Also without TLS, at a port where the server would be seen to be reached."""
    yield before
    if before.startswith("https://"):
        yield f"http://{before.removeprefix('https://').partition(':')[0]}:{port}"


def families():
    """Each pattern with each of its values, in rows, and what presets deny."""
    with open(LISTS / "families.toml", "rb") as file:
        lists = tomllib.load(file)
    urls = [text for group in lists["denied"] for text in group["texts"]]
    for family in lists["family"].values():
        # The values of a family go before the shared ones.
        values = {**lists["values"], **{name: value for name, value in family.items() if isinstance(value, list)}}
        for pattern in family["patterns"]:
            slots = [(name, value) for name, value in reversed(values.items()) if f"{{{name}}}" in pattern]
            for row in range(max((len(value) for _, value in slots), default=1)):
                url = pattern
                for name, value in slots:
                    url = url.replace(f"{{{name}}}", value[row % len(value)])
                urls.append(url)
    urls += ["http" + url.removeprefix("https") for url in urls if url.startswith("https")]
    return ["extends = 'ssrf'", "extends = 'agent'\n[[allow]]\nhost = '*'\nport = '*'"], urls


def watched(client, url):
    """What comes of a URL, and the connections on the way."""
    WATCH.connected, WATCH.on = [], True
    try:
        found = client(url)
    finally:
        WATCH.on = False
    return found, set(WATCH.connected)


def verify(decision, hop, found, connected, counts, about):
    """Nothing but what the policy admits is connected to."""
    host = (decision.host or "").strip("[]") if decision else ""
    try:
        literal = str(ipaddress.ip_address(host))
    except ValueError:
        literal = None
    assert all(address == literal or decision and decision.admits(address) for address in connected), connected
    if not decision:
        assert found in ((hop, "denied"), "client") and not connected
    elif literal and literal != "127.0.0.1":
        counts.literals |= connected
        assert found in ("client", "time") and connected <= {literal}
    elif decision.admits("127.0.0.1"):
        assert found in ("hello", "client"), about
    else:
        assert found in ((hop, "address"), "client") and not connected
    counts[found if isinstance(found, str) else found[1]] += 1


class Counts(Counter):
    literals = frozenset()


def opened(name, rules):
    return CLIENTS[name](rules, resolve=lambda *_: ADDRESSES, max_time=20.0, **OPTIONS.get(name, {"verify": TLS}))


@pytest.mark.parametrize("name", CLIENTS)
def test_attacks_as_first_urls(name):
    server, counts = Server(), Counts()
    for policies, urls in (*bypasses(server.port), families()):
        assert policies and urls
        for rules in map(policy.loads, policies):
            client = opened(name, rules)
            for url in urls:
                try:
                    read = READ[name](url)
                except (ValueError, httpx.InvalidURL, requests.RequestException):
                    # No URL for the client.
                    read = None
                found, connected = watched(client, url)
                if read is None:
                    assert found == "client" and not connected
                    continue
                verify(rules.check(read), 0, found, connected, counts, (url, read))
            client.close()
    print(counts, counts.literals)
    assert min(counts["denied"], counts["address"], counts["client"]) > 50 and counts["hello"] > 20
    assert counts.literals == {"10.1.2.3", "8.8.8.8", "9.9.9.9", "93.184.215.14", "2606:4700:4700::1111"}
    assert (len(server.requests), server.others) == (counts["hello"], 0)
    server.close()


@pytest.mark.parametrize("name", CLIENTS)
def test_attacks_as_targets_of_redirects(name):
    server, counts = Server(), Counts()
    rules = policy.loads("""
        [[allow]]
        host = "*"
        port = "*"
        [[allow]]
        host = "127.0.0.1"
        port = "*"
    """)
    first = f"http://127.0.0.1:{server.port}/next"
    client = opened(name, rules)
    urls = {url for _, urls in (*bypasses(server.port), families()) for url in urls}
    for url in sorted(urls):
        if not re.search(r"[\0\r\n]", url):
            server.target = url
            found, connected = watched(client, first)
            # A field of HTTP begins and ends with no white space.
            verify(rules.check(url.strip(" \t"), first), 1, found, connected - {"127.0.0.1"}, counts, url)
    print(counts, counts.literals)
    client.close()
    assert min(counts["denied"], counts["address"]) > 50 and counts["hello"] > 20
    assert counts.literals == {"1.1.1.1", "8.8.8.8", "9.9.9.9", "93.184.215.14", "2606:4700:4700::1111"}
    host = f"host: 127.0.0.1:{server.port}"
    assert all(host in fields for _, fields, _ in server.requests) and server.others == 0
    server.close()
