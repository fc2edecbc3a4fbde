"""What the guard adds to an admitted request on a warm connection: each client next to itself with the guard, in one run.

    python bench/fetch.py

The server is another process on 127.0.0.1. Both clients take turns for each request. It is the time of the client's thread that counts, and
the median of each is printed.
"""

import asyncio
import multiprocessing
import socket
import statistics
from time import thread_time_ns

import aiohttp
import httpx
import requests

import oneiri.aiohttp
import oneiri.httpx
import oneiri.requests
from oneiri import policy

REQUESTS = 3000
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
POLICY = policy.loads("""
    extends = "ssrf"
    [[allow]]
    host = "localhost"
    port = "*"
    addresses = ["127.0.0.1"]
""")


class Protocol(asyncio.Protocol):
    def connection_made(self, transport):
        self.write = transport.write

    def data_received(self, data):
        self.write(ANSWER * data.count(b"\r\n\r\n"))


def serve(listener):
    async def main():
        server = await asyncio.get_running_loop().create_server(Protocol, sock=listener)
        await server.serve_forever()

    asyncio.run(main())


def report(name, spent):
    plain, guarded = (statistics.median(times[REQUESTS // 10 :]) / 1000 for times in spent)
    print(f"{name:14}{plain:9.1f} us {guarded:9.1f} us guarded {guarded - plain:9.1f} us more")


def sync(name, plain, guarded, url):
    spent = ([], [])
    for _ in range(REQUESTS):
        for get, times in zip((plain, guarded), spent):
            begin = thread_time_ns()
            assert get(url).status_code == 200
            times.append(thread_time_ns() - begin)
    report(name, spent)


async def asynchronous(url):
    transport = oneiri.httpx.AsyncPolicyTransport(POLICY)
    async with httpx.AsyncClient() as plain, httpx.AsyncClient(transport=transport) as guarded:
        spent = ([], [])
        for _ in range(REQUESTS):
            for client, times in zip((plain, guarded), spent):
                begin = thread_time_ns()
                assert (await client.get(url)).status_code == 200
                times.append(thread_time_ns() - begin)
        report("httpx, async", spent)
    async with aiohttp.ClientSession() as plain, oneiri.aiohttp.session(POLICY) as guarded:
        spent = ([], [])
        for _ in range(REQUESTS):
            for client, times in zip((plain, guarded), spent):
                begin = thread_time_ns()
                async with client.get(url) as response:
                    assert await response.read() == b"hello"
                times.append(thread_time_ns() - begin)
        report("aiohttp", spent)


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    url = f"http://localhost:{listener.getsockname()[1]}/a/b?c=d"
    server = multiprocessing.get_context("fork").Process(target=serve, args=(listener,), daemon=True)
    server.start()
    with httpx.Client() as plain, httpx.Client(transport=oneiri.httpx.PolicyTransport(POLICY)) as guarded:
        sync("httpx", plain.get, guarded.get, url)
    with requests.Session() as plain, oneiri.requests.Session(POLICY) as guarded:
        plain.trust_env = False
        sync("requests", plain.get, guarded.get, url)
    asyncio.run(asynchronous(url))
    server.terminate()


if __name__ == "__main__":
    main()
