# Fetch what strangers name

*A user enters the address of a webhook, a page has a link to preview, an agent asks for a document. Your program connects, so a stranger decides
where your program connects to.*

A check of the text is not enough, because a name may lead to a private address, may lead elsewhere a second later, and a server may redirect. So
the guard is a part of the client: it checks the URL by a [policy](admit-a-url.md), resolves the name itself, connects only to addresses that
the policy admits, and does the same for each redirect. In each of these programs, the guard is one line, and the rest is the client that you know.

## Programs

**Rust**, with [`oneiri-client`](../../crates/oneiri-client/README.md) upon `ureq` (blocking) or `reqwest` (asynchronous):

```rust,ignore
use oneiri_client::ureq::Client;
use oneiri_policy::{Policy, Preset};

fn main() -> Result<(), oneiri_client::Error> {
    let client = Client::new(Policy::preset(Preset::Ssrf));
    std::env::args().skip(1).try_for_each(|url| {
        println!("{}", client.get(&url).send()?.text()?);
        Ok(())
    })
}
```

**Python**, with [`oneiri.httpx`](../../crates/oneiri-python/docs/fetch.md) (`pip install 'oneiri[httpx]'`). `AsyncPolicyTransport` is for
`httpx.AsyncClient`:

```python
import sys
import httpx
from oneiri import policy
from oneiri.httpx import PolicyTransport

with httpx.Client(transport=PolicyTransport(policy.preset("ssrf")), follow_redirects=True) as client:
    for url in sys.argv[1:]:
        try:
            print(client.get(url).text)
        except httpx.HTTPError as error:
            print(error)
```

with `oneiri.requests` (`oneiri[requests]`):

```python
import sys
import requests
from oneiri import policy
from oneiri.requests import Session

session = Session(policy.preset("ssrf"))
for url in sys.argv[1:]:
    try:
        print(session.get(url).text)
    except requests.RequestException as error:
        print(error)
```

or with `oneiri.aiohttp` (`oneiri[aiohttp]`):

```python
import asyncio, sys
import aiohttp
from oneiri import policy
from oneiri.aiohttp import session

async def main():
    async with session(policy.preset("ssrf")) as client:
        for url in sys.argv[1:]:
            try:
                async with client.get(url) as response:
                    print(await response.text())
            except (aiohttp.ClientError, asyncio.TimeoutError) as error:
                print(error)

asyncio.run(main())
```

**JavaScript**, in Node, with `oneiri/undici`:

```js
import { policy } from 'oneiri/policy';
import { guard } from 'oneiri/undici';

const { fetch } = guard(policy.preset('ssrf'));
for (const url of process.argv.slice(2)) {
  try {
    console.log(await (await fetch(url)).text());
  } catch (error) {
    console.error(error.message);
  }
}
```

## Attacks

| attack | what happens |
|---|---|
| `http://127.0.0.1/`, `http://0x7f.1/`, `http://[::ffff:169.254.169.254]/` | the policy denies the text, and nothing is sent |
| `http://good.example\@evil.example/`, and other texts that parsers read differently | the same |
| a name that leads to a private address | the guard resolves the name, and does not connect |
| a name that leads to one when the client connects (rebinding) | the connection goes to an address that was checked, so the name is not resolved again |
| a name with several addresses, one of which is private | this address is left out, and the others are tried in turn |
| a redirect to any of these, absolute, relative or with `//` | the policy checks it, with the URL before as its base. The error has the number of the redirect |
| 30 redirects, or a loop | an error after ten |
| a redirect to another origin | `Authorization`, `Cookie` and `Proxy-Authorization` are dropped |
| `HTTP_PROXY` in the environment | not used, because a proxy would resolve the name itself |
| a body of gigabytes, or 50 kB of gzip that are 50 MB | an error after 10 MiB, counted after unpacking |
| a body, or headers, of which a byte comes every second | an error after 30 seconds |
| a URL that the client reads differently from the policy | an error, and nothing is sent |

The tests send the whole attack list of the policies through each client, as first URLs and as targets of redirects. They count connections at the
sockets, and none goes to an address that the policy does not admit.

