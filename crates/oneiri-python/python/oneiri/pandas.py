"""An accessor for the series of pandas: `frame["url"].iri`.

Importing this module registers it. Each method is the function of this name in `oneiri.arrow`, on
the series; the result is a series with the same index and the same name. Texts keep the type of the
series, masks are of Arrow's boolean type, and what `parse` and `why_not` return are structs, of which
`.struct.explode()` makes a frame. A second series, for `rung` and `resolve`, must have the same index.

A new function of `oneiri.arrow` needs a line in `IriAccessor`, or `tests/test_homes.py` fails. `dedupe` keeps the same
rows as the command and as `dedupe` in `polars.py`, `duckdb.py` and `spark.py`, so change all of them together.

>>> import pandas, oneiri.pandas
>>> frame = pandas.DataFrame({"url": ["HTTP://h/%7Eada", "http://h/a b"]}, index=[5, 9])
>>> frame["url"].iri.normalize().dropna().to_dict()
{5: 'http://h/~ada'}
>>> frame[~frame["url"].iri.is_valid()].index.to_list()
[9]
"""

from __future__ import annotations

from typing import Any, Literal

import pandas

from . import arrow
from ._oneiri import Ladder
from ._series import method as _method, place_of
from ._types import Grammar, Rung

__all__ = ["IriAccessor", "dedupe", "iri"]


class IriAccessor:
    """The functions of `oneiri.arrow` as methods of a series of texts.

    >>> import pandas
    >>> pandas.Series(["HTTP://h:80"]).iri.normalize("scheme").to_list()
    ['http://h/']
    """

    def __init__(self, series: Any) -> None:
        self._series = series

    def _run(self, function: Any, /, *args: Any, **options: Any) -> Any:
        return function(self._series, *args, **options)

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
    redact_text = _method(arrow.redact_text)
    htu = _method(arrow.htu)
    drive = _method(arrow.drive)
    fingerprint = _method(arrow.fingerprint)
    rung = _method(arrow.rung)
    lint = _method(arrow.lint)
    fix = _method(arrow.fix)
    key = _method(arrow.key)
    query_value = _method(arrow.query_value)
    parse_url = _method(arrow.parse_url)
    whatwg_href = _method(arrow.whatwg_href)
    template_match = _method(arrow.template_match)
    admits = _method(arrow.admits)
    check = _method(arrow.check)


def iri(series: pandas.Series[Any]) -> IriAccessor:
    """The accessor of a series, for type checkers, which do not know `series.iri`.

    >>> iri(pandas.Series(["HTTP://h:80"])).normalize().to_list()
    ['http://h/']
    """
    return IriAccessor(series)


def dedupe(
    frame: pandas.DataFrame,
    column: Any,
    rung: Rung = "scheme",
    *,
    order: Any = None,
    newest: Any = None,
    ladder: Ladder | None = None,
    grammar: Grammar = "iri-reference",
    errors: Literal["drop", "keep"] = "drop",
) -> pandas.DataFrame:
    """The frame without duplicates, like the command `oneiri dedupe`: of the rows whose identifiers in a column are equal at
    the rung, the first one, unchanged and in its place. It is the row with the least value in the column `order`, or with the
    greatest in the column `newest`, and a missing value comes last; else, the first row of the frame. Rows without
    an identifier that is valid are dropped, or all kept with `errors="keep"`.

    >>> frame = pandas.DataFrame({"url": ["HTTP://h", "http://h/", "http://h/a b"], "seen": [1, 2, 3]})
    >>> dedupe(frame, "url", newest="seen").to_dict("records")
    [{'url': 'http://h/', 'seen': 2}]
    """
    by, ascending = place_of(order, newest, errors)
    given: Any = frame
    keys = arrow.normalize(given[column].reset_index(drop=True), rung, ladder=ladder, grammar=grammar)
    if by is not None:
        ranked = given[by].reset_index(drop=True).sort_values(ascending=ascending, kind="stable")
        keys = keys.reindex(ranked.index)
    known = keys.dropna()
    places = known.index[~known.duplicated()].to_list()
    if errors == "keep":
        places += keys.index[keys.isna()].to_list()
    kept: pandas.DataFrame = given.iloc[sorted(places)]
    return kept


pandas.api.extensions.register_series_accessor("iri")(IriAccessor)
