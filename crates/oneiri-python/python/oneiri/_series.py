"""Results as columns of pandas and of Polars."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from ._oneiri import Array, ChunkedArray
from ._types import Column


class Series(Protocol):
    """A series of pandas or of Polars."""

    def to_frame(self, name: Any = ..., /) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


_Options = ParamSpec("_Options")
_Series = TypeVar("_Series", bound=Series)


class Function(Protocol[_Options]):
    """A function on columns. The result for a series is a series of the same library."""

    # A series also speaks Arrow; the first signature that fits is the one that holds.
    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, column: _Series, /, *args: _Options.args, **kwargs: _Options.kwargs
    ) -> _Series: ...
    @overload
    def __call__(
        self, column: Column, /, *args: _Options.args, **kwargs: _Options.kwargs
    ) -> Array | ChunkedArray: ...


def on_series(
    function: Callable[Concatenate[Column, _Options], Array | ChunkedArray],
) -> Function[_Options]:
    """The function, with a series as the result if the column is a series."""

    @functools.wraps(function)
    def run(column: Any, /, *args: _Options.args, **kwargs: _Options.kwargs) -> Any:
        out = function(column, *args, **kwargs)
        pandas = sys.modules.get("pandas")
        if pandas is not None and isinstance(column, pandas.Series):
            return to_pandas(out, column.index, column.name, column.dtype)
        polars = sys.modules.get("polars")
        if polars is not None and isinstance(column, polars.Series):
            return to_polars(out, column.name)
        return out

    return run


def to_polars(column: Array | ChunkedArray, name: str) -> Any:
    """A `polars.Series` of a result."""
    import polars

    return polars.Series(column).alias(name)


def to_pandas(
    column: Array | ChunkedArray, index: Any = None, name: Any = None, dtype: Any = None
) -> Any:
    """A `pandas.Series` of a result. Texts have the type `dtype` if this is a type of texts, and else
    "str"; everything else is in Arrow's types.
    """
    import pandas
    import pyarrow

    chunks = pyarrow.chunked_array(column)
    if column.type in ("Utf8", "LargeUtf8", "Utf8View"):
        if not (isinstance(dtype, pandas.StringDtype) or _is_arrow_text(dtype)):
            dtype = pandas.api.types.pandas_dtype("str")
        if column.type == "Utf8View" and isinstance(dtype, pandas.StringDtype):
            chunks = chunks.cast(pyarrow.large_string())
    else:
        dtype = None
    if not hasattr(dtype, "__from_arrow__"):
        dtype = pandas.ArrowDtype(chunks.type)
    return pandas.Series(dtype.__from_arrow__(chunks), index=index, name=name, copy=False)


def _is_arrow_text(dtype: Any) -> bool:
    import pandas
    import pyarrow

    return isinstance(dtype, pandas.ArrowDtype) and dtype.pyarrow_dtype in (
        pyarrow.string(),
        pyarrow.large_string(),
        pyarrow.string_view(),
    )
