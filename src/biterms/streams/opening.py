"""Opening a live model: its newest snapshot, and what is said when that cannot be done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from biterms.errors import InputError, StoreError
from biterms.topics import TopicModel, load
from biterms.topics.moments import STEP
from biterms.topics.refit import MissingGuide

#: what is said when the disk has failed
ADVICE = (
    "nothing that was recorded is lost: make sure that the disk works, has room and can be "
    "written to, then start it again"
)

#: the fact that says from which step on so many false alarms were allowed
RATES = "false_alarms"


@contextmanager
def advised() -> Iterator[None]:
    """Say of errors of the disk that nothing is lost by them."""
    try:
        yield
    except StoreError as error:
        if not isinstance(error.__cause__, OSError | sqlite3.OperationalError):
            raise
        raise StoreError(f"{error}; {ADVICE}") from error.__cause__


def reopened(folder: Path, model: TopicModel) -> TopicModel:
    """The newest snapshot, with word vectors from the model that was given: no file holds them.

    Raises
    ------
    InputError
        If it began with a guide that is not given.
    """
    found = load(folder)
    if isinstance(found.guide, MissingGuide):
        if model.guide is None:
            raise InputError(
                f"{folder} began with {found.guide.what}, which its file does not hold, and words "
                f"that join would not know their topics: give them again, as --prior, or with "
                f"follow(..., model=TopicModel(guide={found.guide.remedy}))"
            )
        found.guide = model.guide
    return found


def step_of(model: TopicModel) -> int:
    """How far a model has followed its stream; 0 if it has not."""
    if not model.__sklearn_is_fitted__():
        return 0
    step: Any = model.provenance_.get(STEP, 0)
    return int(step)


def rate_at(rates: Sequence[tuple[int, float | None]], step: int) -> float | None:
    """How many false alarms were allowed with a cut; 1 where nobody has noted it."""
    return next((rate for first, rate in reversed(rates) if first < step), 1.0)
