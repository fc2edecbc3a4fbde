"""The exception of all functions and types."""

from __future__ import annotations


class Error(ValueError):
    """The error of an invalid text: the position, the component, what was expected and what was found.

    ``start`` and ``end`` count the characters of the text that the caller gave: the whole text, a
    component, or a segment. If a change of segments makes a path that does not fit, they count the
    characters of that path. If octets are not UTF-8, they count octets. ``found`` is the character at
    ``start``, or None if the text ends there. ``component`` is the name of the component, and ``rule``
    is the section that states the rule. In a column, ``row`` is the row, counted from 0.

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
        start: int,
        end: int,
        component: str,
        expected: str,
        found: str | None,
        rule: str,
        row: int | None = None,
    ) -> None:
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


Error.__module__ = "oneiri"
