#!/usr/bin/env python3
"""Turns testdata into Scheme data: `data.py FOLDER FILE...` prints (define case-files '(("file" case ...) ...)).

A case is a list of pairs of a symbol and a value. A text of printable ASCII is a string; any other text is the vector of
its code points, because no escape is read alike by every Scheme. Needs Python 3.11.
"""

import pathlib
import sys
import tomllib


def datum(value):
    match value:
        case bool():
            return "#t" if value else "#f"
        case int():
            return str(value)
        case str() if all(" " <= c <= "~" for c in value):
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case str():
            return "#(" + " ".join(str(ord(c)) for c in value) + ")"
        case list():
            return "(" + " ".join(datum(item) for item in value) + ")"
        case dict():
            return "(" + " ".join(f"({key} . {datum(item)})" for key, item in value.items()) + ")"
    raise TypeError(value)


def filled(case, each):
    """The case, with the keys of `each` that it does not name itself, also within a table that both have."""
    own = {key: filled(value, each.get(key, {})) if isinstance(value, dict) else value for key, value in case.items()}
    return {**each, **own}


folder, names = pathlib.Path(sys.argv[1]), sys.argv[2:]
# What only explains a case is left out.
words = {"name", "note", "decision", "source", "section", "derived", "rule", "kind", "strength", "details"}
print("(define case-files '(")
for name in names:
    file = tomllib.loads((folder / name).read_text(encoding="utf-8"))
    print(f'("{name}"')
    for case in (filled(case, file.get("each", {})) for case in file["case"]):
        print(datum({key: value for key, value in case.items() if key not in words}))
    print(")")
print("))")
