"""Everything that the answers are made of: the journal, the newest snapshot, kept states."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Hashable
from typing import Any

from biterms.serve.health_views import health_view
from biterms.serve.journal import Journal, Reading
from biterms.serve.limits import Serving
from biterms.serve.moment_views import States
from biterms.serve.shapes import About, HealthView, ServerRow
from biterms.serve.snapshots import Snapshots
from biterms.serve.topic_views import WINDOWS
from biterms.serve.version import Version
from biterms.serve.watcher import Watcher
from biterms.streams.checkup import health
from biterms.streams.edits import Edit, edits
from biterms.streams.watch import memory_of
from biterms.version import __version__


class Served:
    """A live model with all that is known of it.

    Parameters
    ----------
    serving : Serving
        What is served.
    """

    def __init__(self, serving: Serving) -> None:
        self.serving, self.folder = serving, serving.folder
        self.snapshots = Snapshots(self.folder)
        self.journal = Journal(self.folder, lambda: self.snapshots.named)
        self.states = States(self.folder)
        self.watcher = Watcher(self.journal, self.snapshot_step)
        self.since, self.requests, self.events = time.time(), 0, 0
        self._version = Version(self.folder)

    def view(self, key: Hashable, compute: Callable[[Reading], bytes]) -> bytes:
        """A view of the tables, as new as it need be."""
        return self.journal.view(key, (self._version.now(), self.snapshot_step()), compute)

    def answer(self, key: Hashable, compute: Callable[[Reading], Any]) -> Any:
        """The same as an answer in JSON, which is written once, too."""
        from fastapi.responses import Response

        def written(reading: Reading) -> bytes:
            return json.dumps(
                compute(reading), ensure_ascii=False, allow_nan=False, separators=(",", ":")
            ).encode()

        return Response(self.view(key, written), media_type="application/json")

    @property
    def name(self) -> str:
        """The name of the live model."""
        return self.folder.absolute().name

    def start(self) -> None:
        """Load the snapshot that is there, and notice what the stream commits from now on."""
        self.snapshots.start()
        self.watcher.start()

    def stop(self) -> None:
        """Notice nothing more; those who listen are told."""
        self.watcher.stop()
        self.snapshots.stop()

    def said(self) -> None:
        """Something was said here: views and clients should know at once."""
        self.journal.forget()
        self.watcher.ask()

    def snapshot_step(self) -> int | None:
        """The step of the newest snapshot."""
        newest = self.snapshots.newest
        return None if newest is None else newest.step

    def about(self) -> About:
        """What is served."""
        with self.journal.reading() as reading:
            step = reading.step
        return {
            "name": self.name,
            "version": __version__,
            "read_only": self.serving.read_only,
            "step": step,
            "snapshot": self.snapshot_step(),
            "limits": self.serving.bounds.shown(),
            "windows": [*WINDOWS, "all"],
        }

    def health(self) -> HealthView:
        """How everything is doing."""
        with self.journal.reading() as reading:  # first: it says what to do if there is none
            rate = self.watcher.arrivals.rate(time.time())
            return health_view(reading, health(self.folder), rate, self.server())

    def edits(self, *, undone: bool) -> list[Edit]:
        """What people have said, the newest first."""
        with self.journal.reading():
            return [*reversed(edits(self.folder, undone=undone))]

    def server(self) -> ServerRow:
        """How the server is doing."""
        return {
            "since": self.since,
            "memory": memory_of(os.getpid()),
            "requests": self.requests,
            "snapshot": self.snapshot_step(),
            "events": self.events,
        }
