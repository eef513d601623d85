"""The newest time of a stream, and what comes late after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from biterms.streams.cut import Cut
from biterms.streams.lateness import Sorted, sort_late
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
    runs : list of list of Record
        The documents. A minibatch that has lost some is a run of its own, so that the others do not
        depend on how cuts were joined.
    late : Late
        Those of the cuts that came late.
    newest : float or None
        The newest time after them.
    """

    runs: list[list[Record]]
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
        self.newest: float | None = _facts(model).get(NEWEST)

    def facts(self) -> dict[str, float]:
        """What a snapshot has to keep."""
        return {} if self.newest is None else {NEWEST: self.newest}

    def sorted(self, cuts: Sequence[Cut], model: TopicModel) -> Taken:
        """Sort the documents of cuts that are about to be learnt from; nothing changes yet.

        Times are read only where they matter: if documents may be late, or if the model remembers a
        span of time, which a date in the future must not end.

        Parameters
        ----------
        cuts : sequence of Cut
            Cuts that are learnt from together.
        model : TopicModel
            The model before them.

        Returns
        -------
        Taken
        """
        engine = model.model_.engine() if model.__sklearn_is_fitted__() else None
        newest, known = self.newest, list[Sorted]()
        for cut in cuts:
            if cut.lateness is None and engine is not None and engine.horizon is None:
                known.append(Sorted.as_it_is(cut.records, newest))
                continue
            column = times_of(_facts(model))
            known.append(sort_late(cut.records, cut.arrived, cut.lateness, newest, column))
            newest = newest if cut.lateness is None else known[-1].newest
        places = [(cut.step, i) for cut, one in zip(cuts, known, strict=True) for i in one.dropped]
        learnt, dropped = (
            [time for one in known for time in getattr(one, name).tolist()]
            for name in ("learnt_times", "dropped_times")
        )
        kept = [record for one in known for record in one.records]
        size = None if engine is None or not places else cuts[-1].every
        return Taken(_runs(kept, size), Late(learnt, dropped, frozenset(places)), newest)


def _runs(kept: list[Record | None], size: int | None) -> list[list[Record]]:
    """The documents that are left, with a break around each minibatch that has lost some."""
    if size is None:
        return [_left(kept)]
    runs, whole = list[list[Record]](), False
    for at in range(0, len(kept), size):
        some = kept[at : at + size]
        if whole and None not in some:
            runs[-1] += _left(some)
        else:
            runs.append(_left(some))
        whole = None not in some
    return [run for run in runs if run]


def _left(some: list[Record | None]) -> list[Record]:
    return [record for record in some if record is not None]


def _facts(model: TopicModel) -> dict[str, Any]:
    return model.provenance_ if model.__sklearn_is_fitted__() else {}
