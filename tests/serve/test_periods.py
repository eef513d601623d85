"""Periods in memory are those of the tables, however they have changed since the last look."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from biterms.serve.journal import Journal as Views
from biterms.serve.names import NAMELESS
from biterms.serve.periods import Periods, pieces
from biterms.streams.journal import Journal
from biterms.streams.trends import Course


def changed(db: sqlite3.Connection, random: Random) -> None:
    """Texts come, late ones too, and old minutes become hours."""
    for _ in range(random.randrange(4)):
        length, begin = 60, 60 * random.randrange(200)
        db.execute(
            "INSERT INTO period VALUES (?, ?, 1, 5, 1, -7.0, 1) ON CONFLICT DO UPDATE SET "
            "documents = documents + 1, words = words + 5, lpp = lpp - 7.0, scored = scored + 1",
            (length, begin),
        )
        db.execute(
            "INSERT INTO topic_period VALUES (?, ?, ?, 1, 0.75) ON CONFLICT DO UPDATE SET "
            "documents = documents + 1, share = share + 0.75",
            (length, begin, random.choice([0, 3, 7, 500])),
        )
    if random.random() < 0.2:
        for table, sums in (
            ("period", "sum(documents), sum(words), sum(unknown), sum(lpp), sum(scored)"),
            ("topic_period", "topic, sum(documents), sum(share)"),
        ):
            by = "1, 2" if table == "period" else "1, 2, 3"
            db.execute(
                f"INSERT OR REPLACE INTO {table} SELECT 3600, begin / 3600 * 3600, {sums} "
                f"FROM {table} WHERE begin < 3600 GROUP BY {by}"
            )
            db.execute(f"DELETE FROM {table} WHERE length = 60 AND begin < 3600")
    db.commit()


def test_what_has_changed_is_read_again_and_nothing_else(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    db, random, periods = sqlite3.connect(tmp_path / "stream.sqlite"), Random(0), Periods.none()
    for _ in range(60):
        changed(db, random)
        periods, whole = periods.after(db), Periods.none().after(db)
        used = periods.led.any(axis=0) if len(periods.led) else np.zeros(0, dtype=bool)
        assert_array_equal(periods.table, whole.table)
        assert_array_equal(periods.ids[used], whole.ids)
        assert_array_equal(periods.led[:, used], whole.led)
        assert_array_equal(periods.shares[:, used], whole.shares)
        for until, length in ((12_000.0, 3600.0), (9000.0, 600.0)):
            mine, theirs = periods.course(until, length), Course.read(db, until, length)
            assert_array_equal(mine.ids, theirs.ids)
            assert_array_equal(mine.documents, theirs.documents)
            assert_allclose(mine.shares, theirs.shares)
            assert mine.trends() == theirs.trends()
        assert periods.after(db) is periods
    assert len(periods.table) > 20
    db.close()


def test_sums_of_pieces() -> None:
    values, at = np.arange(12.0).reshape(6, 2), np.array([3, 0, 3, 1, 0, 3])
    expected = np.zeros((5, 2))
    for row, place in zip(values, at, strict=True):
        expected[place] += row
    assert_array_equal(pieces(values, at, 5), expected)
    assert_array_equal(pieces(values[:0], at[:0], 2), np.zeros((2, 2)))


def test_a_view_is_computed_when_the_journal_has_changed(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    views, made = Views(tmp_path, lambda: NAMELESS), []

    def compute(_: object) -> bytes:
        made.append(1)
        return b"x" * 10

    for version in (1, 1, 2, 2):
        views.view("a", version, compute)
    assert len(made) <= 2
    views.forget()
    before = len(made)
    views.view("a", 2, compute)
    assert len(made) == before + 1
    for i in range(200):
        views.view(i, 1, compute)
    assert len(views._views) <= 64
