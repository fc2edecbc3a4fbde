"""An accessor for the series of pandas: `frame["url"].iri`.

Importing this module registers it. Each method is the function of this name in `oneiri.arrow`, on
the series; the result is a series with the same index and the same name. Texts keep the type of the
series, masks are of Arrow's boolean type, and what `parse` and `why_not` return are structs, of which
`.struct.explode()` makes a frame. A second series, for `rung` and `resolve`, must have the same index.

>>> import pandas, oneiri.pandas
>>> frame = pandas.DataFrame({"url": ["HTTP://h/%7Eada", "http://h/a b"]}, index=[5, 9])
>>> frame["url"].iri.normalize().dropna().to_dict()
{5: 'http://h/~ada'}
>>> frame[~frame["url"].iri.is_valid()].index.to_list()
[9]
"""

from __future__ import annotations

from typing import Any

import pandas

from . import arrow
from ._series import method as _method

__all__ = ["IriAccessor"]


class IriAccessor:
    """The functions of `oneiri.arrow` as methods of a series of texts.

    >>> import pandas
    >>> pandas.Series(["HTTP://h:80"]).iri.normalize("scheme").to_list()
    ['http://h/']
    """

    def __init__(self, series: Any) -> None:
        self._series = series

    parse = _method(arrow.parse)
    parse_lenient = _method(arrow.parse_lenient)
    is_valid = _method(arrow.is_valid)
    why_not = _method(arrow.why_not)
    normalize = _method(arrow.normalize)
    normalize_steps = _method(arrow.normalize_steps)
    resolve = _method(arrow._resolve)
    to_uri = _method(arrow.to_uri)
    to_iri = _method(arrow.to_iri)
    redact = _method(arrow.redact)
    fingerprint = _method(arrow.fingerprint)
    rung = _method(arrow.rung)
    lint = _method(arrow.lint)
    fix = _method(arrow.fix)
    query_value = _method(arrow.query_value)
    parse_url = _method(arrow.parse_url)
    whatwg_href = _method(arrow.whatwg_href)
    template_match = _method(arrow.template_match)
    admits = _method(arrow.admits)
    check = _method(arrow.check)


pandas.api.extensions.register_series_accessor("iri")(IriAccessor)
