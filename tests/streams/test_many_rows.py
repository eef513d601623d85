"""Many rows with each statement are the same as one row with each."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.streams.many_rows import MOST, delete, insert

VALUES = st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(), st.text("aé😀'"))
ROWS = st.lists(st.tuples(st.integers(0, 40), VALUES, VALUES), max_size=60)


def table() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE place (id INTEGER PRIMARY KEY, one, other)")
    return db


def found(db: sqlite3.Connection) -> list[str]:
    return [repr(row) for row in db.execute("SELECT * FROM place ORDER BY id")]


@given(ROWS, st.lists(st.integers(0, 40), max_size=30))
def test_the_same_as_one_by_one(rows: list[tuple[Any, ...]], gone: list[int]) -> None:
    with closing(table()) as some, closing(table()) as each:
        insert(some, "INSERT OR REPLACE INTO place", rows)
        each.executemany("INSERT OR REPLACE INTO place VALUES (?, ?, ?)", rows)
        assert found(some) == found(each)
        delete(some, "place", ("id",), [(one,) for one in gone])
        each.executemany("DELETE FROM place WHERE id = ?", [(one,) for one in gone])
        assert found(some) == found(each)


def test_a_row_that_is_there_is_added_to() -> None:
    with closing(table()) as db:
        then = "ON CONFLICT DO UPDATE SET one = one + excluded.one"
        insert(db, "INSERT INTO place", [(1, 2, 0), (2, 3, 0), (1, 5, 0)], then)
        assert found(db) == ["(1, 7, 0)", "(2, 3, 0)"]


@pytest.mark.parametrize("n", [1, 2, MOST // 3, MOST // 3 + 1, 2000])
def test_no_statement_has_too_many_parameters(n: int) -> None:
    with closing(table()) as db:
        db.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, MOST)
        insert(db, "INSERT INTO place", [(i, i, None) for i in range(n)])
        assert db.execute("SELECT count(*), max(id) FROM place").fetchone() == (n, n - 1)
        delete(db, "place", ("id", "one"), [(i, i) for i in range(n)])
        assert found(db) == []


def test_a_row_is_deleted_if_all_its_columns_agree() -> None:
    with closing(table()) as db:
        insert(db, "INSERT INTO place", [(1, "a", "b"), (2, "a", "c")])
        delete(db, "place", ("one", "other"), [("a", "c")])
        assert found(db) == ["(1, 'a', 'b')"]
