"""A start after a crash learns again what no snapshot has, and saves on its way."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from biterms import Record
from biterms.streams import Texts, follow
from biterms.streams import live as live_module
from biterms.streams.cut import Cut
from biterms.streams.live import Live
from tests.streams.models import assert_same, loaded, timeline
from tests.streams.sinks.written import exactly_once, file_sinks
from tests.streams.test_vocabulary import CUT, MOST, RECORDS, new

CUTS = len(RECORDS) // CUT
FEW: dict[str, Any] = {"every": CUT, "most": CUT, "within": None}
#: a day for each cut; words come and go
DATED = [
    Record(record.text, record.id, f"2011-03-{1 + i // CUT:02}", None)
    for i, record in enumerate(RECORDS)
]


class Crash(BaseException):
    """Nothing catches it."""


def crashing(patch: pytest.MonkeyPatch, after: int) -> None:
    """The process ends when it has learnt so often."""
    learn, calls = Live.learn, count(1)

    def once_more(live: Live, cuts: list[Cut], *ahead: Any) -> None:
        learn(live, cuts, *ahead)
        if next(calls) == after:
            raise Crash

    patch.setattr(Live, "learn", once_more)


def crashed(folder: Path, patch: pytest.MonkeyPatch, words: int | None = MOST, **more: Any) -> None:
    """All texts are recorded and learnt from; only the first snapshot has been taken."""
    patch.setattr(live_module, "SECONDS", 1e9)
    with patch.context() as inner:
        crashing(inner, CUTS)
        with pytest.raises(Crash):
            follow(Texts(DATED), folder, new(most=words), **FEW, **more)
    assert step_of(folder) == 1
    patch.setattr(live_module, "SECONDS", 0.0)
    patch.setattr(live_module, "TIMES", 0.0)


def step_of(folder: Path) -> int:
    return int(loaded(folder).info()["stream_step"])


@pytest.mark.parametrize("words", [MOST, None], ids=["leave", "stay"])
def test_a_start_that_is_killed_as_well_is_gone_on_with(
    words: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("straight", "live"):
        (tmp_path / name).mkdir()
    straight, live = tmp_path / "straight" / "live", tmp_path / "live" / "live"
    expected = follow(
        Texts(DATED), straight, new(most=words), sinks=file_sinks(straight.parent), **FEW
    )
    crashed(live, monkeypatch, words, sinks=file_sinks(live.parent))
    steps = [step_of(live)]
    while True:
        with monkeypatch.context() as patch:
            crashing(patch, 3)
            try:
                sinks = file_sinks(live.parent)
                model = follow(Texts(DATED), live, new(most=words), sinks=sinks, **FEW)
                break
            except Crash:
                steps.append(step_of(live))
    assert steps == [1, *range(4, CUTS, 3)]  # each start has gone on from the one before
    assert_same(model, expected)
    assert_same(loaded(live), expected)
    assert timeline(live) == timeline(straight)
    assert exactly_once(live.parent) == exactly_once(straight.parent)


def test_a_start_that_is_stopped_saves_how_far_it_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = follow(Texts(DATED), tmp_path / "straight", new(), **FEW)
    crashed(tmp_path / "live", monkeypatch)
    monkeypatch.setattr(live_module, "SECONDS", 1e9)
    asked = count(1)
    follow(Texts(DATED), tmp_path / "live", new(), stopping=lambda: next(asked) > 5, **FEW)
    assert step_of(tmp_path / "live") == 6
    assert_same(follow(Texts(DATED), tmp_path / "live", new(), **FEW), expected)
    assert timeline(tmp_path / "live") == timeline(tmp_path / "straight")
