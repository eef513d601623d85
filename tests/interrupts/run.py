"""Interrupts a case at one point after the other, and says what is wrong with what is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.interrupts import over_counts, over_texts
from tests.interrupts.cases import Case
from tests.interrupts.points import Places, Point, interrupt, places_of

GROUPS: dict[str, Mapping[str, Case]] = {
    "counts": over_counts.STREAMS | over_counts.FITS,
    "changes": over_counts.CHANGES,
    "texts": over_texts.UPDATES | over_texts.FITS,
}
CASES = {name: case for group in GROUPS.values() for name, case in group.items()}


class Attempt(NamedTuple):
    """A point to interrupt at, the exception, and a folder to save the model to, or None."""

    point: Point
    error: type[BaseException] = KeyboardInterrupt
    folder: Path | None = None


def undisturbed(case: Case) -> Places:
    """The places that a case comes to once everything is cached that ever will be."""
    case.go_on(case.begin())
    model = case.begin()
    return places_of(lambda: case.go_on(model))


def faults(case: Case, attempts: Iterable[Attempt]) -> list[str]:
    """What is wrong after each attempt, with the point where it was interrupted."""
    moments = case.moments()
    found = ((fault_of(case, moments, attempt), attempt.point) for attempt in attempts)
    return [f"{fault}: {point}" for fault, point in found if fault]


def fault_of(case: Case, moments: list[Any], attempt: Attempt) -> str | None:
    """What is wrong after one attempt, or None."""
    model = case.begin()
    if not interrupt(lambda: case.go_on(model), attempt.point, attempt.error):
        return "it never came to this point"
    if locked(model):
        return "other threads are locked out"
    now = case.bits(model)
    if now not in moments:
        return "the model is not at a moment of the undisturbed run"
    if attempt.folder is not None:
        model = case.reloaded(model, attempt.folder)
        if case.bits(model) != now:
            return "the model is not the same after saving and loading"
    case.go_on(model)
    if case.bits(model) != moments[-1]:
        return "going on does not lead to the undisturbed model"
    return None


def locked(model: Any) -> bool:
    """Whether the lock of a model was not given back: other threads would wait for ever."""
    lock = getattr(model, "_lock", None)
    return lock is not None and lock._is_owned()
