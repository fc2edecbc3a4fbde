"""Reads texts as urllib.parse does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs."""

import sys
from urllib.parse import urljoin, urlsplit


def field(text):
    return "-" if text is None else "x" + text.encode("utf-8", "surrogatepass").hex()


for line in sys.stdin:
    text, *base = (bytes.fromhex(it[1:]).decode() for it in line.split())
    try:
        parts = urlsplit(urljoin(base[0], text) if base else text)
        userinfo, at, _ = parts.netloc.rpartition("@")
        host, port = parts.hostname, parts.port
    except ValueError:
        print("!")
        continue
    port = None if port is None else str(port)
    fields = (parts.scheme or None, userinfo if at else None, host, port, parts.path, parts.query or None, parts.fragment or None)
    print(*map(field, fields))
