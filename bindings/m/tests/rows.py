"""Turns the cases of testdata that STDURL can express into an M routine: rows.py >ROWS.m"""

import tomllib
from pathlib import Path

TESTDATA = Path(__file__).resolve().parents[3] / "testdata"
KEYS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
PARSED = (
    "decisions/parse-empties.toml",
    "decisions/parse-forbidden.toml",
    "decisions/parse-ip-literals.toml",
    "decisions/parse-iri.toml",
    "decisions/parse-lenient.toml",
    "decisions/parse-port.toml",
    "decisions/parse-scheme-or-segment.toml",
    "decisions/parse-userinfo.toml",
    "grammar.toml",
    "errors.toml",
)
# How many rows there must be.
STDURL, OTHER = 69, 654


def literal(text: str) -> str:
    """The text as an expression of M that is the same octets in both modes."""
    runs: list[tuple[bool, list[int]]] = []
    for octet in text.encode():
        printable = 32 <= octet < 127
        if not runs or runs[-1][0] != printable:
            runs.append((printable, []))
        runs[-1][1].append(octet)
    quoted = (
        '"' + bytes(octets).decode().replace('"', '""') + '"' if printable else f"$zchar({','.join(map(str, octets))})"
        for printable, octets in runs
    )
    return "_".join(quoted) or '""'


def call(label: str, *arguments: str | bool) -> str:
    texts = (str(int(it)) if isinstance(it, bool) else literal(it) for it in arguments)
    return f"do {label}^TESTS({','.join(texts)})"


def cases(name: str) -> list[dict]:
    """The cases of a file. What `each` of them has is nothing that an M routine asks for."""
    return tomllib.loads((TESTDATA / name).read_text(encoding="utf-8"))["case"]


def seven(fields: dict, port: str) -> list[str]:
    """The seven strings of the fields of SRFI 275."""
    named = {**fields, "userinfo": fields.get("user", ""), "port": port}
    return [named.get(key, "") for key in KEYS]


def stdurl() -> list[str]:
    rows = []
    for case in cases("stdurl/parse.toml"):
        rows.append(call("parse", case["id"], case["input"], *(case["flat"].get(key, "") for key in KEYS)))
    for case in cases("stdurl/parse-authority.toml"):
        parts = ["", "", case["host"], case["port"], "", "", ""]
        rows.append(call("parse", case["id"], "//" + case["authority"], *parts))
    for case in cases("stdurl/build.toml"):
        rows.append(call("build", case["id"], *(case["flat"].get(key, "") for key in KEYS), case["expected"]))
    for case in cases("stdurl/encode.toml"):
        rows.append(call("encode", case["id"], case["input"], case["safe"], case["expected"]))
    for name in ("stdurl/decode.toml", "stdurl/valid.toml", "stdurl/normalize.toml"):
        for case in cases(name):
            rows.append(call(Path(name).stem, case["id"], case["input"], case["expected"]))
    for case in cases("stdurl/resolve.toml"):
        rows.append(call("resolve", case["id"], case["base"], case["reference"], case["expected"]))
    return rows


def other() -> list[str]:
    rows = []
    for name in PARSED:
        for case in cases(name):
            text = case["input"]
            # An IRI is a URI if it is ASCII.
            valid = "srfi" in case and text.isascii()
            rows.append(call("valid", case["id"], text, valid))
            fields = case.get("srfi", case.get("before_encoding"))
            if fields is not None:
                rows.append(call("parse", case["id"], text, *seven(fields, case.get("port_raw", ""))))
    for name in ("decisions/normalize-uri.toml", "decisions/normalize-uri-dots.toml"):
        for case in cases(name):
            if case["operation"] == "uri-normalize":
                rows.append(call("normalize", case["id"], case["input"], case["expected"]))
    for name in ("decisions/resolve.toml", "ladder/resolve.toml"):
        for case in cases(name):
            rows.append(call("resolve", case["id"], case["base"], case["reference"], case["expected"]))
    return rows


def main() -> None:
    for label, rows, count in (("stdurl", stdurl(), STDURL), ("other", other(), OTHER)):
        if len(rows) != count:
            raise SystemExit(f"rows.py: {len(rows)} rows of {label}, not {count}")
        print(f"{label}()\t; {count} rows")
        for row in rows:
            print("\t" + row)
        print(f"\tquit {count}")


if __name__ == "__main__":
    main()
