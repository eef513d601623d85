"""A stream that keeps no texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from biterms.kernels import Array
from biterms.streams.chapters.chapter import Rows
from biterms.streams.observed import Observer
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
