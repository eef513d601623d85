"""The moments of a live model that can be gone back to: its newest snapshot and kept states."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError, StoreError
from biterms.store.kept import states
from biterms.store.place import explained, head_in
from biterms.text.times import seconds_of

#: facts of a model that follows a stream: its last cut, and when that came
STEP, ARRIVED = "stream_step", "stream_arrived"
#: moments that an error names
NAMED = 12


class Moment(NamedTuple):
    """A state of a live model.

    Parameters
    ----------
    step : int
        The last cut that it has learnt from.
    arrived : float
        When that came, in seconds since 1970.
    folder : Path
        Where it is.
    """

    step: int
    arrived: float
    folder: Path

    def __str__(self) -> str:
        return described(self.arrived)


def described(seconds: float) -> str:
    """A moment as people read it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def facts(step: int, arrived: float) -> dict[str, Any]:
    """What a model notes of the moment that it is saved at."""
    time = datetime.fromtimestamp(arrived, UTC).isoformat(timespec="milliseconds")
    return {STEP: step, ARRIVED: time}


def moment_of(noted: Mapping[str, Any], folder: Path) -> Moment | None:
    """The moment that facts tell; None for a model that has followed no stream."""
    arrived = seconds_of(noted.get(ARRIVED))
    if math.isnan(arrived):
        return None
    return Moment(int(noted.get(STEP, 0)), arrived, folder)


def moments(folder: str | PathLike[str]) -> list[Moment]:
    """The moments of a live model that ``biterms.load(folder, at=...)`` can go back to.

    Parameters
    ----------
    folder : str or path
        The live model.

    Returns
    -------
    list of Moment
        The states that were kept, in their order, and last the newest snapshot. There are none of
        a model that has followed no stream.

    Raises
    ------
    StoreError
        If there is no model, or one that is damaged.
    """
    folder = Path(folder)
    with explained(folder, "cannot be read"):
        present = head_in(folder)
        if present is None:
            raise StoreError("it has no model.json, expected a folder that a model was saved as")
    if (now := moment_of(_facts(present.settings), folder)) is None:
        return []
    kept = [moment_of(_facts(known), place) for place, known in states(folder).values()]
    return [each for each in kept if each is not None and each.step < now.step] + [now]


def moment_at(folder: Path, at: Any) -> Moment:
    """The last state at or before a moment.

    Raises
    ------
    InputError
        If it is no moment, or if there is no such state.
    """
    seconds = seconds_of(at)
    if math.isnan(seconds):
        raise InputError(
            f"at={at!r:.60}: expected a moment, such as '2026-11-01' or '2026-11-01 12:30', a "
            "datetime, or seconds since 1970"
        )
    known = moments(folder)
    if not known:
        raise InputError(f"{folder} has followed no stream, so only its present state is there")
    if not (before := [moment for moment in known if moment.arrived <= seconds]):
        raise InputError(
            f"{folder} has no state of {described(seconds)} or before; there are {listed(known)}"
        )
    return before[-1]


def listed(known: list[Moment]) -> str:
    """Moments for an error."""
    left_out = len(known) - NAMED
    names = [str(moment) for moment in known]
    if left_out > 0:
        names[NAMED // 2 : -NAMED // 2] = [f"... ({left_out:,} more)"]
    return ", ".join(names)


def _facts(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    known = settings.get("provenance")
    return known if isinstance(known, Mapping) else {}
