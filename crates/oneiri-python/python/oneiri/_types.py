"""The types of arguments that choose a rung or a grammar."""

from typing import Literal, TypeAlias

Rung: TypeAlias = Literal["string", "case", "escape", "path", "syntax", "scheme", "protocol"]
"""The rungs of the ladder of comparison, the lowest first; "syntax" is another name of "path"."""

Grammar: TypeAlias = Literal["iri-reference", "iri", "uri-reference", "uri"]
"""The four grammars: RFC 3987 or RFC 3986, with or without relative references."""
