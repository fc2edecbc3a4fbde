"""The URL Standard: how browsers read, change and write URLs.

`oneiri.Uri` keeps a text as it is and rejects what RFC 3986 does not allow. `URL` reads what a browser
reads, which is more, and changes it. https://url.spec.whatwg.org/

>>> url = URL("https:\\\\Example.org/a/../b c?q=1")
>>> url
URL('https://example.org/b%20c?q=1')
>>> [error.code for error in validation_errors("https:\\\\h/")][:1]
['special-scheme-missing-following-solidus']

All but `SearchParams` is in Rust (`src/whatwg.rs`, `validation.rs`, `search_params.rs`), which imports that class by
name.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, MutableMapping, ValuesView

from ._oneiri import URL, BaseSearchParams, ValidationError, domain_to_ascii, domain_to_unicode, validation_errors

__all__ = ["URL", "SearchParams", "ValidationError", "domain_to_ascii", "domain_to_unicode", "validation_errors"]


class SearchParams(BaseSearchParams, MutableMapping[str, str]):
    """The pairs of a query, decoded: `URLSearchParams` of the Standard.

    It is a mutable mapping in which a name may have several values: `[]` reads the first of them and
    replaces all of them, and iteration, `len` and `items` count each pair. `get_all`, `append`, `set`,
    `delete`, `has` and `sort` are those of the Standard. `str` writes the query, without "?".

    >>> params = SearchParams("?q=a+b&page=2&q=c")
    >>> params["q"], params.get_all("q"), len(params), params.get("lang")
    ('a b', ['a b', 'c'], 3, None)
    >>> params["page"] = "3"
    >>> params.delete("q", "a b")
    >>> params.append("lang", "français")
    >>> str(params)
    'page=3&q=c&lang=fran%C3%A7ais'
    >>> SearchParams({"a": 1, "b": ["x", "y"]})
    SearchParams('a=1&b=x&b=y')
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.pairs())

    def items(self) -> ItemsView[str, str]:
        """The pairs, each with its own value.

        >>> list(SearchParams("a=1&a=2").items())
        [('a', '1'), ('a', '2')]
        """
        return _Items(self)

    def values(self) -> ValuesView[str]:
        """The values of all pairs.

        >>> list(SearchParams("a=1&a=2").values())
        ['1', '2']
        """
        return _Values(self)


class _Items(ItemsView[str, str]):
    _mapping: SearchParams

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._mapping.pairs())

    def __contains__(self, pair: object) -> bool:
        return pair in self._mapping.pairs()


class _Values(ValuesView[str]):
    _mapping: SearchParams

    def __iter__(self) -> Iterator[str]:
        return (value for _, value in self._mapping.pairs())

    def __contains__(self, value: object) -> bool:
        return value in list(self)
