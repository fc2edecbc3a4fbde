"""`parse`, `compose` and `resolve` with the parameters of the package `rfc3987`.

This module was written from the public documentation of that package. No code of that package may be copied here,
because its license is the GPL. The differences, with reasons:

* `parse` always returns the five components of RFC 3986 section 3, whatever the rule. The parts of the
  authority are attributes of `oneiri.Uri`, `UriRef`, `Iri` and `IriRef`.
* The only rules are the rules for whole identifiers and references. There is no `match` and there are
  no regular expressions, because `oneiri` is a parser.
* An invalid text raises ValueError. If it is not grammatical, the exception is an `oneiri.Error`,
  which names the position and the reason; if it has a component that its rule does not allow, the
  exception is a plain ValueError.
* `compose` raises ValueError for parts that would be parsed as other parts, such as a path "//x"
  without an authority.
* `resolve` keeps the structure of the target in the cases in which RFC 3986 section 5.2.4 to the
  letter makes a different identifier.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, overload

from oneiri import Iri, IriRef, Uri, UriRef

__all__ = ["Parts", "compose", "parse", "resolve"]

Parts: TypeAlias = dict[str, str | None]
"""The five components by name; None for an absent component."""

_NAMES = ("scheme", "authority", "path", "query", "fragment")
# RFC 3986 appendix B.
_SPLIT = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)

_References: TypeAlias = type[UriRef] | type[IriRef]
_RULES: dict[str, tuple[type[Uri] | type[Iri] | _References, tuple[str, ...]]] = {
    "IRI_reference": (IriRef, ()),
    "IRI": (Iri, ()),
    "absolute_IRI": (Iri, ("fragment",)),
    "irelative_ref": (IriRef, ("scheme",)),
    "irelative_part": (IriRef, ("scheme", "query", "fragment")),
    "URI_reference": (UriRef, ()),
    "URI": (Uri, ()),
    "absolute_URI": (Uri, ("fragment",)),
    "relative_ref": (UriRef, ("scheme",)),
    "relative_part": (UriRef, ("scheme", "query", "fragment")),
}


def parse(string: str, rule: str | None = "IRI_reference") -> Parts:
    """The components of a text, which must match a rule; with `rule=None`, of any text.

    >>> parse("http://example.org/a?b", rule="URI")["authority"]
    'example.org'
    >>> parse("http://example.org/#f", rule="absolute_URI")
    Traceback (most recent call last):
    ValueError: absolute_URI: 'http://example.org/#f' has a fragment
    >>> parse("a b", rule=None)["path"]
    'a b'
    """
    if rule is None:
        found = _SPLIT.fullmatch(string)
        return dict(zip(_NAMES, found.groups(), strict=True)) if found else {}
    if rule not in _RULES:
        raise ValueError(f"unknown rule {rule!r}: expected one of {', '.join(_RULES)}")
    kind, absent = _RULES[rule]
    value = kind(string)
    parts = {name: getattr(value, name) for name in _NAMES}
    for name in absent:
        if parts[name] is not None:
            raise ValueError(f"{rule}: {string!r} has a {name}")
    return parts


def compose(**parts: str | None) -> str:
    """Joins components to a text (RFC 3986 section 5.3).

    >>> compose(scheme="http", authority="h", path="/a", query="")
    'http://h/a?'
    """
    unknown = parts.keys() - set(_NAMES)
    if unknown:
        raise TypeError(f"unknown parts: {', '.join(sorted(unknown))}")
    path = parts.get("path") or ""
    wanted: Parts = {name: parts.get(name) for name in _NAMES} | {"path": path}
    text = "".join(
        [
            "" if wanted["scheme"] is None else f"{wanted['scheme']}:",
            "" if wanted["authority"] is None else f"//{wanted['authority']}",
            path,
            "" if wanted["query"] is None else f"?{wanted['query']}",
            "" if wanted["fragment"] is None else f"#{wanted['fragment']}",
        ]
    )
    if parse(text) != wanted:
        raise ValueError(f"{text!r} would be read as other parts")
    return text


@overload
def resolve(
    base: str, uriref: str, strict: bool = ..., return_parts: Literal[False] = ...
) -> str: ...
@overload
def resolve(base: str, uriref: str, strict: bool = ..., *, return_parts: Literal[True]) -> Parts: ...
def resolve(
    base: str, uriref: str, strict: bool = True, return_parts: bool = False
) -> str | Parts:
    """The target of a reference, resolved against a base. If `strict` is false, a reference with the
    scheme of the base counts as one without a scheme.

    >>> resolve("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'
    >>> resolve("http://a/b/c/d;p?q", "http:g", strict=False)
    'http://a/b/c/g'
    """
    target = str(Iri(base).resolve(uriref, loophole=not strict))
    return parse(target) if return_parts else target
