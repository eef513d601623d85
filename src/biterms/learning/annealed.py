"""Annealed memory: online learning that forgets early mistakes and ends with all documents."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.learning.learner import Learner, Moment, Step, is_number
from biterms.learning.span import span_seconds
from biterms.settings import check_whole

#: more do not help
MOST_STARTS = 1_000
#: they are in memory, and in the file
MOST_HELD = 10**7
#: documents that are remembered at the start; and for each topic, since with fewer there is
#: nothing to learn it from; and how far that goes
FIRST, PER_TOPIC, MOST_FIRST, TWENTIETH = 500, 5, 1_000, 20
#: share of a run from which the document step has one round: topics are sharp enough then
ONE_ROUND = 0.7
COUNT = "a number of documents, at least 1"


class Annealed(Learner):
    """Online learner whose memory begins short and grows to the whole collection.

    Parameters
    ----------
    first : float, optional
        Documents that are remembered at the start, at most half of all. None: 500, and in a large
        collection more if there are more than 100 topics, 5 for each up to 1,000 or a twentieth of
        all.
    power : float, default=3
        How long the memory stays short; its logarithm grows with this power of the share of the
        run that is done.
    most : float, str or timedelta, optional
        What is remembered at most on a stream, where otherwise half of the documents so far are: a
        number of documents, or those of a span of time such as ``"90min"``, ``"12h"``, ``"30d"`` or
        ``"2w"``, counted back from the newest document. A span of time needs texts that have times
        (`TopicModel.update` with `Record`), and remembers at least ``first`` documents. None sets
        no limit.
    starts : int, optional
        Short starts of which `LDA` takes the best; None: one, and several on a small collection;
        0: none.
    held : int, default=20_000
        Documents at the beginning of a stream that are held in the model until there are so many.
        They are learnt from again in several passes then, and before that from 1/32 of the number
        on, whenever there are √2 times as many; 0: none are held.

    Notes
    -----
    W = first (D / first)^(x^power) documents are remembered when a share x of the run is done.
    A minibatch of |C| documents has the effect of one document at a time:
    keep = (1 - 1/W)^|C|, lam - eta <- keep (lam - eta) + (1 - keep) D/|C| s.
    On a stream of n documents so far W = min(n/2, most). If ``most`` is a span of time, W =
    min(n/2, max(first, recent)), recent the documents whose time is within the span before the
    newest one. A document without a time, or one that is late, counts as if it came with the one
    before it.

    Examples
    --------
    >>> step = Annealed().step(Moment(step=1, batch_docs=100, docs=10_000, share=0.0))
    >>> round(step.decay, 3), round(step.gain, 2)
    (0.819, 18.14)

    On a stream of which 5,000 documents came in the last week:

    >>> Annealed(most="7d").memory(docs=100_000, share=None, recent=5_000)
    5000
    """

    default_passes = 10
    default_batch_size = 100
    shuffled_together = 8_192
    repeats = True

    def __init__(
        self,
        first: float | None = None,
        *,
        power: float = 3,
        most: float | str | timedelta | None = None,
        starts: int | None = None,
        held: int = 20_000,
    ) -> None:
        self.first = first
        self.power = power
        self.most = most
        self.starts = starts
        self.held = held

    @property
    def horizon(self) -> float | None:
        """Seconds of a stream that are remembered, if ``most`` is a span of time."""
        return span_seconds(self.most) if isinstance(self.most, str | timedelta) else None

    def step(self, moment: Moment) -> Step:
        """Compute how much is kept of what was learnt.

        Parameters
        ----------
        moment : Moment
            The size of the minibatch, the number of documents, and the share of the run.

        Returns
        -------
        Step
            decay = keep, gain = (1 - keep) D/|C|, and the rounds of the document step.
        """
        memory = self.memory(moment.docs, moment.share, topics=moment.topics, recent=moment.recent)
        keep = float((1 - 1 / memory) ** moment.batch_docs)
        rounds = 1 if moment.share is not None and moment.share >= ONE_ROUND else 2
        return Step(keep, (1 - keep) * moment.docs / moment.batch_docs, rounds=rounds)

    def memory(
        self, docs: int, share: float | None, *, topics: int = 1, recent: int | None = None
    ) -> float:
        """Compute how many documents are remembered.

        Parameters
        ----------
        docs : int
            Documents of the collection, or those seen so far.
        share : float or None
            Share of the run that is done; None on a stream.
        topics : int, default=1
            Topics that learning began with.
        recent : int, optional
            Documents of the horizon, if ``most`` is a span of time.

        Returns
        -------
        float
            W.
        """
        if share is None:
            memory = min(docs / 2, self._most(docs, recent))
        else:
            first = min(self._first(docs, topics), docs / 2)
            memory = first * (docs / first) ** (share**self.power)
        return max(memory, 1.0)

    def _first(self, docs: int, topics: int) -> float:
        if self.first is not None:
            return self.first
        return max(FIRST, min(PER_TOPIC * topics, MOST_FIRST, docs / TWENTIETH))

    def _most(self, docs: int, recent: int | None) -> float:
        """The limit on a stream; fewer documents than ``first`` make no topics."""
        if self.most is None or isinstance(self.most, str | timedelta):
            return (
                docs if recent is None else max(FIRST if self.first is None else self.first, recent)
            )
        return self.most

    def check(self) -> None:
        """Check ``first``, ``power``, ``most``, ``starts`` and ``held``.

        Raises
        ------
        SettingError
            If one of them is out of its range.
        """
        if self.first is not None and not _is_count(self.first):
            raise SettingError(f"Annealed(first={self.first!r}): expected {COUNT}")
        try:
            timed = self.horizon is not None
        except ValueError as error:
            raise SettingError(f"Annealed(most={self.most!r:.40}): {error}, or {COUNT}") from None
        if not timed and self.most is not None and not _is_count(self.most):
            raise SettingError(
                f"Annealed(most={self.most!r:.40}): expected {COUNT}, a span of time such as "
                "'30d', or None"
            )
        if not (is_number(self.power) and self.power > 0):
            raise SettingError(f"Annealed(power={self.power!r}): expected a number above 0")
        if self.starts is not None:
            check_whole("starts", self.starts, MOST_STARTS, least=0)
        check_whole("held", self.held, MOST_HELD, least=0)


def _is_count(value: Any) -> bool:
    return not isinstance(value, np.timedelta64) and is_number(value) and value >= 1
