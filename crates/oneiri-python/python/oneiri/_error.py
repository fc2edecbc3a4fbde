"""The exception that every function and type of the package raises for an invalid text.

The extension module imports this class and calls it with positional arguments, so the order of the
parameters must not change. All but the first may be missing, because Polars makes an exception anew
from its message alone when it passes on the error of a query. The class is written in Python because
before Python 3.12 the stable ABI cannot define an exception.
"""

from __future__ import annotations

from typing import Any


class Error(ValueError):
    """The error of an invalid text: the position, the component, what was expected and what was found.

    ``start`` and ``end`` count the characters of the text that the caller gave: the whole text, a
    component, or a segment. If new segments would make the path invalid, they count the characters of
    the path with these segments. If decoded bytes are not UTF-8, they count bytes. ``found`` is the character at
    ``start``, or None if the text ends there. ``component`` is the name of the component, and ``rule``
    is the section that states the rule. In a column, ``row`` is the row, counted from 0. An error of a Polars
expression has only its message, because Polars drops the rest, so its other attributes are None.

    >>> try:
    ...     Iri("http://example.org/[draft]")
    ... except Error as error:
    ...     error.start, error.component, error.found, error.rule
    (19, 'path', '[', 'RFC 3987 section 2.2, ipath')
    """

    message: str
    start: int
    end: int
    component: str
    expected: str
    found: str | None
    rule: str
    row: int | None

    def __init__(
        self,
        message: str,
        start: Any = None,
        end: Any = None,
        component: Any = None,
        expected: Any = None,
        found: str | None = None,
        rule: Any = None,
        row: int | None = None,
    ) -> None:
        # `pickle` restores an exception by calling its class with `args`, so `args` must hold every
        # parameter.
        super().__init__(message, start, end, component, expected, found, rule, row)
        self.message = message
        self.start = start
        self.end = end
        self.component = component
        self.expected = expected
        self.found = found
        self.rule = rule
        self.row = row

    def __str__(self) -> str:
        return self.message if self.row is None else f"row {self.row}: {self.message}"


# The public name in tracebacks and pickles is `oneiri.Error`.
Error.__module__ = "oneiri"
