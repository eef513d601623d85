"""Positions of files that are gone: known again for a month, and then forgotten."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from biterms.store import JOURNAL
from biterms.streams import Files, follow
from biterms.streams.sources import roster
from tests.streams.models import TEXTS, new
from tests.streams.sources.polled import Run

DAY = 86_400.0
FOLLOWED = pytest.mark.parametrize("followed", [True, False], ids=["followed", "once"])


class Clock:
    """Takes the place of the module ``time`` where names are looked at."""

    def __init__(self) -> None:
        self.days, self.looks = 0.0, 0

    def time(self) -> float:
        return 1.7e9 + self.days * DAY

    def monotonic(self) -> float:
        self.looks += 1  # names are looked at whenever that is asked for
        return self.looks * 100.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(roster, "time", made)
    return made


def read(run: Run, folder: Path, followed: bool, polls: int = 3) -> None:
    """A start, some looks, and an end."""
    source = run.opened(Files(folder, follow=followed))
    for _ in range(polls):
        if not source.ended:
            run.poll(source)
    source.close()


@FOLLOWED
def test_a_file_that_comes_back_within_a_month_is_known(
    followed: bool, clock: Clock, tmp_path: Path
) -> None:
    run, away = Run(), tmp_path / "away"
    (tmp_path / "a.txt").write_text("one\n")
    (tmp_path / "b.txt").write_text("two\n")
    read(run, tmp_path, followed)
    for days in (0, 29, 58):  # each time it was there it begins anew
        clock.days = days
        (tmp_path / "a.txt").rename(away)
        read(run, tmp_path, followed)
        clock.days += 28
        away.rename(tmp_path / "a.txt")
        read(run, tmp_path, followed)
    assert run.texts == ["one", "two"]
    assert len(run.positions) == 2


@FOLLOWED
def test_a_file_that_is_gone_for_a_month_is_forgotten(
    followed: bool, clock: Clock, tmp_path: Path
) -> None:
    run = Run()
    (tmp_path / "z.txt").write_text("always there\n")
    for day in range(100):  # a file a day, of which the last ten are there
        clock.days = day
        (tmp_path / f"{day:03}.txt").write_text(f"of day {day}\n")
        (tmp_path / f"{day - 10:03}.txt").unlink(missing_ok=True)
        read(run, tmp_path, followed)
    assert sorted(run.texts) == sorted(["always there", *(f"of day {day}" for day in range(100))])
    assert len(run.positions) <= 1 + 10 + 31
    names = {Path(key).name for key in run.positions}
    assert {"z.txt", "090.txt", "070.txt"} <= names
    assert "050.txt" not in names


def test_of_very_many_the_last_ones_are_known(
    clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster, "MOST_GONE", 5)
    run = Run()
    for n in range(20):
        clock.days = n / 100
        (tmp_path / f"{n:02}.txt").write_text(f"text {n}\n")
        (tmp_path / f"{n - 1:02}.txt").unlink(missing_ok=True)
        read(run, tmp_path, followed=True)
    assert sorted(Path(key).name for key in run.positions) == [f"{n}.txt" for n in range(14, 20)]


def test_the_journal_forgets_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inbox, live = tmp_path / "inbox", tmp_path / "live"
    inbox.mkdir()
    for n, days in enumerate((0, 1, 40, 41)):
        monkeypatch.setattr(time, "time", lambda: 1.7e9 + days * DAY)  # noqa: B023
        (inbox / f"{n}.txt").write_text("\n".join(TEXTS[100 * n : 100 * n + 100]))
        (inbox / f"{n - 1}.txt").unlink(missing_ok=True)
        model = follow(Files(inbox), live, new(), every=50)
    with closing(sqlite3.connect(live / JOURNAL)) as db:
        keys = [Path(key).name for (key,) in db.execute("SELECT key FROM position ORDER BY key")]
    assert keys == ["1.txt", "2.txt", "3.txt"]  # 1 was found to be gone on day 40
    assert model.model_.n_docs_ == 400
