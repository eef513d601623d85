"""A model that follows a stream: its folder, its journal and its snapshots."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL, lock
from biterms.store.exchange import brought_back
from biterms.store.kept import keep_state
from biterms.streams.beside import finish
from biterms.streams.chapters import Chapters
from biterms.streams.cut import Cut, Recorded
from biterms.streams.cutting import Cutting, Gathered
from biterms.streams.journal import Journal
from biterms.streams.kept import Keeping, KeptStates
from biterms.streams.lateness import Lateness
from biterms.streams.log import report
from biterms.streams.observed import Observer
from biterms.streams.opening import RATES, advised, rate_at, reopened, step_of
from biterms.streams.sinks.several import Sinks
from biterms.streams.sinks.sink import Sink
from biterms.streams.tables import tables_at
from biterms.streams.watermark import Watermark
from biterms.topics import TopicModel
from biterms.topics.moments import Moment, facts
from biterms.topics.prepared import UNPREPARED, Prepared
from biterms.topics.stream import Coming

#: a snapshot is taken after so many seconds, or so many times what the last one took
SECONDS, TIMES = 60.0, 50.0
NOTHING = Keeping()


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
    keeping : Keeping
        Which old states and texts are kept.
    lateness : Lateness, optional
        Which documents are late; None: none is.
    """

    def __init__(
        self,
        folder: Path,
        journal: Journal,
        model: TopicModel,
        cutting: Cutting,
        sinks: Sequence[Sink] = (),
        keeping: Keeping = NOTHING,
        lateness: Lateness | None = None,
    ) -> None:
        self.folder, self.journal, self.model, self.cutting = folder, journal, model, cutting
        self.sinks, self.lateness = Sinks(sinks, journal), lateness
        self.step = self._snapshot_step = step_of(model)
        self.watermark = Watermark(model)
        #: set while compiled code infers and learns, or nobody does
        self.computing = Event()
        self.computing.set()
        self._aside = ThreadPoolExecutor(1, "observer")
        self._waiting: list[Cut] = []
        self._untold: tuple[list[Cut], Observer] | None = None
        self._recorded, self._came, self._new = self.step, 0, False
        self._snapshot_at, self._snapshot_took = time.monotonic(), 0.0
        self.kept = KeptStates(folder, keeping)
        self._arrived = 0.0
        # Seconds since 1970 without jumps of the clock: texts are not dropped because of one.
        self._epoch = time.time() - time.monotonic()

    @classmethod
    @contextmanager
    def opened(
        cls,
        folder: Path,
        model: TopicModel,
        cutting: Cutting,
        sinks: Sequence[Sink] = (),
        keeping: Keeping = NOTHING,
        lateness: Lateness | None = None,
        chapters: Chapters | None = None,
    ) -> Iterator[Live]:
        """Open the newest snapshot, and keep other processes from following with this model.

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
        keeping : Keeping
            Which old states and texts are kept.
        lateness : Lateness, optional
            Which documents are late from now on; None: none is.
        chapters : Chapters, optional
            What is told of the stream; the usual chapters if not given.

        Yields
        ------
        Live
            The model as it was at the newest snapshot; `catch_up` brings it to the present.

        Raises
        ------
        StoreError
            If another process follows with it, or the folder cannot be used.
        """
        brought_back(folder)
        with advised(), lock(folder):
            finish(folder)
            begun = (folder / "model.json").exists()
            journal = Journal(folder, chapters)
            journal.level = 0 if keeping.retain is None else 1
            try:
                newest = reopened(folder, model) if begun else model
                live = cls(folder, journal, newest, cutting, sinks, keeping, lateness)
                try:
                    live._open(begun=begun)
                    yield live
                finally:
                    live._aside.shutdown()
                    live.sinks.close()
            finally:
                journal.close(unless_used=True)

    def _open(self, *, begun: bool) -> None:
        """Let chapters and sinks go on after the snapshot."""
        last = self.journal.last_step()
        if self.step > last and (last or begun):
            what = f"ends with {last:,}" if last else "is empty or was missing"
            raise StoreError(
                f"{self.folder}: the model has learnt {self.step:,} cuts, but the journal {what}: "
                f"texts would be learnt twice; bring back the {JOURNAL} of this model, or begin a "
                "stream in another folder with follow(..., model=load(...))"
            )
        self.journal.open_chapters(self.step)
        self._note_false_alarms(last)
        if not self.journal.chapters.texts:
            self.kept.remove_tables()
        self.sinks.open(self.step, self.model)
        if self.kept.keeping.retain and not begun and self.model.__sklearn_is_fitted__():
            self._arrived = time.time()  # what the first texts come after
            self._save()

    def _note_false_alarms(self, last: int) -> None:
        """Record from which step on so many false alarms are allowed: learning may be repeated."""
        noted, now = self.journal.facts().get(RATES, []), self.journal.chapters.false_alarms
        if not noted or noted[-1][1] != now:
            kept = [each for each in noted if each[0] < last]
            self.journal.finish({RATES: [*kept, [last, now]]})

    def relearn(self, at: Mapping[int, bool]) -> None:
        """Learn from all cuts that were recorded, and keep the states that were kept before.

        Parameters
        ----------
        at : mapping of int to bool
            The steps of the states, and whether their tables are kept, too.
        """
        rates = [(int(step), rate) for step, rate in self.journal.facts().get(RATES, [])]
        last = self.journal.last_step()
        for cuts in self.journal.groups_after(self.step):
            self.tell()
            self.journal.with_false_alarms(rate_at(rates, cuts[0].step))
            self._learn(cuts, UNPREPARED)
            if self.step in at and self.step < last and self.model.__sklearn_is_fitted__():
                self._save(tables=at[self.step])
                self.sinks.label(self.model)
                keep_state(self.folder, self.step)
        if self.model.__sklearn_is_fitted__() and self._snapshot_step != self.step:
            self._save(tables=at.get(self.step, False))
        self.tell()
        self.journal.finish()

    def catch_up(self, stopping: Callable[[], bool] = lambda: False) -> bool:
        """Learn from the cuts that came after the snapshot, and take others on the way.

        A snapshot does not depend on what comes after it: if this is ended as well, the next start
        goes on from the last one, with the same result.

        Parameters
        ----------
        stopping : callable
            Says whether to stop before the present has been reached.

        Returns
        -------
        bool
            Whether it has been reached: else there are cuts that have not been learnt from, and
            others must not be recorded.
        """
        if n := self.journal.last_step() - self.step:
            message = "{cuts} cuts after step {step} are learnt from again"
            report("catching up", message, cuts=n, step=self.step)
        for cuts in self.journal.groups_after(self.step):
            if stopping() and self.model.__sklearn_is_fitted__():
                self.snapshot()
                return False
            self.learn(cuts)
        self.tell()
        self.sinks.wait()
        self._recorded, self._came = self.step, self._n_waiting()
        self._new = not self.model.__sklearn_is_fitted__()
        return True

    # following -----------------------------------------------------------------------------

    def record(self, gathered: Gathered, *, joined: bool = False) -> Recorded:
        """Record documents as the next cut; a joined one is learnt from with the one before it.

        While they are written, they are made ready to be learnt from: this thread has time, the one
        that learns has not.
        """
        self._recorded += 1
        if self._new:
            self._came += len(gathered.records)
            if not self.journal.begun and self._came >= self.enough:
                self.journal.begun = self._recorded  # recorded with the cut
        how = (self.cutting.every, joined, self.lateness)
        cut = Cut(self._recorded, time.time(), gathered.records, *how)
        done = self.journal.record(cut, gathered.positions, gathered.broken)
        prepared = self.model.prepared([record.text for record in cut.records])
        return Recorded(cut, gathered.positions, done, prepared)

    def learn(self, cuts: list[Cut], ahead: Prepared = UNPREPARED) -> None:
        """Learn from cuts that have been recorded, and take a snapshot if it is time."""
        self._learn(cuts, ahead)
        since = time.monotonic() - self._snapshot_at
        if self._snapshot_step == 0 or since > max(SECONDS, TIMES * self._snapshot_took):
            self.snapshot()
            if self._snapshot_step == self.step:
                self.sinks.label(self.model)

    def _learn(self, cuts: list[Cut], ahead: Prepared) -> None:
        self.step, self._arrived = cuts[-1].step, cuts[-1].arrived
        if self.model.__sklearn_is_fitted__():
            if any(cut.records for cut in cuts):
                self._observed(cuts, ahead)
            return
        self._waiting += cuts
        # By what was recorded: the options may be others than those of the process that did it.
        if 0 < self.journal.begun <= self.step:
            self._begin()

    @property
    def enough(self) -> int:
        """How many documents a new model begins with, if none have been recorded yet."""
        return self.cutting.every if self.cutting.within is not None else self.cutting.whole

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

    def _observed(self, cuts: list[Cut], ahead: Prepared = UNPREPARED) -> None:
        """Learn from cuts; what they say is handed on when the next ones are about to be learnt."""
        taken = self.watermark.sorted(cuts, self.model)
        looking = self.journal.chapters.ahead(self.step)
        seen = Observer(cuts[-1].arrived, taken.late, self._aside, looking)

        def observe(coming: Coming) -> None:
            self.tell()
            self.computing.set()
            seen(coming)

        for records in taken.runs:
            self.model.observed_update(records, observe, cuts[-1].every, ahead)
        self.tell()  # unless there was nothing to learn from
        self.watermark.newest = taken.newest
        self._untold = cuts, seen

    def tell(self) -> None:
        """Hand on what the last cuts say, to chapters and sinks.

        They are looked at in another thread, which may take longer than learning. So it is waited
        for only when the model is about to change, or when nothing else is to be done.
        """
        untold, self._untold = self._untold, None
        if untold is not None:
            cuts, seen = untold
            self.journal.chapters.take(cuts[-1].step, seen, self.model)
            self.sinks.write(cuts, seen, self.model)

    def finish(self) -> None:
        """The stream has ended: begin with the few documents that came, if need be; save."""
        if self._n_waiting():
            self.journal.begin(self.step)  # if it has not tried before
            self._observed(self._waiting)
            self._waiting = []
        self.tell()
        self.snapshot()
        self.journal.finish()

    def snapshot(self) -> None:
        """Save the model as it is now; the journal forgets what is not needed any more."""
        if not self.model.__sklearn_is_fitted__():
            return
        if self._snapshot_step != self.step:
            self._save()
        # Also when nothing is new: the last process may have been killed before it could do so.
        needed = self._needed()
        self.kept.thin(needed)
        self.journal.forget(self.step, needed)

    def _needed(self) -> int:
        """The step of the state that all texts to be retained came after."""
        if (retain := self.kept.keeping.retain) is None:
            return self.step
        oldest = self.journal.first_since(self._epoch + time.monotonic() - retain)
        known = self.kept.before(self.step + 1 if oldest is None else oldest)
        if known == 0 and self.journal.first_since(-math.inf) != 1:
            # Texts that came before it was asked for: they cannot be learnt from again.
            return self.kept.oldest
        return known

    def _save(self, *, tables: bool = False) -> None:
        begin = time.monotonic()
        self.tell()
        self.journal.remember(self.step)
        now = Moment(self.step, self._arrived, self.folder)
        self.sinks.flush(self.step)
        self.kept.keep(now, self._needed())
        self.model.note(**facts(self.step, self._arrived), **self.watermark.facts())
        self.model.save(self.folder)
        if tables or self.kept.tables_due(now):
            self.journal.keep_tables(tables_at(self.folder, self.step))
            self.kept.has_tables(self.step)
        self.kept.saved(now)
        self._snapshot_step, self._snapshot_at = self.step, time.monotonic()
        self._snapshot_took = took = self._snapshot_at - begin
        message = "snapshot of step {step} in {seconds} s"
        report("snapshot", message, step=self.step, seconds=round(took, 3))
