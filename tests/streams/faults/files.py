"""Followers of a file, with sinks, that are killed at random moments."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from biterms import Columns, TopicModel
from biterms.streams import Files, follow
from biterms.streams import live as live_module
from tests.streams.models import TEXTS, assert_same, loaded, new, timeline
from tests.streams.sinks.written import exactly_once, file_sinks

FOLDER, STRAIGHT, FILE = "killed", "straight", "news.jsonl"
LIVE = "live"
#: seconds after which a follower is killed at the latest; a whole stream takes about so long
LONGEST = 0.4


def written(place: Path) -> None:
    """A file with times, broken lines and texts that are empty."""
    rows = [
        json.dumps({"text": text, "day": f"2011-03-{1 + i // 300:02}"})
        for i, text in enumerate(TEXTS)
    ]
    rows[100:100] = ["{broken", '{"text": ""}']
    rows[900:900] = ["[1, 2]"]
    (place / FILE).write_text("\n".join(rows))


def followed(place: Path, folder: str = FOLDER) -> TopicModel:
    """Follow the file to its end, with many snapshots."""
    live_module.SECONDS, live_module.TIMES = 0.05, 0.0
    files = Files(place / FILE, columns=Columns(text="text", time="day"))
    (place / folder).mkdir(exist_ok=True)
    return follow(
        files, place / folder / LIVE, new(), every=50, within=None, most=50,
        sinks=file_sinks(place / folder),
    )  # fmt: skip


class Undisturbed:
    """The stream that nothing has disturbed.

    Parameters
    ----------
    place : Path
        Where the file is.
    """

    def __init__(self, place: Path) -> None:
        self._model = followed(place, STRAIGHT)
        self._timeline = timeline(place / STRAIGHT / LIVE)
        self._rows = exactly_once(place / STRAIGHT)
        assert len(self._rows) == len(TEXTS)
        assert len(self._timeline["dead"]) == 2, self._timeline["dead"]

    def check(self, place: Path) -> None:
        """Raise unless the live model is the same."""
        assert_same(loaded(place / FOLDER / LIVE), self._model)
        assert exactly_once(place / FOLDER) == self._rows
        found: dict[str, list[Any]] = timeline(place / FOLDER / LIVE)
        for name, rows in self._timeline.items():
            assert found[name] == rows, f"{name}: {found[name]}, expected {rows}"


@cache
def undisturbed(place: Path) -> Undisturbed:
    """The stream that nothing has disturbed; it is the same each time, so it is followed once."""
    return Undisturbed(place)


def moment(chance: Random) -> float:
    """Seconds after which to kill: any time, but often while it starts."""
    return chance.uniform(0, LONGEST) * chance.choice([0.3, 1.0])
