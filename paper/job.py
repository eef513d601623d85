"""A job: one cell of the grid, identified by all its settings, and its results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple


class Found(NamedTuple):
    """One number, after so many documents."""

    documents: int
    measure: str
    value: float


@dataclass(frozen=True)
class Job:
    """`settings` are all that decides what comes out; equal ones are one job.

    Every job has a `task`, a `set`, a `model` (or representation) and a `seed`.
    """

    settings: dict[str, Any]

    @cached_property
    def text(self) -> str:
        """The settings as they are stored: sorted, so that equal ones are equal texts."""
        return json.dumps(self.settings, sort_keys=True, ensure_ascii=False)

    @cached_property
    def key(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def __getitem__(self, name: str) -> Any:
        return self.settings[name]

    def __str__(self) -> str:
        return f"{self['set']} · {self['model']} · seed {self['seed']}"


def distinct(jobs: Iterator[Job]) -> list[Job]:
    """Each job once, in the order of their first appearance."""
    return list({job.key: job for job in jobs}.values())
