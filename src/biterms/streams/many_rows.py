"""Many rows of a table with each statement.

Python lets other threads run whenever SQLite takes a step. With a statement for each row the thread
that learns would have to make way a thousand times for each cut, and be waited for as often.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

#: parameters of a statement; any SQLite takes so many
MOST = 999


def insert(
    db: sqlite3.Connection, into: str, rows: Sequence[Sequence[Any]], then: str = ""
) -> None:
    """Insert rows.

    Parameters
    ----------
    db : Connection
        The database, in a transaction.
    into : str
        The statement up to its values, such as ``INSERT INTO place``.
    rows : sequence of sequence
        The rows, all of the same length.
    then : str
        What the statement says behind its values, such as ``ON CONFLICT DO NOTHING``.
    """
    for some in _parts(rows):
        values = ", ".join([_row(len(some[0]))] * len(some))
        given = [value for row in some for value in row]
        db.execute(f"{into} VALUES {values} {then}", given)


def delete(
    db: sqlite3.Connection, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    """Delete the rows that have these values.

    Parameters
    ----------
    db : Connection
        The database, in a transaction.
    table : str
        The table.
    columns : sequence of str
        Some of its columns.
    rows : sequence of sequence
        A value for each of them.
    """
    for some in _parts(rows):
        values = ", ".join([_row(len(columns))] * len(some))
        given = [value for row in some for value in row]
        db.execute(f"DELETE FROM {table} WHERE ({', '.join(columns)}) IN (VALUES {values})", given)


def _parts(rows: Sequence[Sequence[Any]]) -> Iterator[Sequence[Sequence[Any]]]:
    """The rows by powers of two: so there are few statements, which are prepared once."""
    begin, size = 0, 1
    while rows and 2 * size * len(rows[0]) <= MOST:
        size *= 2
    while begin < len(rows):
        while begin + size > len(rows):
            size //= 2
        yield rows[begin : begin + size]
        begin += size


def _row(n: int) -> str:
    return f"({', '.join('?' * n)})"
