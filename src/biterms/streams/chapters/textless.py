"""A stream that keeps no texts: what chapters remember of before loses its texts, too."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.alarms import Alarms
from biterms.streams.chapters.chapter import Rows
from biterms.streams.observed import Observer
from biterms.streams.packed import packed, unpacked
from biterms.topics import TopicModel


class NoTexts:
    """Keeps no texts, and removes those that were kept before."""

    name = "no_texts"

    def take(self, step: int, seen: Observer, model: TopicModel) -> Rows:  # noqa: ARG002
        """Nothing is kept."""
        return Removed()

    def memory(self) -> Mapping[str, Array]:
        """Nothing."""
        return {}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Nothing to do."""


class Removed(NamedTuple):
    """No texts."""

    def write(self, db: sqlite3.Connection) -> None:
        """Remove those that are there.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        for table in ("recent", "typical"):
            db.execute(f"DELETE FROM {table}")
        db.execute("UPDATE alarm SET texts = '[]' WHERE texts != '[]'")


class Textless:
    """Alarms that do not remember the texts of a time when these were kept.

    Parameters
    ----------
    alarms : Alarms
        Alarms without texts.
    """

    def __init__(self, alarms: Alarms) -> None:
        self._alarms, self.name = alarms, alarms.name

    def take(self, step: int, seen: Observer, model: TopicModel) -> Rows:
        """Let it look at a cut."""
        return self._alarms.take(step, seen, model)

    def memory(self) -> Mapping[str, Array]:
        """What it remembers."""
        return self._alarms.memory()

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was, without texts."""
        known = dict(memory)
        if "recent_records" in known:
            n = len(known["recent_topics"])
            records = unpacked(known["recent_records"].tobytes(), n)
            bare = packed([record._replace(text="") for record in records])
            known["recent_records"] = np.frombuffer(bare, dtype=np.uint8)
        stories: dict[str, Any] = json.loads(known["stories"].tobytes())
        for story in stories["open"]:
            story["texts"] = []
        known["stories"] = np.frombuffer(json.dumps(stories).encode(), dtype=np.uint8)
        self._alarms.remember(known)
