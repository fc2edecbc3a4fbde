"""The operations on columns. Generated: cargo run -p oneiri-operations --example tables"""

from typing import Literal, NamedTuple, TypeAlias


class Operation(NamedTuple):
    """What an operation takes, and the kind of its result."""

    texts: list[str]
    options: list[str]
    result: str


Name: TypeAlias = Literal[
    "why_not",
    "normalize",
    "normalize_steps",
    "resolve",
    "to_uri",
    "to_iri",
    "parse_lenient",
    "rung",
    "parse",
    "is_valid",
    "fingerprint",
    "redact",
    "redact_text",
    "htu",
    "drive",
]
"""The names, as `run_column` takes them."""

COLUMNS: dict[str, Operation] = {
    "why_not": Operation(["text"], [], "error"),
    "normalize": Operation(["text"], ["rung"], "text"),
    "normalize_steps": Operation(["text"], ["steps"], "text"),
    "resolve": Operation(["base", "reference"], [], "text"),
    "to_uri": Operation(["text"], [], "text"),
    "to_iri": Operation(["text"], [], "text"),
    "parse_lenient": Operation(["text"], [], "text"),
    "lint": Operation(["text"], ["profile"], "findings"),
    "whatwg_href": Operation(["text", "base"], [], "text"),
    "fix": Operation(["text"], ["profile"], "text"),
    "rung": Operation(["a", "b"], [], "rung"),
    "parse": Operation(["text"], [], "parts"),
    "is_valid": Operation(["text"], [], "boolean"),
    "fingerprint": Operation(["text"], ["rung", "hash"], "fingerprint"),
    "redact": Operation(["text"], [], "text"),
    "redact_text": Operation(["text"], [], "text"),
    "htu": Operation(["text"], [], "text"),
    "drive": Operation(["text"], [], "text"),
}
