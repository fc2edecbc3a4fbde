"""Which URLs may a program touch? A text is allowed only if every parser that will read it agrees on
what it says, and a rule allows what they agree on.

A policy is a TOML file, whose keys docs/policy-file.md explains. docs/guide/admit-a-url.md has policies to copy. The
classes are in `src/policy.rs`, and their stubs in `_oneiri.pyi`. `oneiri.arrow.check` checks a column.

>>> policy = loads('''
... extends = "agent"
... [[allow]]
... scheme = "https"
... host = "*.example.com"
... ''')
>>> decision = policy.check("https://API.example.com/v1?q=1")
>>> decision.allowed, decision.canonical
(True, 'https://api.example.com/v1?q=1')
>>> print(policy.check("https://evil.example\\\\@api.example.com/"))  # doctest: +ELLIPSIS
denied: invalid: ...
"""

from __future__ import annotations

import os

from ._oneiri import Decision, Policy, Reason, loads, preset

__all__ = ["Decision", "Policy", "Reason", "load", "loads", "preset"]


def load(path: str | os.PathLike[str]) -> Policy:
    """The policy of a TOML file; see `loads`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "policy.toml"
    ...     _ = path.write_text('extends = "ssrf"')
    ...     load(path).check("https://example.com/").allowed
    True
    """
    with open(path, encoding="utf-8") as file:
        return loads(file.read())
