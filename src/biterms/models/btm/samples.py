"""What BTM has learnt beside its topics: counts of earlier slices, and biterms still drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array, Biterms
from biterms.learning.row_map import RowMap
from biterms.store import Fields

#: what sums of a stream may reach; above it a word more is lost in float64
MAX_COUNT = 2.0**52
#: how far sums of float64 may be from each other
MARGIN = 1e-9


@dataclass(frozen=True)
class Samples:
    """Counts of biterms and their topics.

    Parameters
    ----------
    history : array of shape (V, K)
        Counts of words in biterms that are not drawn any more: they are priors now.
    carried : array of shape (K,)
        The same of the biterms themselves.
    biterms : array of shape (K,)
        Biterms of each topic in the latest slice.
    live : Biterms
        Biterms whose topics may be drawn again.
    """

    history: Array
    carried: Array
    biterms: Array
    live: Biterms

    @classmethod
    def none(cls, n_words: int, n_topics: int) -> Samples:
        """Before anything has been learnt."""
        zeros = np.zeros(n_topics)
        return cls(np.zeros((n_words, n_topics)), zeros, zeros, no_biterms())

    def slid(self, words: Array, decay: float) -> Samples:
        """beta + decay n and alpha + decay n: the counts of a slice become priors of the next."""
        history = self.history + decay * words
        carried = self.carried + decay * self.biterms
        return Samples(history, carried, np.zeros_like(carried), no_biterms())

    def latest(self, n: int, decay: float) -> Samples:
        """Only the last n biterms may be drawn again; of the others decay n stays."""
        return self._retired(np.arange(len(self.live)) < len(self.live) - n, decay)

    def remapped(self, change: RowMap) -> Samples:
        """The same after words have joined and gone; biterms of words that go are drawn no more."""
        gone = np.zeros(change.before, dtype=bool)
        gone[change.dropped] = True
        left = self._retired(gone[self.live.left] | gone[self.live.right], 1.0)
        history = np.zeros((change.after, self.history.shape[1]))
        history[: change.before] = left.history
        history[change.dropped] = 0.0
        return replace(left, history=history)

    def _retired(self, these: Array, decay: float) -> Samples:
        """These biterms are drawn no more: their counts become priors."""
        words, number = counted(some_of(self.live, these), *self.history.shape)
        history, carried = self.history + decay * words, self.carried + decay * number
        return Samples(history, carried, self.biterms - number, some_of(self.live, ~these))

    def merged(self, topics: list[int]) -> Samples:
        """The first of these topics takes what the others have."""
        first, rest = topics[0], topics[1:]
        topic = np.arange(len(self.carried))
        place = topic - np.searchsorted(np.sort(rest), topic)
        place[rest] = place[first]
        return Samples(
            _merged(self.history, first, rest),
            _merged(self.carried, first, rest),
            _merged(self.biterms, first, rest),
            replace(self.live, topic=place[self.live.topic].astype(np.int32)),
        )

    def learnt(self) -> Array:
        """history + n of the biterms at hand, V x K."""
        words, _ = counted(self.live, *self.history.shape)
        return np.asarray(self.history + words)

    def fits(self, learnt: Array, *, drawn: bool) -> bool:
        """Whether V x K counts can be those of this; ``drawn``: all biterms are at hand."""
        if not (len(self.live) or self.biterms.any() or self.carried.any()):
            return not (learnt.any() or self.history.any())
        rest, room = learnt - self.history, MARGIN * (1 + learnt.sum(axis=0))
        words, biterms = counted(self.live, *self.history.shape)
        # a biterm has two words; of words that have gone the counts are gone
        fewer = (rest.sum(axis=0) <= 2 * self.biterms + room) & (
            self.history.sum(axis=0) <= 2 * self.carried + room
        )
        if drawn:
            same = np.abs(rest - words) <= room
            return bool((same & fewer).all()) and np.array_equal(self.biterms, biterms)
        return bool(((rest >= -room) & fewer).all()) and not len(self.live)

    def to_fields(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Arrays of a model file."""
        numbers = {"history": self.history, "carried": self.carried, "biterms": self.biterms}
        live = np.array([self.live.left, self.live.right, self.live.topic])
        return {}, numbers | {"live": live}

    @classmethod
    def from_fields(cls, kept: Fields, sizes: Mapping[str, int]) -> Samples:
        """What `to_fields` gave; refuses what no documents lead to."""
        n_words, n_topics = sizes["V"], sizes["K"]
        history = kept.array("history", (n_words, n_topics))
        carried, biterms = (kept.array(name, (n_topics,)) for name in ("carried", "biterms"))
        if not all(((a >= 0) & (a <= MAX_COUNT)).all() for a in (history, carried, biterms)):
            raise StoreError("the counts of biterms are out of range, expected positive ones")
        if (biterms % 1).any():
            raise StoreError("parts of biterms have been drawn, expected whole ones")
        live = kept.array("live", (3, None), np.int32)
        if live.size and ((live < 0) | (live >= [[n_words], [n_words], [n_topics]])).any():
            raise StoreError("biterms of words or topics that are not there")
        return cls(history, carried, biterms, Biterms(*live))


def no_biterms() -> Biterms:
    """None at all."""
    return Biterms(*(np.empty(0, dtype=np.int32) for _ in range(3)))


def counted(live: Biterms, n_words: int, n_topics: int) -> tuple[Array, Array]:
    """n_w|k (V x K) and n_k of biterms that have topics."""
    if not len(live):
        return np.zeros((n_words, n_topics), dtype=np.int32), np.zeros(n_topics, dtype=np.int32)
    sides = np.concatenate([live.left, live.right]).astype(np.int64)
    cells = sides * n_topics + np.concatenate([live.topic, live.topic])
    words = (
        np.bincount(cells, minlength=n_words * n_topics).astype(np.int32).reshape(n_words, n_topics)
    )
    return words, np.bincount(live.topic, minlength=n_topics).astype(np.int32)


def some_of(live: Biterms, chosen: Any) -> Biterms:
    """Those that are chosen."""
    return Biterms(live.left[chosen], live.right[chosen], live.topic[chosen])


def _merged(counts: Array, first: int, rest: list[int]) -> Array:
    merged = counts.copy()
    merged[..., first] += counts[..., rest].sum(axis=-1)
    return np.ascontiguousarray(np.delete(merged, rest, axis=-1))
