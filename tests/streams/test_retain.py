"""Texts that are retained, and the state before them, give the present model again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from biterms import LDA, SVB, Annealed, TopicModel, Vectoriser
from biterms.streams import follow, moments
from biterms.streams.journal import Journal
from biterms.streams.live import Live
from biterms.topics.moments import facts
from tests.streams.clocks import Clock, Ticking
from tests.streams.models import RECORDS, assert_same, loaded

HOUR, CUT = 3600, 50
LEARNERS = {
    "svb": LDA(3, learner=SVB(), random_state=0, n_threads=1),
    "annealed": LDA(3, learner=Annealed(held=300, most=400), random_state=0, n_threads=1),
}


def followed(folder: Path, clock: Clock, n: int = 1000, **settings: Any) -> TopicModel:
    given = LEARNERS[settings.pop("learner", "svb")]
    model = TopicModel(given, text=Vectoriser(min_df=2, max_words=40, prune=True), keep=20)
    cutting: dict[str, Any] = {"every": CUT, "most": CUT, "within": None}
    return follow(Ticking(RECORDS[:n], clock), folder, model, **cutting, **settings)


def steps(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return [step for (step,) in db.execute("SELECT step FROM cut ORDER BY step")]


def replayed(folder: Path) -> tuple[int, TopicModel]:
    """The model of the state before the oldest text and of all texts after it."""
    first = steps(folder)[0]
    base = next(moment for moment in moments(folder) if moment.step == first - 1)
    model, journal = loaded(base.folder), Journal(folder)
    try:
        for cuts in journal.groups_after(base.step):
            model.observed_update([one for cut in cuts for one in cut.records], lambda _: None)
            model.note(**facts(cuts[-1].step, cuts[-1].arrived))
    finally:
        journal.close()
    return base.step, model


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_present_is_reached_from_an_old_state_bit_for_bit(
    learner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"
    model = followed(folder, clock, retain="8h", learner=learner)
    base, again = replayed(folder)
    assert 8 < base <= 12  # the texts of 20 hours came, those of 8 must be there
    assert steps(folder) == [*range(base + 1, 21)]
    assert_same(again, model)
    assert_same(again, loaded(folder))


def test_the_state_before_the_texts_is_not_thinned_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / 3 / CUT), tmp_path / "live"

    def jumping(taken: int) -> float:
        """From some hours on each cut is in a period of its own, and there is room for ten."""
        step = taken // CUT
        return 1e6 * (-1) ** step * step if step > 12 else 0.0

    clock.wrong = jumping
    model = followed(folder, clock, 1500, retain="2h")
    known = [moment.step for moment in moments(folder)]
    assert known == [known[0], *range(21, 31)]
    base, again = replayed(folder)
    assert base == known[0] < 30 - 3 * 2
    assert_same(again, model)


def test_a_jump_of_the_clock_drops_no_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"

    clock.wrong = lambda taken: {6: 1e7, 7: 1e7, 9: -1e7}.get(taken // CUT, 0.0)
    model = followed(folder, clock, 600, retain="8h")
    left = steps(folder)
    assert 1 < left[0] <= 5
    assert left == [*range(left[0], 13)]
    assert_same(replayed(folder)[1], model)


def test_a_model_that_had_learnt_before_is_the_first_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, 1.0), tmp_path / "live"
    begun = TopicModel(LEARNERS["svb"], text=Vectoriser(min_df=2), keep=20).fit(RECORDS[:300])
    given: dict[str, Any] = {"every": CUT, "most": CUT, "within": None, "retain": "30d"}
    model = follow(Ticking(RECORDS[300:600], clock), folder, begun, **given)
    assert [moment.step for moment in moments(folder)] == [0, 6]
    assert replayed(folder)[0] == 0
    assert_same(replayed(folder)[1], model)


@pytest.mark.parametrize("killed", ["never", "before it forgot", "before it saved"])
def test_when_it_is_asked_for_later_a_state_before_the_texts_is_kept(
    killed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"
    followed(folder, clock, 200)
    with monkeypatch.context() as patch:
        if killed == "before it forgot":
            patch.setattr(Journal, "forget", lambda *_: None)
        elif killed == "before it saved":
            patch.setattr(Live, "snapshot", lambda _: None)
        followed(folder, clock, 400)
    model = followed(folder, clock, 600, retain="30d")
    base, again = replayed(folder)
    assert base == next(moment.step for moment in moments(folder))
    assert base == (4 if killed == "before it saved" else 8)
    assert_same(again, model)
    model = followed(folder, clock, 1000, retain="30d")
    assert replayed(folder)[0] == base
    assert_same(replayed(folder)[1], model)


def test_without_it_texts_go_with_each_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"
    followed(folder, clock, 500, retain="8h")
    assert len(steps(folder)) >= 8
    followed(folder, clock, 600)
    assert steps(folder) == [12]
