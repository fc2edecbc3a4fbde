"""The functions that only SQL has. Policies, templates and parts of URLs are arguments, which most queries repeat."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pyarrow as pa

from ._oneiri import URL, Policy, Template, loads, parse_url, preset

__all__ = ["FUNCTIONS", "PARAMETERS"]


def _whatwg_href(text: str) -> str | None:
    url = URL.parse(text)
    return None if url is None else url.href


def _compiled(text: str) -> Policy:
    return preset(text[7:]) if text.startswith("preset:") else loads(text)


_policy = lru_cache(64)(_compiled)
_template = lru_cache(64)(Template)


def _admits(policy: str, text: str) -> bool:
    return _policy(policy).check(text).allowed


def _template_match(template: str, text: str) -> dict[str, str] | None:
    found = _template(template).match(text)
    if found is None:
        return None
    return {
        name: it if isinstance(it, str) else json.dumps(it, ensure_ascii=False, separators=(",", ":"))
        for name, it in found.values.items()
    }


def _of_columns(function: Callable[..., Any], kind: pa.DataType) -> Callable[..., pa.Array]:
    """A function on columns. The result is null if one of the first two arguments is."""

    def run(*columns: Any) -> pa.Array:
        rows = zip(*(column.to_pylist() for column in columns), strict=True)
        return pa.array([None if None in row[:2] else function(*row) for row in rows], kind)

    return run


PARAMETERS = {
    "whatwg_href": ["text"],
    "admits": ["policy", "text"],
    "template_match": ["template", "text"],
    "parse_url": ["text", "part", "key", "reader"],
}
"""The names of the parameters. `key` and `reader` may be left out."""

FUNCTIONS = {
    "whatwg_href": _of_columns(_whatwg_href, pa.string()),
    "admits": _of_columns(_admits, pa.bool_()),
    "template_match": _of_columns(_template_match, pa.map_(pa.string(), pa.string())),
    "parse_url": _of_columns(parse_url, pa.string()),
}
