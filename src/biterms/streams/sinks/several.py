"""All sinks of a stream: which steps they have, and which they still need.

Rows of a step are written when it has been learnt, and made safe before each snapshot. Then the
journal notes the step, and only then the snapshot replaces the one before. So after a crash the
cuts whose rows are not safe are learnt again, and their rows come again.

A thread of its own writes the rows of a step while the model learns from the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from biterms.streams.cut import Cut
from biterms.streams.journal import Journal
from biterms.streams.log import LOGGER
from biterms.streams.named import check_named
from biterms.streams.observed import Observer
from biterms.streams.sinks.rows import rows_of
from biterms.streams.sinks.sink import Sink, encodable
from biterms.topics import TopicModel


class Sinks:
    """The sinks of a live model.

    Parameters
    ----------
    sinks : sequence of Sink
        The sinks, each with a name of its own.
    journal : Journal
        It knows how far each of them goes.
    """

    def __init__(self, sinks: Sequence[Sink], journal: Journal) -> None:
        check_sinks(sinks)
        self._sinks, self._journal = sinks, journal
        self._steps: dict[str, int] = {}
        self._labels: dict[int, str] | None = None
        self._writer = ThreadPoolExecutor(1, "sinks")
        self._writing: Future[None] | None = None

    def open(self, step: int, model: TopicModel) -> None:
        """Let all sinks go on after the snapshot.

        Parameters
        ----------
        step : int
            The step of the snapshot.
        model : TopicModel
            The snapshot, or a new model.
        """
        facts, last = self._journal.facts(), self._journal.last_step()
        for sink in self._sinks:
            known = facts.get(_fact(sink), {"step": step, "at": None})
            _report_gap(sink, known["step"], step)
            sink.open(known["step"], last, known["at"])
            self._steps[sink.name] = known["step"]
        # before the first row, so that after a crash its rows are known to be ours
        self.flush(0)
        if model.__sklearn_is_fitted__():
            self.label(model)

    def label(self, model: TopicModel) -> None:
        """Take the labels of the rows that follow from a model."""
        if self._sinks:
            self._labels = {topic.id: encodable(topic.label) for topic in model.topics()}

    def write(self, cuts: Sequence[Cut], seen: Observer, model: TopicModel) -> None:
        """Begin to write the rows of cuts that have been learnt from together.

        Those of the cuts before are waited for, so that no more than these are in memory.

        Parameters
        ----------
        cuts : sequence of Cut
            The cuts.
        seen : Observer
            What was seen of them before.
        model : TopicModel
            The model, whose labels count if there has been no snapshot yet.

        Raises
        ------
        StoreError
            If a sink cannot take rows, of these cuts or of those before.
        """
        self.wait()
        step = cuts[-1].step
        waiting = [sink for sink in self._sinks if step > self._steps[sink.name]]
        if not waiting:
            return
        if self._labels is None:
            self.label(model)
        labels = self._labels or {}

        def write() -> None:
            rows = rows_of(cuts, seen, labels)
            for sink in waiting:
                sink.write(step, rows)

        self._writing = self._writer.submit(copy_context().run, write)

    def wait(self) -> None:
        """Wait for rows that are being written.

        Raises
        ------
        StoreError
            If a sink cannot take them.
        """
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def flush(self, step: int) -> None:
        """Make all rows up to a step safe, and note it in the journal.

        Parameters
        ----------
        step : int
            The last step that was written.
        """
        self.wait()
        steps = {name: max(step, safe) for name, safe in self._steps.items()}
        facts = {
            _fact(sink): {"step": steps[sink.name], "at": sink.flush()} for sink in self._sinks
        }
        if facts:
            self._journal.finish(facts)
        self._steps = steps

    def close(self) -> None:
        """Close all sinks that were opened, after what is being written."""
        self._writer.shutdown()
        for sink in self._sinks:
            if sink.name in self._steps:
                sink.close()


def check_sinks(sinks: Sequence[Any]) -> None:
    """Refuse what are no sinks, and two of the same name.

    Parameters
    ----------
    sinks : sequence
        What a user gave.

    Raises
    ------
    InputError
        If they cannot be used.
    """
    example = "such as biterms.streams.JsonLinesSink(...)"
    check_named(sinks, Sink, f"name, open, write, flush and close, {example}")


def _fact(sink: Sink) -> str:
    return f"sink/{sink.name}"


def _report_gap(sink: Sink, written: int, step: int) -> None:
    if written < step:
        LOGGER.warning(
            "%s has no rows of steps %d to %d, which were followed without it",
            *(sink.name, written + 1, step),
        )
