"""Columns as tables of other libraries, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biterms.errors import MissingExtra, MissingPackage

#: what each column holds: int, float or str, or None in its place
Kinds = Mapping[str, type]
Columns = Mapping[str, list[Any]]


def to_pandas(columns: Columns, kinds: Kinds) -> Any:
    """A DataFrame of pandas; whole numbers stay whole where some are missing."""
    try:
        import pandas as pd
    except ImportError:
        raise MissingPackage("to_pandas", "pandas") from None
    types = {int: "int64", float: "float64", str: "object"}
    series = {}
    for name, kind in kinds.items():
        some_missing = kind is int and None in columns[name]
        dtype = "Int64" if some_missing else types[kind]
        series[name] = pd.Series(columns[name], dtype=dtype).infer_objects()
    return pd.DataFrame(series)


def to_polars(columns: Columns, kinds: Kinds) -> Any:
    """A DataFrame of polars."""
    try:
        import polars as pl
    except ImportError:
        raise MissingPackage("to_polars", "polars") from None
    types = {int: pl.Int64, float: pl.Float64, str: pl.String}
    return pl.DataFrame(dict(columns), schema={name: types[kind] for name, kind in kinds.items()})


def to_arrow(columns: Columns, kinds: Kinds) -> Any:
    """A table of Arrow."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra("to_arrow", "parquet") from None
    types = {int: pa.int64(), float: pa.float64(), str: pa.string()}
    return pa.table({name: pa.array(columns[name], types[kind]) for name, kind in kinds.items()})
