"""Options may be others after a crash: what was recorded is learnt from as it was meant."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from biterms import TopicModel
from biterms.streams import Progress, Texts, follow
from biterms.streams import live as live_module
from biterms.streams.live import Live
from tests.streams.models import RECORDS, TOLD, assert_same, new, timeline

#: cuts of 50 that are joined, a beginning with 400 texts, and late ones that are dropped
OPTIONS: dict[str, Any] = {
    "every": 50, "within": None, "most": 400, "commit": 50, "lateness": "2d", "late": "drop",
}  # fmt: skip
#: each of them otherwise
OTHERS: list[dict[str, Any]] = [
    {"every": 20},
    {"within": 0.5},
    {"most": 8192},
    {"most": 50},
    {"commit": 400},
    {"lateness": None, "late": "learn"},
    {"lateness": "1h", "late": "learn"},
    {"late": "learn"},
    {"texts": False},
    {"false_alarms": None},
    {"false_alarms": 100.0},
    {"states": "24h", "retain": "90d"},
    {"every": 7, "within": 3.0, "most": 21, "commit": 7, "lateness": "5d", "late": "learn"},
]
#: tables that show texts, and alarms with their threshold, follow the options of today
SHOWN = {"recent", "typical", "alarm"}
LATE = [
    record._replace(time="2011-03-01T00:00:00") if i % 45 == 44 else record
    for i, record in enumerate(RECORDS)
]


class Crash(BaseException):
    """Nothing catches it."""


def crashed(folder: Path, patch: pytest.MonkeyPatch, at: str) -> None:
    """A process that was killed: before the model began, when it was to begin, or later."""
    patch.setattr(live_module, "SECONDS", 1e9)

    def crash(now: Progress) -> None:
        if now.step >= (5 if at == "before" else 20):
            raise Crash

    def begin(_: Live) -> None:
        raise Crash

    with patch.context() as inner:
        if at == "beginning":
            inner.setattr(Live, "_begin", begin)
        with pytest.raises(Crash):
            follow(Texts(LATE), folder, new(), progress=crash, **OPTIONS)
    assert (folder / "model.json").exists() == (at == "later")


def replayed(folder: Path, options: dict[str, Any]) -> TopicModel:
    """What follows from the recorded cuts alone."""
    return follow(Texts([]), folder, new(), **options)


@pytest.mark.filterwarnings("ignore::biterms.errors.TimeWarning")
@pytest.mark.parametrize("at", ["before", "beginning", "later"])
def test_recorded_cuts_are_learnt_from_with_the_options_of_their_time(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashed(tmp_path / "crashed", monkeypatch, at)
    names = (str(n) for n in count())
    expected: TopicModel | None = None
    for other in ({}, *OTHERS):
        folder = tmp_path / next(names)
        shutil.copytree(tmp_path / "crashed", folder)
        model = replayed(folder, OPTIONS | other)
        found = timeline(folder)
        if expected is None:
            expected, told = model, found
        assert_same(model, expected)
        tables = {*TOLD} - SHOWN if {"texts", "false_alarms"} & {*other} else TOLD
        assert {name: found[name] for name in tables} == {name: told[name] for name in tables}
