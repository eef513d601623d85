"""A model that follows a stream: its folder, its journal and its snapshots."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL, lock
from biterms.streams.chapters import Chapters
from biterms.streams.cutting import Cutting, Gathered
from biterms.streams.journal import Cut, Journal
from biterms.streams.observed import Observer
from biterms.streams.sinks.several import Sinks
from biterms.streams.sinks.sink import Sink
from biterms.topics import TopicModel, load

#: a snapshot is taken after so many seconds, or so many times what the last one took
SECONDS, TIMES = 60.0, 50.0
#: what is said when the disk has failed
ADVICE = (
    "nothing that was recorded is lost: make sure that the disk works, has room and can be "
    "written to, then start it again"
)
#: the fact of a model that says how far it has followed its stream
STEP = "stream_step"


class Recorded(NamedTuple):
    """A cut on its way to the disk.

    Parameters
    ----------
    cut : Cut
        The cut.
    positions : mapping
        Positions after it, by the name of the source.
    done : Future
        Done when it is safe.
    """

    cut: Cut
    positions: Mapping[str, Mapping[str, Any]]
    done: Future[None]


class Live:
    """A model and the journal of its stream; made by `opened`.

    Parameters
    ----------
    folder : Path
        The folder of both.
    journal : Journal
        What came in.
    model : TopicModel
        The newest snapshot, or a new model.
    cutting : Cutting
        How the stream is cut.
    sinks : sequence of Sink
        Where the topics of texts go.
    """

    def __init__(
        self,
        folder: Path,
        journal: Journal,
        model: TopicModel,
        cutting: Cutting,
        sinks: Sequence[Sink] = (),
    ) -> None:
        self.folder, self.journal, self.model, self.cutting = folder, journal, model, cutting
        self.sinks = Sinks(sinks, journal)
        self.step = self._snapshot_step = _step_of(model)
        self._waiting: list[Cut] = []
        self._recorded = self.step
        self._snapshot_at, self._snapshot_took = time.monotonic(), 0.0

    @classmethod
    @contextmanager
    def opened(
        cls,
        folder: Path,
        model: TopicModel,
        cutting: Cutting,
        sinks: Sequence[Sink] = (),
        chapters: Chapters | None = None,
    ) -> Iterator[Live]:
        """Come back to the present, and keep other processes from following with this model.

        Parameters
        ----------
        folder : Path
            The folder of the model; made if there is none.
        model : TopicModel
            What to begin with if the folder holds no model yet.
        cutting : Cutting
            How the stream is cut.
        sinks : sequence of Sink
            Where the topics of texts go.
        chapters : Chapters, optional
            What is told of the stream; the usual chapters if not given.

        Yields
        ------
        Live
            The model as it was after the last cut that was recorded.

        Raises
        ------
        StoreError
            If another process follows with it, or the folder cannot be used.
        """
        with _advised(), lock(folder):
            begun = (folder / "model.json").exists()
            journal = Journal(folder, chapters)
            try:
                live = cls(folder, journal, load(folder) if begun else model, cutting, sinks)
                try:
                    live._catch_up(begun=begun)
                    yield live
                finally:
                    live.sinks.close()
            finally:
                journal.close(unless_used=True)

    def _catch_up(self, *, begun: bool) -> None:
        """Learn from the cuts that came after the snapshot."""
        last = self.journal.last_step()
        if self.step > last and (last or begun):
            what = f"ends with {last:,}" if last else "is empty or was missing"
            raise StoreError(
                f"{self.folder}: the model has learnt {self.step:,} cuts, but the journal {what}: "
                f"texts would be learnt twice; bring back the {JOURNAL} of this model, or begin a "
                "stream in another folder with follow(..., model=load(...))"
            )
        self.journal.open_chapters(self.step)
        self.sinks.open(self.step, self.model)
        for cut in self.journal.cuts_after(self.step):
            self._learn(cut)
        self._recorded = self.step

    # following -----------------------------------------------------------------------------

    def record(self, gathered: Gathered) -> Recorded:
        """Record documents as the next cut."""
        self._recorded += 1
        cut = Cut(self._recorded, time.time(), gathered.records)
        done = self.journal.record(cut, gathered.positions, gathered.broken)
        return Recorded(cut, gathered.positions, done)

    def learn(self, cut: Cut) -> None:
        """Learn from a cut that has been recorded, and take a snapshot if it is time."""
        self._learn(cut)
        since = time.monotonic() - self._snapshot_at
        if self._snapshot_step == 0 or since > max(SECONDS, TIMES * self._snapshot_took):
            self.snapshot()

    def _learn(self, cut: Cut) -> None:
        self.step = cut.step
        if self.model.__sklearn_is_fitted__():
            if cut.records:
                self._observed([cut])
            return
        self._waiting.append(cut)
        enough = self.cutting.every if self.cutting.within is not None else self.cutting.whole
        if self._n_waiting() >= enough or cut.step == self.journal.begun:
            self._begin()

    def _n_waiting(self) -> int:
        return sum(len(cut.records) for cut in self._waiting)

    def _begin(self) -> None:
        """Begin with what has come so far, unless no word is frequent enough yet."""
        try:
            self._observed(self._waiting)
        except InputError:
            if self._n_waiting() > self.cutting.most:
                raise
        else:
            self._waiting = []

    def _observed(self, cuts: list[Cut]) -> None:
        """Learn from cuts, and hand on what they say."""
        seen = Observer(cuts[-1].arrived)
        self.model.observed_update([one for cut in cuts for one in cut.records], seen)
        self.journal.chapters.take(self.step, seen, self.model)
        self.sinks.write(cuts, seen, self.model)

    def finish(self) -> None:
        """The stream has ended: begin with the few documents that came, if need be; save."""
        if self._n_waiting():
            self.journal.begin(self.step)
            self._observed(self._waiting)
            self._waiting = []
        self.snapshot()
        self.journal.finish()

    def snapshot(self, keep_since: float | None = None) -> None:
        """Save the model as it is now; the journal forgets what came before.

        Parameters
        ----------
        keep_since : float, optional
            Documents that came since then are kept, in seconds since 1970.
        """
        if not self.model.__sklearn_is_fitted__():
            return
        if self._snapshot_step != self.step:
            self._save()
        # Also when nothing is new: the last process may have been killed before it could do so.
        self.journal.forget(self.step, keep_since)

    def _save(self) -> None:
        begin = time.monotonic()
        self.journal.remember(self.step)
        self.sinks.flush(self.step)
        self.model.note(**{STEP: self.step})
        self.model.save(self.folder)
        self.sinks.label(self.model)
        self._snapshot_step, self._snapshot_at = self.step, time.monotonic()
        self._snapshot_took = self._snapshot_at - begin


@contextmanager
def _advised() -> Iterator[None]:
    """Say of errors of the disk that nothing is lost by them."""
    try:
        yield
    except StoreError as error:
        if not isinstance(error.__cause__, OSError | sqlite3.OperationalError):
            raise
        raise StoreError(f"{error}; {ADVICE}") from error.__cause__


def _step_of(model: TopicModel) -> int:
    """How far a model has followed its stream; 0 if it has not."""
    if not model.__sklearn_is_fitted__():
        return 0
    step: Any = model.provenance_.get(STEP, 0)
    return int(step)
