"""Runs guards of HTTP clients against a server on 127.0.0.1 and names that lead there, and prints the table of docs/guide/fetch.md.

    python3 -m venv room && room/bin/pip install drawbridge==0.1.2 safehttpx==0.2.0 microsoft-antissrf==1.0.0 requests==2.34.2 OneiriWheel[httpx]
    npm i --prefix room @microsoft/antissrf@1.0.0 ssrf-req-filter@1.1.1 request-filtering-agent@3.2.1 node-fetch@2.7.0
    room/bin/python differential/fetch.py room

No request leaves the machine. The address PUBLIC stands for the internet: a connection to it goes to the server. Every other connection is
recorded, and it is made only if it goes to the loopback interface. A tool has its defaults, plain HTTP, any port, and a timeout of 2 seconds.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "crates/oneiri-python/tests"))
from fetching import Server  # noqa: E402

PUBLIC = "93.184.215.14"
# Each list has the answers to one question after the other, and the last one stays.
NAMES = {
    "good.example.net": [[PUBLIC]],
    "other.example.net": [[PUBLIC]],
    "private.example.net": [["127.0.0.1"]],
    "mapped.example.net": [["::ffff:127.0.0.1"]],
    "nat64.example.net": [["64:ff9b::7f00:1"]],
    "shared.example.net": [["100.64.0.1"]],
    "azure.example.net": [["168.63.129.16"]],
    "several.example.net": [["127.0.0.1", PUBLIC]],
    "turns.example.net": [[PUBLIC], ["127.0.0.1"]],
}
LITERALS = ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
            "0.0.0.0", "[::]", "localhost", "169.254.169.254", "168.63.129.16", "100.64.0.1", "198.18.0.1", "[fec0::1]"]  # fmt: skip


class World:
    """How the socket module behaves in this process."""

    def __init__(self):
        self.connected, self.asked = [], {}
        self.resolve_own, self.connect_own = socket.getaddrinfo, socket.socket.connect

        def connect(own, address):
            self.connected.append(address[0])
            if address[0] == PUBLIC:
                address = ("127.0.0.1", address[1])
            elif not address[0].startswith(("127.", "0.0.0.0", "::1")):
                raise ConnectionRefusedError("another machine")
            return self.connect_own(own, address)

        socket.socket.connect = connect
        socket.getaddrinfo = self.resolve

    def answer(self, name):
        answers = NAMES[name]
        self.asked[name] = self.asked.get(name, 0) + 1
        return answers[min(self.asked[name], len(answers)) - 1]

    def resolve(self, host, port, *arguments, **options):
        name = host.decode() if isinstance(host, bytes) else host
        if name not in NAMES:
            # Spellings of addresses, as the system reads them, and no question to another machine.
            try:
                socket.inet_aton(name)
            except OSError:
                if ":" not in name and name != "localhost":
                    raise socket.gaierror(socket.EAI_NONAME, name) from None
            return self.resolve_own(host, port, *arguments, **options)
        return [it for address in self.answer(name) for it in self.resolve_own(address, port, type=socket.SOCK_STREAM)]


def python_tool(tool, port):
    """A function that fetches a URL."""
    import httpx

    if tool == "oneiri.httpx":
        from oneiri import policy
        from oneiri.httpx import PolicyTransport

        rules = policy.loads("extends = 'ssrf'\n[[allow]]\nhost = '*'\nport = '*'")
        client = httpx.Client(transport=PolicyTransport(rules, max_time=2), follow_redirects=True)
        return lambda url, headers: client.get(url, headers=headers).content
    if tool == "drawbridge":
        import drawbridge

        client = drawbridge.SyncClient(drawbridge.Policy(allow_ports=[port], timeout=2))
        return lambda url, headers: client.get(url, headers=headers).content
    if tool == "safehttpx":
        import safehttpx

        return lambda url, headers: asyncio.run(safehttpx.get(url, headers=headers, timeout=2)).content
    from AntiSSRF import AntiSSRFPolicy, PolicyConfigOptions

    rules = AntiSSRFPolicy(PolicyConfigOptions.EXTERNAL_ONLY_LATEST)
    rules.allow_plain_text_http = True
    session = rules.get_antissrf_session()
    return lambda url, headers: session.get(url, headers=headers, timeout=2).content


def child(tool, port):
    """Answers lines as fetch.mjs does."""
    get, world = python_tool(tool, port), World()
    for line in sys.stdin:
        asked = json.loads(line)
        world.connected = []
        try:
            result = f"{len(get(asked['url'], asked['headers']))} bytes"
        except Exception as error:
            result = f"error: {type(error).__name__}: {error}"
        print(json.dumps({"result": result, "connected": world.connected}), flush=True)


class Tool:
    """A tool in a process of its own, which is ended if it does not answer."""

    def __init__(self, name, room, port, **environment):
        self.name, self.port = name, port
        python = [sys.executable, __file__, "--child", name, str(port)]
        node = ["node", "--no-deprecation", str(Path(__file__).with_suffix(".mjs")), str(room.absolute()), json.dumps(NAMES), PUBLIC]
        self.command, self.environment = node if name in NPM else python, {**os.environ, **environment}
        self.process = None

    def get(self, url, **headers):
        """What came of a URL, and the connections."""
        if self.process is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
            self.process = subprocess.Popen(self.command, env=self.environment, **pipes)
        line = json.dumps({"tool": self.name, "url": url.replace("PORT", str(self.port)), "headers": headers})
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        timer = threading.Timer(10, self.process.kill)
        timer.start()
        answer = self.process.stdout.readline()
        timer.cancel()
        if not answer:
            self.close()
            return "no end after 10 s", []
        answer = json.loads(answer)
        LOG.append((self.name, url, answer))
        return answer["result"], [it for it in answer["connected"] if it != PUBLIC]

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None


LOG = []
PIP, NPM = {"microsoft-antissrf": "1.0.0", "drawbridge": "0.1.2", "safehttpx": "0.2.0"}, {
    "@microsoft/antissrf": "1.0.0", "ssrf-req-filter": "1.1.1", "request-filtering-agent": "3.2.1"}  # fmt: skip
GOOD = "http://good.example.net:PORT"
UNCLEAR = ["http://good.example.net:PORT\\@other.example.net:PORT/", "http://other.example.net:PORT\\.good.example.net:PORT/",
           "http://a@b@good.example.net:PORT/", "http://good%2Eexample.net:PORT/", "http://good.example.net:PORT/a\tb"]  # fmt: skip


def count(tool, urls):
    """To how many of the addresses a connection was tried."""
    return f"{sum(bool(tool.get(url)[1]) for url in urls)} of {len(urls)}"


def literals(tool, _):
    return count(tool, [f"http://{it}:PORT/text" for it in LITERALS])


def names(tool, _):
    return count(tool, [f"http://{it}.example.net:PORT/text" for it in ("private", "mapped", "nat64", "shared", "azure")])


def several(tool, _):
    result, others = tool.get("http://several.example.net:PORT/text")
    return "connects to it" if others else "takes the other" if result == "5 bytes" else "refuses the name"


def turns(tool, _):
    return "connects" if [tool.get("http://turns.example.net:PORT/close") for _ in range(3)][-1][1] else "no"


def follows(tool, _):
    return "yes" if tool.get(f"{GOOD}/to?http://other.example.net:PORT/gzip?7")[0] == "7 bytes" else "no"


def redirects(tool, _):
    to = ["http://127.0.0.1:PORT/text", "http://private.example.net:PORT/text", "//%5B::ffff:127.0.0.1%5D:PORT/text", "http://168.63.129.16:PORT/"]
    return count(tool, [f"{GOOD}/to?{it}" for it in to])


def many(tool, server):
    tool.get(f"{GOOD}/count?100")
    return str(sum(head.startswith("GET /count") for head, *_ in server.requests) - 1)


def secrets(tool, server):
    if follows(tool, server) == "no":
        return "no redirect"
    tool.get(f"{GOOD}/to?http://other.example.net:PORT/text", Authorization="a", Cookie="c=d", **{"Proxy-Authorization": "p"})
    kept = {it.partition(":")[0] for it in server.requests[-1][1]} & {"authorization", "cookie", "proxy-authorization"}
    return ", ".join(sorted(kept)) or "none"


def unclear(tool, server):
    before = len(server.requests)
    for url in UNCLEAR:
        tool.get(url)
    return f"{len(server.requests) - before} of {len(UNCLEAR)}"


def packed(tool, _):
    result = tool.get(f"{GOOD}/gzip?50000000")[0]
    return "unpacked" if result == "50000000 bytes" else "an error"


def slow(path):
    def run(tool, _):
        begin = time.monotonic()
        tool.get(f"{GOOD}/{path}")
        spent = time.monotonic() - begin
        return "no end in 10 s" if spent > 9 else "an error" if spent > 1.5 else "an error at once"

    return run


def proxy(tool, server):
    proxied = Tool(tool.name, ROOM, tool.port, HTTP_PROXY=f"http://127.0.0.1:{server.port}", http_proxy=f"http://127.0.0.1:{server.port}")
    others = proxied.get(f"{GOOD}/text")[1]
    proxied.close()
    return "used" if others else "not used"


ROWS = {
    "private addresses, in 16 spellings, that it connects to": literals,
    "names that lead to such addresses, that it connects to": names,
    "a name that leads to a private address and to a public one": several,
    "a name that leads to a private address later": turns,
    "redirects are followed": follows,
    "redirects to private addresses, that it connects to": redirects,
    "redirects until it stops": many,
    "headers that go to another origin": secrets,
    "texts that parsers read differently, that it sends": unclear,
    "50 kB of gzip that are 50 MB": packed,
    "an endless body, a byte every 0.1 s": slow("slow"),
    "headers without an end, a byte every 0.1 s": slow("slow-head"),
    "`HTTP_PROXY` in the environment": proxy,
}


def main():
    table = {}
    for name in ("oneiri.httpx", *NPM, *PIP):
        # One server for each tool, because one that hangs would be counted for the next.
        server = Server()
        tool = Tool(name, ROOM, server.port)
        table[name] = [row(tool, server) for row in ROWS.values()]
        tool.close()
        server.close()
        print(name, table[name], file=sys.stderr)
    print(f"Executed on {date.today()} by `differential/fetch.py`.\n")
    print("| |", " | ".join(f"{name} {({**PIP, **NPM}).get(name, '')}".strip() for name in table), "|")
    print("|---" * (len(table) + 1) + "|")
    for nth, row in enumerate(ROWS):
        print(f"| {row} |", " | ".join(cells[nth] for cells in table.values()), "|")
    if "--log" in sys.argv:
        print(*map(json.dumps, LOG), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    if sys.argv[1] == "--child":
        child(sys.argv[2], int(sys.argv[3]))
    else:
        ROOM = Path(sys.argv[1])
        main()
