"""Old states: which are kept, that they are what the model was, and that they can be opened."""

from __future__ import annotations

import errno
import os
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import LDA, SVB, TopicModel, Vectoriser, load
from biterms.errors import InputError, SettingError, StoreError
from biterms.store.kept import KEPT, keep_state
from biterms.streams import Progress, follow, moments
from biterms.streams.kept import Keeping, Rule
from biterms.topics.moments import Moment
from tests.streams.clocks import BEGIN, Clock, Ticking
from tests.streams.models import RECORDS, assert_same, loaded

HOUR, DAY, CUT = 3600, 86_400, 50
CUTTING: dict[str, Any] = {"every": CUT, "most": CUT, "within": None}


def new() -> TopicModel:
    model = LDA(3, learner=SVB(), random_state=0, n_threads=1)
    return TopicModel(model, text=Vectoriser(min_df=2), keep=20)


def followed(folder: Path, clock: Clock, n: int = len(RECORDS), **settings: Any) -> TopicModel:
    return follow(Ticking(RECORDS[:n], clock), folder, new(), **(CUTTING | settings))


def models_by_step(folder: Path, clock: Clock, **settings: Any) -> dict[int, TopicModel]:
    """Follow to the end; the model after each cut."""
    found: dict[int, TopicModel] = {}

    def progress(now: Progress) -> None:
        if now.model.__sklearn_is_fitted__():
            found[now.step] = deepcopy(now.model)

    last = followed(folder, clock, progress=progress, **settings)
    return found | {max(found): last}


# which ones ------------------------------------------------------------------------------------


def at(*hours: float) -> list[Moment]:
    return [Moment(step, BEGIN + HOUR * hour, Path()) for step, hour in enumerate(hours, 1)]


def test_a_rule_chooses_the_last_state_of_each_period_and_one_before() -> None:
    known = at(0.1, 0.9, 1.2, 2.0, 2.5, 2.9, 4.1, 4.2, 5.5)
    assert Rule(HOUR, 1).chosen(known) == {6, 8, 9}
    assert Rule(HOUR, 3).chosen(known) == {2, 3, 6, 8, 9}
    assert Rule(DAY, 1).chosen(known) == {9}


def thinned(hours: list[float], rules: tuple[Rule, ...]) -> list[Moment]:
    """The states that are left when snapshots are taken at these hours."""
    left: list[Moment] = []
    for moment in at(*hours):
        left.append(moment)
        chosen = {step for rule in rules for step in rule.chosen(left)}
        left = [each for each in left if each.step in chosen]
    return left


@pytest.mark.parametrize("seed", range(5))
def test_states_cover_their_spans_and_are_few(seed: int) -> None:
    hours = np.random.default_rng(seed).uniform(0.05, 1.0, 250 + seed).cumsum().tolist()
    rules = Keeping.of(["6h", "3d"], None).rules
    left = thinned(hours, rules)
    now = hours[-1]
    assert len(left) <= 6 + 3 + 4
    for back, apart in [(6, 2.0), (72, 26.0)]:
        for wanted in range(back + 1):
            moment = now - wanted
            if moment <= hours[0]:
                continue
            before = [each.arrived for each in left if each.arrived <= BEGIN + HOUR * moment]
            assert before, (wanted, left)
            assert BEGIN + HOUR * moment - before[-1] <= apart * HOUR


@given(st.integers(30, 170), st.floats(-1e6, 1e6), st.booleans())
def test_a_jump_of_the_clock_costs_one_state_at_most(when: int, by: float, back: bool) -> None:
    hours = [i / 2 for i in range(200)]
    jumped = [hour + by * (i == when if back else i >= when) for i, hour in enumerate(hours)]
    rules = Keeping.of(["24h", "30d"], None).rules
    straight, found = (thinned(each, rules) for each in (hours, jumped))
    assert len(found) >= len(straight) - 3
    steps = [moment.step for moment in found]
    assert steps == sorted(steps)
    assert steps[-1] == 200
    assert steps[0] <= straight[0].step + 48 * (1 + (not back))


@pytest.mark.parametrize(
    ("states", "retain", "message"),
    [
        (["soon"], None, "states=soon: expected a span of time"),
        ([3], None, "states=3: "),
        ("30min", None, "one state for each hour, expected 1 hour or more"),
        (["24h", "12h"], None, "one state for each day"),
        (["60d", "30d"], None, "expected spans that become longer"),
        (["1d", "2d", "3w", "4w"], None, "at most three"),
        ((), "90", "retain=90: expected a span of time"),
    ],
)
def test_spans_that_make_no_sense_are_refused(
    states: Any, retain: Any, message: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingError, match=message):
        followed(tmp_path / "live", Clock(1), states=states, retain=retain)
    assert not (tmp_path / "live").exists()


# what they are -----------------------------------------------------------------------------------


