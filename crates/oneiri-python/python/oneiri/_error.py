"""The one exception."""

from __future__ import annotations


class Error(ValueError):
    """Why a text was refused: where, in which component, what was expected and what was found.

    ``start`` and ``end`` count characters of the text, or of the component if that is what was
    given; of the segment, if it is one that no path can have, or else of the path that segments
    would have led to. Where octets are no UTF-8 they count octets. ``found`` is the character that
    was met there, None at the end. ``component`` is the name of the component, ``rule`` the section
    that says so. In a column, ``row`` counts from 0.

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
