"""Reads texts by the regular expression of RFC 3986 appendix B, and resolves by the pseudocode of section 5.2.

The lines of this folder's drivers: see ../src/bin/parsers/main.rs.
"""

import re
import sys

# `.` is any character, and `$` the end, as in the RFC.
PATTERN = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?\Z", re.DOTALL)


def field(text):
    return "-" if text is None else "x" + text.encode().hex()


def split(text):
    return PATTERN.match(text).group(2, 4, 5, 7, 9)


def remove_dot_segments(path):
    out = ""
    while path:
        if path.startswith("../"):
            path = path[3:]
        elif path.startswith("./"):
            path = path[2:]
        elif path.startswith("/./"):
            path = path[2:]
        elif path == "/.":
            path = "/"
        elif path.startswith("/../"):
            path, out = path[3:], out[: max(out.rfind("/"), 0)]
        elif path == "/..":
            path, out = "/", out[: max(out.rfind("/"), 0)]
        elif path in (".", ".."):
            path = ""
        else:
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            out, path = out + path[:end], path[end:]
    return out


def resolve(base, reference):
    scheme, authority, path, query, fragment = reference
    if scheme is not None or authority is not None:
        return scheme or base[0], authority, remove_dot_segments(path), query, fragment
    if not path:
        return base[0], base[1], base[2], query if query is not None else base[3], fragment
    if not path.startswith("/"):
        path = "/" + path if base[1] is not None and not base[2] else base[2][: base[2].rfind("/") + 1] + path
    return base[0], base[1], remove_dot_segments(path), query, fragment


for line in sys.stdin:
    text, *base = (split(bytes.fromhex(it[1:]).decode()) for it in line.split())
    scheme, authority, path, query, fragment = resolve(base[0], text) if base else text
    userinfo = host = port = None
    if authority is not None:
        userinfo, at, host = authority.rpartition("@")
        userinfo = userinfo if at else None
        literal = host.find("]") + 1 if host.startswith("[") else 0
        name, colon, port = host[literal:].partition(":")
        host, port = host[:literal] + name, port if colon else None
    print(*map(field, (scheme, userinfo, host, port, path, query, fragment)))
