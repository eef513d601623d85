"""What a cut says about topics and time, before anything is learnt from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Counts
from biterms.streams.lateness import believed
from biterms.text.readers import Record
from biterms.text.times import TimeColumn
from biterms.topics.encode import words_known
from biterms.topics.inference import inferring, predicting
from biterms.topics.stream import Coming
from biterms.topics.times import written_times

#: documents of a part whose words are predicted, for the LPP
SCORED = 200


class Assigned(NamedTuple):
    """The topics of some documents.

    Parameters
    ----------
    records : list of str or Record
        The documents.
    topics : array of int
        The id of the topic with the largest share; -1 if no word is known.
    shares : array of float
        Its share.
    times : array of float
        When they were written, or else when they came, in seconds since 1970.
    """

    records: list[str | Record]
    topics: Array
    shares: Array
    times: Array


class Look(NamedTuple):
    """Documents as the model saw them before it learnt from them.

    Parameters
    ----------
    coming : Coming
        The documents. What had been learnt, `Coming.fitted`, has gone on since.
    mixtures : array, documents x topics
        Their mixtures of the topics in use; zeros if no word is known.
    ids : array of int
        The ids of the topics.
    known : array of bool
        Whether any word is known.
    lead : array of int
        The place of the topic with the largest share.
    times : array of float
        When they were written, or else when they came, in seconds since 1970.
    lpp : float
        Mean log predictive probability per word of the first documents.
    scored : int
        How many these are.
    arrived : float
        When their cut came, in seconds since 1970.
    """

    coming: Coming
    mixtures: Array
    ids: Array
    known: Array
    lead: Array
    times: Array
    lpp: float
    scored: int
    arrived: float


class Late(NamedTuple):
    """Documents of cuts that came late.

    Parameters
    ----------
    learnt, dropped : sequence of float
        When those were written that are learnt from all the same, and those that are not, in
        seconds since 1970.
    places : set of tuple
        Step and place of those that are not learnt from.
    """

    learnt: Sequence[float] = ()
    dropped: Sequence[float] = ()
    places: frozenset[tuple[int, int]] = frozenset()


class Observer:
    """Looks at the documents of a cut before they are learnt from.

    What the model knows of their words is taken down at once. The rest is computed in a thread of
    its own, while the model learns.

    Parameters
    ----------
    arrived : float
        When the cut came: the time of documents that have none.
    late : Late, optional
        Documents of it that came late.
    aside : Executor, optional
        Computes what needs not be known before the model learns; by default it is computed when
        it is asked for.
    ahead : callable, optional
        Called with each `Look`, right after it was computed.
    """

    def __init__(
        self,
        arrived: float,
        late: Late | None = None,
        aside: Executor | None = None,
        ahead: Callable[[Look], None] = lambda _: None,
    ) -> None:
        self.arrived, self.late = arrived, late or Late()
        self._aside, self._ahead = aside, ahead
        self._looks: list[Callable[[], Look]] = []

    def __call__(self, coming: Coming) -> None:
        """Take some documents.

        Parameters
        ----------
        coming : Coming
            The documents.
        """
        fitted = coming.fitted
        ids = np.array([fitted.ids[k] for k in fitted.in_use], dtype=np.int64)
        look = partial(
            self._look, coming, ids, _scoring(coming), inferring(fitted, coming.documents)
        )
        self._looks.append(cache(look) if self._aside is None else self._aside.submit(look).result)

    def _look(
        self,
        coming: Coming,
        ids: Array,
        scoring: tuple[Callable[[], float | None], int],
        inferred: Callable[[], Array],
    ) -> Look:
        known, mixtures = words_known(coming.documents) > 0, inferred()
        mixtures[~known] = 0.0
        lead, times = mixtures.argmax(axis=1), self.times(coming.records)
        lpp, n = scoring[0](), scoring[1]
        scored = (0.0, 0) if lpp is None else (float(lpp), n)
        found = Look(coming, mixtures, ids, known, lead, times, *scored, self.arrived)
        self._ahead(found)
        return found

    @property
    def looks(self) -> list[Look]:
        """All documents, as the model saw them before it learnt from them."""
        return [look() for look in self._looks]

    def wait(self) -> None:
        """Wait until all documents have been looked at."""
        for look in self._looks:
            look()

    def assigned(self) -> Assigned:
        """The topics of all documents.

        Returns
        -------
        Assigned
        """
        looks, none = self.looks, np.empty(0)
        topics = [np.where(look.known, look.ids[look.lead], -1) for look in looks]
        shares = [look.mixtures[np.arange(len(look.lead)), look.lead] for look in looks]
        return Assigned(
            [*chain.from_iterable(look.coming.records for look in looks)],
            np.concatenate([none.astype(np.int64), *topics]),
            np.concatenate([none, *shares]),
            np.concatenate([none, *(look.times for look in looks)]),
        )

    def times(self, records: Sequence[str | Record]) -> Array:
        """When documents were written, or else when the cut came, in seconds since 1970.

        Parameters
        ----------
        records : sequence of str or Record
            The documents.

        Returns
        -------
        array of float
        """
        written = written_times(records)
        if not any(written):
            return np.full(len(records), self.arrived)
        times = TimeColumn().seconds(written)
        return np.where(np.isnan(times), self.arrived, believed(times, self.arrived))


def newest_time(records: Sequence[Record], arrived: float) -> float:
    """When the newest of some documents was written, or else came, in seconds since 1970."""
    return float(np.max(Observer(arrived).times(records)))


def _scoring(coming: Coming) -> tuple[Callable[[], float | None], int]:
    """What gives the LPP of the first documents, and how many these are."""
    documents = coming.documents
    if not isinstance(documents, Counts):
        return lambda: None, 0
    n = min(SCORED, len(documents))
    ptr = documents.indptr[: n + 1]
    some = Counts(ptr, documents.indices[: ptr[-1]], documents.data[: ptr[-1]], documents.n_words)
    return predicting(coming.fitted, some), n


def as_record(text: str | Record) -> Record:
    """A text as a record; one that is none has no id, time and label."""
    return text if isinstance(text, Record) else Record(text, "", None, None)
