"""URI Templates (RFC 6570): expansion, and matching, its reverse.

>>> template = Template("/users/{id}{?fields*}")
>>> template.expand(id="ad/a", fields=["name", "age"])
'/users/ad%2Fa?fields=name&fields=age'
>>> found = template.match("/users/ad%2Fa?fields=name&fields=age")
>>> found.values, found.hazards
({'id': 'ad/a', 'fields': ['name', 'age']}, {'id': ['slash']})

The classes are in `src/template.rs`, `matched.rs` and `router.rs`, and their stubs in `_oneiri.pyi`. Pickles name this
module.
"""

from __future__ import annotations

from ._oneiri import Match, Router, Template

__all__ = ["Match", "Router", "Template"]