def test_the_last_state_of_each_hour_is_kept_and_is_what_the_model_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / 3 / CUT), tmp_path / "live"
    models = models_by_step(folder, clock, states="3h")
    known = moments(folder)
    assert [moment.step for moment in known] == [20, 23, 26, 29, 30]
    assert {path.name for path in (folder / KEPT).iterdir()} == {"20", "23", "26", "29"}
    for moment in known:
        state = loaded(moment.folder)
        assert_same(state, models[moment.step])
        assert_same(load(folder, at=moment.arrived), state)
    assert_same(load(folder, at=known[1].arrived + 600), models[23])
    assert_same(load(folder, at=datetime.fromtimestamp(known[0].arrived + 1, UTC)), models[20])
    assert_same(load(folder, at=str(known[2])), models[26])


def test_a_second_span_keeps_one_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock.patched(monkeypatch, 6 * HOUR / CUT)
    followed(tmp_path / "live", clock, states=("2h", timedelta(days=3)))
    days = [(moment.arrived - BEGIN) / DAY for moment in moments(tmp_path / "live")]
    assert days == [3.75, 4.75, 5.75, 6.75, 7.0, 7.25, 7.5]


class Crash(BaseException):
    """Nothing catches it."""


def test_crashes_change_no_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock.patched(monkeypatch, HOUR / 3 / CUT)
    models = models_by_step(tmp_path / "straight", clock, states="5h", retain="4h")
    folder = tmp_path / "live"
    for crash in count(2):
        calls = count(1)

        def progress(_: Progress) -> None:
            if next(calls) == crash:  # noqa: B023
                raise Crash

        try:
            followed(folder, clock, states="5h", retain="4h", progress=progress)
            break
        except Crash:
            continue
    assert crash > 5
    known = moments(folder)
    assert len(known) >= len(moments(tmp_path / "straight")) - 2
    for moment in known:
        assert_same(loaded(moment.folder), models[moment.step])


def test_a_stream_without_states_leaves_those_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"
    followed(folder, clock, 600, states="24h")
    before = moments(folder)[:-1]
    followed(folder, clock)
    assert moments(folder)[:-1] == before
    assert len(before) > 5


def test_what_a_killed_process_left_is_swept_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"
    followed(folder, clock, 600, states="24h")
    part = folder / KEPT / f"{'ab' * 8}.part"
    part.mkdir()
    (part / "model.json").write_text("{")
    before = moments(folder)
    follow(Ticking(RECORDS[:600], clock), folder, new(), **CUTTING)
    assert not part.exists()
    assert moments(folder) == before


# files -------------------------------------------------------------------------------------------


def test_a_state_shares_its_files_with_the_snapshot(tmp_path: Path) -> None:
    followed(tmp_path / "live", Clock(1), 200)
    keep_state(tmp_path / "live", 4)
    (arrays,) = (tmp_path / "live").glob("arrays-*")
    for path in (arrays, tmp_path / "live" / "model.json"):
        assert path.samefile(tmp_path / "live" / KEPT / "4" / path.name)


@pytest.mark.parametrize("number", [errno.EPERM, errno.EXDEV, errno.EMLINK, errno.EOPNOTSUPP])
def test_without_hard_links_files_are_copied(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    model = followed(tmp_path / "live", Clock(1), 200)
    monkeypatch.setattr(os, "link", refused)
    keep_state(tmp_path / "live", 4)
    assert_same(loaded(tmp_path / "live" / KEPT / "4"), model)
    assert not (tmp_path / "live" / "model.json").samefile(
        tmp_path / "live" / KEPT / "4" / "model.json"
    )


def test_a_disk_that_fails_ends_the_stream_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock.patched(monkeypatch, HOUR / CUT)
    expected = followed(tmp_path / "straight", clock)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", full)
        with pytest.raises(StoreError, match=r"cannot keep a state: No space.*start it again"):
            followed(tmp_path / "live", clock, states="24h")
    assert_same(followed(tmp_path / "live", clock, states="24h"), expected)


# opening -----------------------------------------------------------------------------------------


def test_an_error_says_which_moments_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = Clock.patched(monkeypatch, HOUR / CUT), tmp_path / "live"
    followed(folder, clock, 600, states="2h")
    with pytest.raises(InputError, match="no state of 2020-01-01 00:00:00 UTC or before") as found:
        load(folder, at="2020-01-01")
    for moment in moments(folder):
        assert str(moment) in str(found.value)
    with pytest.raises(InputError, match="at='soon': expected a moment"):
        load(folder, at="soon")
    new().fit(RECORDS[:200]).save(tmp_path / "plain")
    with pytest.raises(InputError, match="has followed no stream"):
        load(tmp_path / "plain", at="2024-01-01")
    with pytest.raises(StoreError, match=r"has no model\.json"):
        load(tmp_path / "nowhere", at="2024-01-01")
    head = folder / KEPT / str(moments(folder)[0].step) / "model.json"
    head.unlink()
    head.write_text("{}")
    with pytest.raises(StoreError, match=f"of {head.parent.name} in kept: .*or remove it"):
        load(folder, at="2024-01-01")
