"""Cuts are recorded while others are learnt from, and joined ones are learnt from together."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_array_equal

from biterms.streams import Files, Progress, Sink, Texts, follow
from biterms.streams import pipeline as pipeline_module
from biterms.streams.cut import Cut, Recorded
from biterms.streams.cutting import Cutting
from biterms.streams.live import Live
from biterms.streams.pipeline import Group
from biterms.streams.source import Batch
from biterms.topics.files import fields_of
from tests.streams.models import RECORDS, assert_same, documents_of, new, timeline, undisturbed

SETTINGS = {"every": 50, "within": None, "most": 400, "commit": 50}


class Crash(BaseException):
    """Nothing catches it."""


def joined(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return [row[0] for row in db.execute("SELECT joined FROM cut ORDER BY step")]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning takes longer than recording, so that cuts wait."""
    learnt = pipeline_module._learnt

    def slowly(live: Live, recorded: list[Recorded]) -> tuple[int, int]:
        assert threading.current_thread() is not threading.main_thread()
        time.sleep(0.2)
        return learnt(live, recorded)

    monkeypatch.setattr(pipeline_module, "_learnt", slowly)


@pytest.mark.usefixtures("slow")
def test_cuts_that_were_joined_are_learnt_from_together_after_a_crash(tmp_path: Path) -> None:
    def crash(progress: Progress) -> None:
        if progress.documents > 600:
            raise Crash

    with pytest.raises(Crash):
        follow(Texts(RECORDS[:1000]), tmp_path / "one", new(), progress=crash, **SETTINGS)
    assert sum(joined(tmp_path / "one")) > 3
    assert joined(tmp_path / "one")[0] == 0  # the first one of those that a snapshot needs
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    model, again = (
        follow(Texts(RECORDS[:1000]), tmp_path / name, **SETTINGS) for name in ("one", "two")
    )
    assert_same(model, again)
    assert documents_of(tmp_path / "one") == 1000
    straight = follow(Texts(RECORDS[:1000]), tmp_path / "straight", new(), **SETTINGS)
    assert_same(model, straight)  # minibatches are the same, whatever is joined


def test_what_is_told_depends_on_the_recorded_cuts_alone(tmp_path: Path) -> None:
    """Groups of one cut each are the same in every run."""
    settings = {"most": 100, "commit": 100}
    one = undisturbed(tmp_path / "one", **settings)
    assert_same(one, undisturbed(tmp_path / "two", **settings))
    assert timeline(tmp_path / "one") == timeline(tmp_path / "two")
    assert not any(joined(tmp_path / "one"))


@pytest.mark.parametrize("every", [30, 100])
def test_the_model_of_cuts_by_number_does_not_depend_on_their_size(
    every: int, tmp_path: Path
) -> None:
    settings = {"every": every, "within": None}
    begun = follow(Texts(RECORDS[:300]), tmp_path / "begun", new(), **settings)
    arrays = []
    for most in (every, 8192):
        model = deepcopy(begun)
        follow(Texts(RECORDS[300:900]), tmp_path / str(most), model, most=most, **settings)
        arrays.append(fields_of(model)[1])
    assert arrays[0].keys() == arrays[1].keys()
    for name, array in arrays[0].items():
        assert_array_equal(array, arrays[1][name], err_msg=name)


def recorded(n: int) -> Recorded:
    return Recorded(Cut(1, 0.0, RECORDS[:n], 10), {}, None)  # type: ignore[arg-type]


def test_a_group_has_whole_minibatches_and_room_for_another_cut() -> None:
    group = Group(Cutting(10, None, 50, 20), 0)
    assert not group.full
    for n in (20, 20):
        assert not group.full
        group.add(recorded(n))
    assert group.full  # 20 more would be too many
    assert [len(each.cut.records) for each in group.taken()] == [20, 20]
    group.add(recorded(7))
    assert group.full  # the next cut begins with a minibatch


def test_cuts_stand_alone_until_the_model_has_begun() -> None:
    group = Group(Cutting(10, None, 50, 20), 40)
    for _ in range(2):
        group.add(recorded(20))
        assert group.full
        group.taken()
    group.add(recorded(20))
    assert not group.full


class Full(Sink):
    """A sink on a disk that is full."""

    name = "full"

    def open(self, step: int, last: int, at: Any) -> None:
        """Nothing has to be opened."""

    def write(self, step: int, rows: Any) -> None:
        """Fail."""
        raise OSError("no space")

    def flush(self) -> Any:
        """Nothing is there to be made safe."""
        return {}

    def close(self) -> None:
        """Nothing has to be closed."""


def test_that_a_sink_failed_is_told_although_no_other_texts_come(tmp_path: Path) -> None:
    path, deadline = tmp_path / "texts.txt", time.monotonic() + 20
    path.write_text("\n".join(one.text for one in RECORDS[:100]) + "\n")
    follow(Files(path), tmp_path / "live", new())
    with path.open("a") as file:
        file.write(RECORDS[100].text + "\n")
    for _ in range(2):  # the second time what was recorded is learnt from again
        with pytest.raises(OSError, match="no space"):
            follow(
                Files(path, follow=True), tmp_path / "live", sinks=Full(), within=0.1,
                stopping=lambda: time.monotonic() > deadline,
            )  # fmt: skip
        assert time.monotonic() < deadline


class Patient(Texts):
    """A source that gives nothing more before it was told of what it has given."""

    def __init__(self, texts: list[Any]) -> None:
        super().__init__(texts)
        self.given, self.told = 0, 0

    def poll(self, max_documents: int, timeout: float) -> Batch:
        if self.given != self.told:
            time.sleep(min(timeout, 0.01))
            return Batch()
        batch = super().poll(max_documents, timeout)
        self.given += len(batch.records)
        return batch

    def commit(self, positions: Mapping[str, Any]) -> None:
        self.told = int(positions["taken"])


@pytest.mark.parametrize("learning", ["quick", "slow"])
def test_a_source_is_told_while_nothing_else_comes(
    learning: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if learning == "slow":
        request.getfixturevalue("slow")
    patient: Any = Patient(RECORDS[:400])
    model = follow(patient, tmp_path, new(), every=50, within=None, most=100)
    assert model.model_.n_docs_ == 400 == patient.told


@pytest.mark.usefixtures("slow")
def test_one_group_more_than_the_learner_has_is_recorded_ahead(tmp_path: Path) -> None:
    ahead = list[int]()

    def look(progress: Progress) -> None:
        with closing(sqlite3.connect(tmp_path / "stream.sqlite")) as db:
            (last,) = db.execute("SELECT max(step) FROM cut").fetchone()
        ahead.append(last - progress.step)

    follow(Texts(RECORDS), tmp_path, new(), every=50, within=None, most=100, progress=look)
    assert max(ahead) == 2
