"""Documents are read and recorded while the model learns from those before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from types import TracebackType
from typing import Self

from biterms.streams.cut import Recorded
from biterms.streams.cutting import Cutter, Cutting
from biterms.streams.live import Live
from biterms.streams.source import Source
from biterms.streams.watch import Watch
from biterms.topics.prepared import Prepared

#: full groups that wait for the learner, beside the one that cuts join
AHEAD = 1


class Group:
    """Cuts that will be learnt from together.

    Whether a cut joins the one before is recorded with it, before anything is learnt from the two.
    So they are learnt from in the same way again after a crash.

    Parameters
    ----------
    cutting : Cutting
        How many documents may be learnt from together.
    alone : int
        Cuts stand alone until so many documents have come: the model has not begun before.
    """

    def __init__(self, cutting: Cutting, alone: int) -> None:
        self._cutting, self._alone = cutting, alone
        self.cuts: list[Recorded] = []
        self._n, self._before = 0, 0

    @property
    def full(self) -> bool:
        """Whether no other cut may join."""
        cutting = self._cutting
        # else a minibatch would not begin with the next cut
        whole = self._n % cutting.every == 0 and self._n + cutting.cut <= cutting.whole
        return bool(self.cuts) and not (whole and self._before >= self._alone)

    def add(self, recorded: Recorded) -> None:
        """Add a cut."""
        self.cuts.append(recorded)
        self._n += len(recorded.cut.records)

    def taken(self) -> list[Recorded]:
        """The cuts; it is empty then."""
        taken, self.cuts = self.cuts, []
        self._n, self._before = 0, self._before + self._n
        return taken


class Pipeline:
    """Reads and records in this thread and learns in another one.

    Parameters
    ----------
    live : Live
        The model and its journal.
    sources : sequence of Source
        Where documents come from; they are asked by this thread alone.
    watch : Watch
        Says whether to stop, and is told what comes.
    """

    def __init__(self, live: Live, sources: Sequence[Source], watch: Watch) -> None:
        self._live, self._by_name = live, {source.name: source for source in sources}
        self._cutter, self._watch = Cutter(sources, live.cutting, watch.stopping), watch
        alone = 0 if live.model.__sklearn_is_fitted__() else live.enough
        self._group = Group(live.cutting, alone)
        self._full: list[list[Recorded]] = []
        self._unsaid: list[Recorded] = []
        self._learner = ThreadPoolExecutor(1, "learner")
        self._learning: Future[tuple[int, int]] | None = None
        self._untold = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._learner.shutdown()

    def steps(self) -> Iterator[tuple[int, int]]:
        """Learn from all that comes; the step, and the documents so far.

        Cuts join the group that waits for the learner; the learner does not wait for a group. The
        disk may take longer to make a group safe than the learner for the one before, so there are
        some full ones ahead. This thread waits until the other one computes, and needs Python no
        more: the two would only stand in each other's way.
        """
        documents, ended = 0, False
        while not ended or self._waiting or self._learning is not None:
            self._live.computing.wait()
            enough = self._enough
            came = not (ended or enough) and self._recorded()
            ended = not came and self._cutter.exhausted
            # a source may give nothing more before it has been told
            self._commit(wait=not (came or enough))
            if self._learning is not None and (not came or self._learning.done()):
                step, n = self._learning.result()
                self._learning, documents, self._untold = None, documents + n, True
                yield step, documents
            if self._learning is None and self._waiting:
                self._learning = self._begun(
                    self._full.pop(0) if self._full else self._group.taken()
                )

    @property
    def _waiting(self) -> bool:
        """Whether any cut waits for the learner."""
        return bool(self._full or self._group.cuts)

    @property
    def _enough(self) -> bool:
        """Whether as many cuts wait as there may be."""
        return self._group.full and len(self._full) == AHEAD

    def _begun(self, group: list[Recorded]) -> Future[tuple[int, int]]:
        """Let the other thread learn; it may save, for the lock of the folder is ours."""
        if all(each.done.done() for each in group):
            self._live.computing.clear()
        learning = self._learner.submit(copy_context().run, _learnt, self._live, group)
        learning.add_done_callback(lambda _: self._live.computing.set())
        return learning

    def _recorded(self) -> bool:
        """Record the next cut; whether there was one."""
        idle = self._learning is None and not self._waiting
        if idle and self._untold:  # whoever looks should not have to wait for the next texts
            self._live.tell()
            self._live.journal.tell()
            self._live.sinks.wait()
            self._untold = False
        gathered = self._watch.gathered(self._cutter, idle=idle)
        if gathered is None:
            return False
        if self._group.full:
            self._full.append(self._group.taken())
        recorded = self._live.record(gathered, joined=bool(self._group.cuts))
        self._group.add(recorded)
        self._unsaid.append(recorded)
        return True

    def _commit(self, *, wait: bool) -> None:
        """Tell the sources of what is safe."""
        while self._unsaid and (wait or self._unsaid[0].done.done()):
            recorded = self._unsaid.pop(0)
            recorded.done.result()
            for name, positions in recorded.positions.items():
                self._by_name[name].commit(positions)


def _learnt(live: Live, recorded: list[Recorded]) -> tuple[int, int]:
    """Learn from cuts when all of them are safe; the last step, and the documents."""
    for each in recorded:
        each.done.result()
    live.computing.clear()
    cuts = [each.cut for each in recorded]
    live.learn(cuts, Prepared.joined([each.prepared for each in recorded]))
    return cuts[-1].step, sum(len(cut.records) for cut in cuts)
