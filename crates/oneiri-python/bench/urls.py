"""URLs to measure with: anybody can make the same ones."""

import random

HOSTS = ["example", "shop", "news", "blog", "wiki", "cdn", "static", "mail", "forum", "data"]
ENDS = ["com", "org", "net", "co.uk", "de", "io", "museum"]
WORDS = "about archive article assets book city cloud docs en events files food guide health".split()
WORDS += "history home images index item list login map media music page photo post product".split()
WORDS += "profile search shop site story tag team topic user video wiki world year".split()
KEYS = ["id", "page", "q", "utm_source", "utm_medium", "ref", "sort", "lang", "session", "v"]


def urls(count, respelled=0.0, seed=20_240_601):
    """So many URLs. A few in a hundred are not normal; in a crawl it may be fewer. Besides them, this
    share is spelled otherwise than it had to be."""
    chance = random.Random(seed)
    others = random.Random(seed + 1)
    for _ in range(count):
        scheme = chance.choices(["https", "http", "HTTP"], [860, 135, 5])[0]
        host = f"{chance.choice(['www.', '', ''])}{chance.choice(HOSTS)}{chance.randrange(500)}"
        host += f".{chance.choice(ENDS)}"
        if chance.random() < 0.008:
            host = host.title()
        port = chance.choices(["", ":80", ":8080", ":"], [990, 6, 3, 1])[0]
        path = "".join(f"/{segment(chance)}" for _ in range(chance.randrange(5)))
        path += chance.choice(["", "/", ".html"]) if path else chance.choice(["", "/"])
        query = ""
        if chance.random() < 0.25:
            pairs = [f"{chance.choice(KEYS)}={value(chance)}" for _ in range(chance.randint(1, 3))]
            query = "?" + "&".join(pairs)
        fragment = f"#{chance.choice(WORDS)}" if chance.random() < 0.04 else ""
        if others.random() < respelled:
            scheme, host, path = respelling(others, scheme, host, path)
        yield f"{scheme}://{host}{port}{path}{query}{fragment}"


def respelling(chance, scheme, host, path):
    """The same in another spelling, of one kind or another."""
    kind = chance.randrange(5)
    if kind == 0:
        return scheme.upper(), host, path
    if kind == 1:
        return scheme, host.upper(), path
    if kind == 2:
        return scheme, host, f"/{chance.choice(WORDS)}/..{path}"
    if kind == 3:
        return scheme, host, f"{path}/%C3%a9"
    return scheme, host, f"{path}/%7E{chance.choice(WORDS)}"


def segment(chance):
    kind = chance.random()
    if kind < 0.002:
        return chance.choice(["..", "."])
    words = "-".join(chance.choice(WORDS) for _ in range(chance.randint(1, 3)))
    if kind < 0.007:
        return words + chance.choice(["%7e", "%20", "%C3%A9", "%2f"])
    return words if kind < 0.8 else f"{words}-{chance.randrange(100_000)}"


def value(chance):
    if chance.random() < 0.08:
        return chance.choice(["a%20b", "x%2By", "caf%C3%A9"])
    return chance.choice([str(chance.randrange(10_000)), chance.choice(WORDS)])
