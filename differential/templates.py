"""Expands templates as the package uritemplate does. A line of stdin is [template, values], where a map is
{"pairs": [[name, value], ...]}; a line of stdout the expansion, or null where the package raises an error."""

import json
import sys

import uritemplate


def value(it):
    return [tuple(pair) for pair in it["pairs"]] if isinstance(it, dict) else it


for line in sys.stdin:
    template, values = json.loads(line)
    try:
        answer = uritemplate.expand(template, {name: value(it) for name, it in values.items()})
    except (ValueError, IndexError, TypeError):
        answer = None
    print(json.dumps(answer), flush=True)
