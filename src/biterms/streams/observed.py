"""What a cut says about topics and time, before anything is learnt from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Counts
from biterms.streams.periods import periods_of
from biterms.text.readers import Record
from biterms.text.times import TimeColumn
from biterms.topics.encode import words_known
from biterms.topics.inference import in_use, infer
from biterms.topics.stream import Coming

#: documents of a part whose words are predicted, for the LPP
SCORED = 200


class PeriodRow(NamedTuple):
    """Documents of one period, as far as a cut has any.

    Parameters
    ----------
    length, begin : int
        The period: seconds, and its beginning in seconds since 1970.
    documents : int
        Documents.
    words, unknown : int
        Different words of each, and those of them that the model did not know.
    lpp, scored : float
        Sum over documents that were scored of the log predictive probability per word, and how
        many these are.
    """

    length: int
    begin: int
    documents: int
    words: int
    unknown: int
    lpp: float
    scored: int


class TopicRow(NamedTuple):
    """A topic in one period, as far as a cut has any.

    Parameters
    ----------
    length, begin : int
        The period.
    topic : int
        The id of the topic.
    documents : int
        Documents that it leads.
    share : float
        Sum of its shares in all documents.
    """

    length: int
    begin: int
    topic: int
    documents: int
    share: float


class Assigned(NamedTuple):
    """The topics of some documents.

    Parameters
    ----------
    records : list of Record
        The documents.
    topics : array of int
        The id of the topic with the largest share; -1 if no word is known.
    shares : array of float
        Its share.
    times : array of float
        When they were written, or else when they came, in seconds since 1970.
    """

    records: list[Record]
    topics: Array
    shares: Array
    times: Array


class Observer:
    """Looks at the documents of a cut before they are learnt from.

    Parameters
    ----------
    arrived : float
        When the cut came: the time of documents that have none.
    """

    def __init__(self, arrived: float) -> None:
        self.arrived = arrived
        self.periods: list[PeriodRow] = []
        self.topics: list[TopicRow] = []
        self.assigned: list[Assigned] = []

    def __call__(self, coming: Coming) -> None:
        """Take some documents.

        Parameters
        ----------
        coming : Coming
            The documents.
        """
        fitted, known = coming.fitted, words_known(coming.documents) > 0
        mixtures = in_use(fitted, infer(fitted, coming.documents)) * known[:, None]
        lead, rows = mixtures.argmax(axis=1), np.arange(len(known))
        ids = np.array([fitted.ids[k] for k in fitted.in_use], dtype=np.int64)
        shares, topics = mixtures[rows, lead], np.where(known, ids[lead], -1)
        times = self.times(coming.records)
        self.assigned.append(Assigned([*map(_record, coming.records)], topics, shares, times))
        periods, at = self._periods(times)
        self._count_periods(coming, periods, at)
        for i, (length, begin) in enumerate(periods.T.tolist()):
            some = mixtures[at == i] if periods.shape[1] > 1 else mixtures
            led = np.bincount(lead[(at == i) & known], minlength=len(ids))
            numbers = zip(ids.tolist(), led.tolist(), some.sum(axis=0).tolist(), strict=True)
            self.topics += [TopicRow(length, begin, *row) for row in numbers if row[2] > 0]

    def _periods(self, times: Array) -> tuple[Array, Array]:
        """Different periods, and the number of that of each document."""
        found = np.stack(periods_of(times, self.arrived))
        if (found == found[:, :1]).all():
            return found[:, :1], np.zeros(len(times), dtype=np.int64)
        periods, at = np.unique(found, axis=1, return_inverse=True)
        return periods, at.ravel()

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
        written = [one.time if isinstance(one, Record) else None for one in records]
        if not any(written):
            return np.full(len(records), self.arrived)
        times = TimeColumn().seconds(written)
        return np.where(np.isnan(times), self.arrived, times)

    def _count_periods(self, coming: Coming, periods: Array, at: Array) -> None:
        n, (lpp, n_scored) = periods.shape[1], self._scored(coming)
        scored, documents = (np.bincount(some, minlength=n) for some in (at[:n_scored], at))
        words, known = (
            np.bincount(at, each, n).astype(int)
            for each in (coming.n_words, words_known(coming.documents))
        )
        columns = (*periods, documents, words, words - known, lpp * scored, scored)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        self.periods += [PeriodRow(*row) for row in rows]

    def _scored(self, coming: Coming) -> tuple[float, int]:
        """LPP of the first documents, and how many these are."""
        model, documents = coming.fitted.model, coming.documents
        if not isinstance(documents, Counts) or not hasattr(model, "prequential_lpp"):
            return 0.0, 0
        n = min(SCORED, len(documents))
        ptr = documents.indptr[: n + 1]
        some = Counts(
            ptr, documents.indices[: ptr[-1]], documents.data[: ptr[-1]], documents.n_words
        )
        lpp = model.prequential_lpp(some)
        return (0.0, 0) if lpp is None else (float(lpp), n)


def _record(text: str | Record) -> Record:
    return text if isinstance(text, Record) else Record(text, "", None, None)
