"""Rows of a result: a sequence, a table for other libraries, and a table in notebooks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Self, TypeVar, overload

from biterms.topics import exports
from biterms.topics.exports import Kinds
from biterms.topics.html import Displayed

Row = TypeVar("Row")


class Listed(Sequence[Row]):
    """A result that is a sequence of rows.

    Parameters
    ----------
    rows : sequence
        The rows.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        return self._rows[at]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)


class Rows(Displayed, Listed[Row]):
    """Rows of a result, in their order, that other libraries take as a table.

    Parameters
    ----------
    rows : sequence
        The rows.
    """

    @property
    @abstractmethod
    def kinds(self) -> Kinds:
        """The columns of a table, and what each of them holds."""

    @abstractmethod
    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row for each, as tables have it."""

    def columns(self) -> dict[str, list[Any]]:
        """The columns of a table by their names."""
        rows = self.to_rows()
        return {name: [row[name] for row in rows] for name in self.kinds}

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas."""
        return exports.to_pandas(self.columns(), self.kinds)

    def to_polars(self) -> Any:
        """The rows as a DataFrame of polars."""
        return exports.to_polars(self.columns(), self.kinds)

    def to_arrow(self) -> Any:
        """The rows as a table of Arrow, for DuckDB, Parquet and others."""
        return exports.to_arrow(self.columns(), self.kinds)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The protocol by which other libraries take an Arrow table."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Self: ...
    def __getitem__(self, at: int | slice) -> Row | Self:
        if not isinstance(at, slice):
            return self._rows[at]
        some = copy(self)
        some._rows = self._rows[at]
        return some

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