## Choose a policy

The preset `ssrf` admits each public host. If your program needs only a few hosts, take the preset `agent` and list them, because then a
stranger cannot make your program connect to other hosts at all. [Admit a URL](admit-a-url.md#which-policy-do-you-need) has a policy for each case.

To fetch from a private address that you know, name it in a rule:

```toml
extends = "ssrf"

[[allow]]
scheme = "https"
host = "wiki.corp.example"
addresses = ["10.1.0.0/16"]
```

## What you should know

* The method changes as RFC 9110 section 15.4 says: a `POST` becomes a `GET` after 301, 302 and 303, and any other method stays, except after 303.
* Other headers, such as `X-Api-Key`, and the body of a 307 or 308 go to the target of a redirect, even if it is another origin. For such requests, follow no
  redirects.
* Connections are kept, but not for URLs of another rule, because each rule has addresses of its own. The limits of a pool are those of each rule.
* A name that leads to no admitted address is a denial, and a name that does not exist is the error that the client has for this.
* Do not show the error to the stranger, because it says to which addresses a name of your network leads.
* A policy sees neither the method nor the headers. A `POST` to a host that it admits is admitted.

## Next to other tools

`differential/fetch.py` runs each tool on loopback, with its defaults, a timeout of two seconds, plain HTTP and any port. The three packages of npm are
agents, so they run with node-fetch 2.7.0, which follows redirects and counts time in its own way. The 16 spellings are those of loopback, link-local,
unspecified, shared, benchmarking and site-local addresses, and of 168.63.129.16, the platform of Azure.

Executed on 2026-11-26:

| | oneiri.httpx | @microsoft/antissrf 1.0.0 | ssrf-req-filter 1.1.1 | request-filtering-agent 3.2.1 | microsoft-antissrf 1.0.0 (PyPI) | drawbridge 0.1.2 | safehttpx 0.2.0 |
|---|---|---|---|---|---|---|---|
| private addresses, in 16 spellings, that it connects to | 0 of 16 | 0 of 16 | 1 of 16 | 1 of 16 | 0 of 16 | 2 of 16 | 3 of 16 |
| names that lead to such addresses, that it connects to | 0 of 5 | 0 of 5 | 1 of 5 | 1 of 5 | 0 of 5 | 1 of 5 | 2 of 5 |
| a name that leads to a private address and to a public one | takes the other | refuses the name | refuses the name | refuses the name | refuses the name | refuses the name | takes the other |
| a name that leads to a private address later: it connects there | no | no | no | no | no | no | no |
| redirects are followed | yes | yes | yes | yes | yes | yes | no |
| redirects to private addresses, that it connects to | 0 of 4 | 0 of 4 | 1 of 4 | 1 of 4 | 0 of 4 | 1 of 4 | 0 of 4 |
| redirects until it stops | 10 | 20 | 20 | 20 | 30 | 5 | 0 |
| headers that go to another origin | none | proxy-authorization | proxy-authorization | proxy-authorization | none | none | no redirect |
| texts that parsers read differently, that it sends | 0 of 5 | 5 of 5 | 5 of 5 | 5 of 5 | 5 of 5 | 2 of 5 | 2 of 5 |
| 50 kB of gzip that are 50 MB | an error | unpacked | unpacked | unpacked | unpacked | an error | unpacked |
| an endless body, a byte every 0.1 s | an error | an error | an error | an error | no end in 10 s | no end in 10 s | no end in 10 s |
| headers without an end, a byte every 0.1 s | an error | an error | an error | an error | no end in 10 s | no end in 10 s | no end in 10 s |
| `HTTP_PROXY` in the environment | not used | not used | not used | not used | used | not used | not used |

The 168.63.129.16 of Azure is the one address that ssrf-req-filter and request-filtering-agent connect to; drawbridge also connects to `fec0::1`, and
safehttpx to that and to 100.64.0.1.
A transport of httpx, a session of requests or an agent is what you have in `oneiri`, `microsoft-antissrf` and the packages of npm, so you keep your client.
drawbridge and safehttpx are clients of their own.

## What it costs

COST
