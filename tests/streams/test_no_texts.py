"""With `texts=False` no text is left in the folder: not in tables, free pages or the log."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from safetensors.numpy import load as arrays_of

from biterms import LDA, TopicModel, Vectoriser
from biterms.cli.app import run
from biterms.errors import SettingError
from biterms.store import JOURNAL
from biterms.streams import Progress, Texts, dead_letters, follow, status
from biterms.streams import live as live_module
from biterms.streams.dead import mark_replayed
from biterms.streams.erasing import erase_log
from biterms.streams.packed import unpacked
from tests.streams.models import TEXTS, assert_same, loaded

EVERY = 4
FEW: dict[str, Any] = {"every": EVERY, "most": EVERY, "within": None}
MARK = re.compile(rb"%=-(\d{4})-=%")
#: texts of any length, short ones beside others that need pages of their own, each with a mark
LONG = [
    f"%=-{i:04}-=% " + " ".join([text] * Random(i).choice([1, 1, 3, 40, 400]))
    for i, text in enumerate(TEXTS[:400])
]


def new() -> TopicModel:
    words = Vectoriser(min_df=2)
    return TopicModel(LDA(3, random_state=0, n_threads=1), text=words, keep=0)


def left(folder: Path) -> set[int]:
    """The texts of which a file of the folder holds the mark."""
    data = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return {int(mark) for mark in MARK.findall(data)}


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "SECONDS", 0.0)
    monkeypatch.setattr(live_module, "TIMES", 0.0)


@pytest.mark.usefixtures("often")
def test_only_texts_that_no_snapshot_has_learnt_from_are_there(tmp_path: Path) -> None:
    live, counted = tmp_path / "live", list[int]()

    def progress(now: Progress) -> None:
        marks = left(live)
        assert not marks or min(marks) >= now.step * EVERY  # a snapshot after each cut
        counted.append(len(marks))

    model = follow(Texts(LONG), live, new(), progress=progress, texts=False, **FEW)
    assert max(counted) > 0  # they are looked for where they are
    assert left(live) == set()
    assert status(live).waiting == 0
    assert_same(model, follow(Texts(LONG), tmp_path / "shown", new(), **FEW))
    assert len(left(tmp_path / "shown")) > 300


def test_texts_that_were_kept_before_are_erased(tmp_path: Path) -> None:
    live = tmp_path / "live"
    with closing(sqlite3.connect(":memory:")) as db:
        erased = db.execute("PRAGMA secure_delete").fetchone() == (1,)
    follow(Texts(LONG), live, new(), **FEW)
    assert len(left(live)) > 300 if not erased else left(live)
    assert remembered(live)
    follow(Texts([*LONG, "late goal wins"] * 2), live, texts=False, **FEW)
    assert left(live) == set()
    assert not remembered(live)


def remembered(folder: Path) -> list[str]:
    """Texts in what alarms remember."""
    with closing(sqlite3.connect(folder / JOURNAL)) as db:
        rows = db.execute("SELECT data FROM memory WHERE chapter = 'alarms'").fetchall()
    known = [arrays_of(data) for (data,) in rows]
    texts = [
        record.text
        for one in known
        for record in unpacked(one["recent_records"].tobytes(), len(one["recent_times"]))
    ]
    stories = [json.loads(one["stories"].tobytes()) for one in known]
    texts += [text["text"] for one in stories for story in one["open"] for text in story["texts"]]
    return [text for text in texts if text]


def test_the_log_is_emptied_when_its_reader_has_gone(tmp_path: Path) -> None:
    live = tmp_path / "live"
    follow(Texts(LONG[:200]), live, new(), texts=False, **FEW)
    with (
        closing(sqlite3.connect(live / JOURNAL)) as one,
        closing(sqlite3.connect(live / JOURNAL)) as other,
    ):
        one.execute("INSERT INTO fact VALUES ('a', '1')")
        one.commit()
        other.execute("BEGIN")
        other.execute("SELECT * FROM cut").fetchall()
        one.execute("INSERT INTO fact VALUES ('b', '1')")
        one.commit()
        assert not erase_log(one, 10)
        other.rollback()
        assert erase_log(one, 10)
        assert (live / f"{JOURNAL}-wal").stat().st_size == 0


def test_dead_letters_wait_with_what_they_say_until_they_are_dealt_with(tmp_path: Path) -> None:
    live, texts = tmp_path / "live", [*LONG[:100], b"%=-9999-=%"]
    follow(Texts(texts), live, new(), texts=False, **FEW)
    (letter,) = dead_letters(live)
    mark_replayed(live, [letter.number])
    follow(Texts([*texts, *LONG[100:110]]), live, texts=False, **FEW)
    assert left(live) == set()


def test_texts_cannot_be_retained_and_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SettingError, match="texts=False keeps none"):
        follow(Texts(LONG), tmp_path / "live", new(), texts=False, retain="30d")
    given = ["stream", "-", "--model", str(tmp_path / "live"), "--no-texts", "--retain", "30d"]
    assert run(given) == 2
    assert "--no-texts keeps no texts, and --retain 30d keeps them" in capsys.readouterr().err
    assert not (tmp_path / "live").exists()


def test_texts_are_shown_again_when_they_may_be(tmp_path: Path) -> None:
    live = tmp_path / "live"
    follow(Texts(LONG[:200]), live, new(), texts=False, **FEW)
    follow(Texts(LONG[:300]), live, **FEW)
    assert len(left(live)) > 90
    follow(Texts(LONG[:304]), live, texts=False, **FEW)
    assert left(live) == set()
    assert loaded(live).model_.n_docs_ == 304
