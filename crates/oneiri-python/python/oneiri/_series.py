"""Results as columns of pandas and of Polars, and what the modules of both have in common.

`src/column/elsewhere.rs` calls `to_polars` and `to_pandas` by name. `to_pandas` reads the types of Arrow by the texts
that `Array.type` has in Rust, so a type that is renamed there is taken for another one here. `tests/test_homes.py`
checks the types of pandas.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from ._oneiri import Array, ChunkedArray
from ._types import Column


class Series(Protocol):
    """A series of pandas or of Polars: what both have, also in the stubs of pandas, and no index or array has."""

    def to_frame(self, name: Any = ..., /) -> Any: ...
    def clip(self, *args: Any, **kwargs: Any) -> Any: ...


_Options = ParamSpec("_Options")
_Series = TypeVar("_Series", bound=Series)


class Function(Protocol[_Options]):
    """A function on columns. The result for a series is a series of the same library."""

    # A series also speaks Arrow; the first signature that fits is the one that holds.
    @overload
    def __call__(self, column: _Series, /, *args: _Options.args, **kwargs: _Options.kwargs) -> _Series: ...
    @overload
    def __call__(self, column: Column, /, *args: _Options.args, **kwargs: _Options.kwargs) -> Array | ChunkedArray: ...


def on_series(function: Callable[Concatenate[Column, _Options], Array | ChunkedArray]) -> Function[_Options]:
    """The function, with a series as the result if the column is a series."""

    @functools.wraps(function)
    def run(column: Any, /, *args: _Options.args, **kwargs: _Options.kwargs) -> Any:
        pandas, polars = sys.modules.get("pandas"), sys.modules.get("polars")
        is_of_pandas = pandas is not None and isinstance(column, pandas.Series)
        if is_of_pandas:
            for other in (*args, *kwargs.values()):
                _check_index(column, other)
        given: Any = function
        out = given(_rows(column), *map(_rows, args), **{name: _rows(value) for name, value in kwargs.items()})
        if is_of_pandas:
            return to_pandas(out, column.index, column.name, column.dtype)
        if polars is not None and isinstance(column, polars.Series):
            return to_polars(out, column.name)
        return out

    return run


def documented(function: Any) -> str:
    """What a function does, without its examples, which are for columns of Arrow."""
    sentence = (function.__doc__ or "").split("\n\n    >>>")[0].strip()
    return f"{sentence}\n\n    See `oneiri.arrow.{function.__name__.lstrip('_')}`."


def method(function: Any, *given: Any) -> Any:
    """A method of an accessor, whose `_run` gets the function and what else is given, with the function's parameters."""

    def run(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        return self._run(function, *given, *args, **kwargs)

    signature = inspect.signature(function)
    _, *options = signature.parameters.values()
    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[this, *options], return_annotation=inspect.Signature.empty
    )
    run.__name__, run.__doc__ = function.__name__.lstrip("_"), documented(function)
    return run


def free_names(names: list[str], count: int) -> list[str]:
    """Names that no column has."""
    free = (name for name in map("__oneiri_{}".format, itertools.count()) if name not in names)
    return list(itertools.islice(free, count))


def place_of(order: Any, newest: Any, errors: str) -> tuple[Any, bool]:
    """What `dedupe` sorts by, and whether the least comes first."""
    if order is not None and newest is not None:
        raise ValueError("expected order= or newest=, found both")
    if errors not in ("drop", "keep"):
        raise ValueError(f'errors={errors!r}: expected "drop" or "keep"')
    return (order, True) if newest is None else (newest, False)


def _check_index(column: Any, other: Any) -> None:
    """Raises ValueError for two series of pandas that would be combined by position, against their indexes."""
    if isinstance(other, type(column)) and not other.index.equals(column.index):
        raise ValueError(
            "expected series of one index, found two: `a.align(b)` brings rows of the same label together, "
            "and `b.to_list()` is combined by position"
        )


def _rows(column: Any) -> Any:
    """The rows one by one of a series or frame of Python objects, which pyarrow would read by the type of
    the first; everything else unchanged.
    """
    pandas, polars = sys.modules.get("pandas"), sys.modules.get("polars")
    if pandas is not None:
        if isinstance(column, pandas.DataFrame) and column.shape[1] == 1:
            column = column.iloc[:, 0]
        if isinstance(column, pandas.Series) and column.dtype == "object":
            return column.to_numpy()
    if polars is not None and isinstance(column, polars.Series) and column.dtype == polars.Object:
        return column.to_list()
    return column


def to_polars(column: Array | ChunkedArray, name: str) -> Any:
    """A `polars.Series` of a result."""
    import polars

    return polars.Series(column).alias(name)


def to_pandas(column: Array | ChunkedArray, index: Any = None, name: Any = None, dtype: Any = None) -> Any:
    """A `pandas.Series` of a result. Texts have the type `dtype` if this is a type of texts, and else
    "str"; a dictionary is a categorical unless `dtype` is Arrow's; everything else is in Arrow's types.
    """
    import pandas
    import pyarrow

    chunks = pyarrow.chunked_array(column)
    if column.type.startswith("Dictionary") and not isinstance(dtype, pandas.ArrowDtype):
        return pandas.Series(chunks.to_pandas().array, index=index, name=name, copy=False)
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
