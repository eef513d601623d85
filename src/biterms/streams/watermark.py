"""The newest time of a stream, and what comes late after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from biterms.streams.journal import Cut
from biterms.streams.lateness import sort_late
from biterms.streams.observed import Late
from biterms.text.readers import Record
from biterms.topics import TopicModel
from biterms.topics.times import times_of

#: the fact of a model that says what the newest time of its stream was
NEWEST = "stream_newest"


class Taken(NamedTuple):
    """What is learnt from some cuts.

    Parameters
    ----------
    records : list of Record
        The documents.
    late : Late
        Those of the cuts that came late.
    newest : float or None
        The newest time after them.
    """

    records: list[Record]
    late: Late
    newest: float | None


class Watermark:
    """The newest time among all documents of a stream so far.

    It follows from the cuts alone, in their order, and is kept with each snapshot of the model: so
    the same documents are late whenever cuts are learnt from again.

    Parameters
    ----------
    model : TopicModel
        A snapshot, or a new model.
    """

    def __init__(self, model: TopicModel) -> None:
        facts: Any = model.provenance_ if model.__sklearn_is_fitted__() else {}
        self.newest: float | None = facts.get(NEWEST)

    def facts(self) -> dict[str, float]:
        """What a snapshot has to keep."""
        return {} if self.newest is None else {NEWEST: self.newest}

    def sorted(self, cuts: Sequence[Cut], model: TopicModel) -> Taken:
        """Sort the documents of cuts that are about to be learnt from; nothing changes yet.

        Times are read only where they matter: if documents may be late, or if the model remembers a
        span of time, which a date in the future must not end.
        """
        timed = model.horizon is not None
        records, learnt, dropped, newest = list[Record](), list[float](), list[float](), self.newest
        places = set[tuple[int, int]]()
        for cut in cuts:
            if cut.lateness is None and not timed:
                records += cut.records
                continue
            facts: Any = model.provenance_ if model.__sklearn_is_fitted__() else {}
            known = sort_late(cut.records, cut.arrived, cut.lateness, newest, times_of(facts))
            records += known.records
            learnt += known.learnt_times.tolist()
            dropped += known.dropped_times.tolist()
            places |= {(cut.step, place) for place in known.dropped}
            newest = newest if cut.lateness is None else known.newest
        return Taken(records, Late(learnt, dropped, frozenset(places)), newest)
