"""What BTM has learnt from, beside its topics: earlier counts, and biterms that are still drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array, Biterms
from biterms.store import Fields

#: what sums of a stream may reach; above it a word more is lost in float64
MOST_COUNT = 2.0**52
#: how far sums of float64 may be from each other
MARGIN = 1e-9


@dataclass(frozen=True)
class Evidence:
    """Counts that are only priors now, V x K and K; n_k of the others; biterms kept for drawing."""

    history: Array
    carried: Array
    biterms: Array
    live: Biterms

    @classmethod
    def none(cls, n_words: int, n_topics: int) -> Evidence:
        """Before anything has been learnt."""
        zeros = np.zeros(n_topics)
        return cls(np.zeros((n_words, n_topics)), zeros, zeros, no_biterms())

    def slid(self, words: Array, decay: float) -> Evidence:
        """beta + decay n and alpha + decay n: the counts of a slice become priors of the next."""
        history = self.history + decay * words
        carried = self.carried + decay * self.biterms
        return Evidence(history, carried, np.zeros_like(carried), no_biterms())

    def grown(self, n: int) -> Evidence:
        """n more words."""
        return replace(self, history=np.pad(self.history, ((0, n), (0, 0))))

    def latest(self, n: int, decay: float) -> Evidence:
        """Only the last n biterms may be drawn again; of the others decay n stays."""
        return self._settled(np.arange(len(self.live)) < len(self.live) - n, decay)

    def kept(self, words: Array) -> Evidence:
        """Only these words stay; biterms of others are drawn no more."""
        place = np.full(len(self.history), -1, dtype=np.int32)
        place[words] = np.arange(len(words))
        stay = self._settled((place[self.live.left] < 0) | (place[self.live.right] < 0), 1.0)
        live = replace(stay.live, left=place[stay.live.left], right=place[stay.live.right])
        return replace(stay, history=stay.history[words], live=live)

    def _settled(self, these: Array, decay: float) -> Evidence:
        """These biterms are drawn no more: their counts become priors."""
        words, number = counted(some_of(self.live, these), *self.history.shape)
        history, carried = self.history + decay * words, self.carried + decay * number
        return Evidence(history, carried, self.biterms - number, some_of(self.live, ~these))

    def merged(self, topics: list[int]) -> Evidence:
        """The first of these topics takes what the others have."""
        first, rest = topics[0], topics[1:]
        topic = np.arange(len(self.carried))
        place = topic - np.searchsorted(np.sort(rest), topic)
        place[rest] = place[first]
        return Evidence(
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

    def state(self) -> dict[str, Array]:
        """Arrays for a file."""
        numbers = {"history": self.history, "carried": self.carried, "biterms": self.biterms}
        return numbers | {"live": np.array([self.live.left, self.live.right, self.live.topic])}

    @classmethod
    def from_state(cls, kept: Fields, n_words: int, n_topics: int) -> Evidence:
        """What `state` gave; refuses what no documents lead to."""
        history = kept.array("history", (n_words, n_topics))
        carried, biterms = (kept.array(name, (n_topics,)) for name in ("carried", "biterms"))
        if not all(((a >= 0) & (a <= MOST_COUNT)).all() for a in (history, carried, biterms)):
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
    words = np.zeros(n_words * n_topics, dtype=np.int64)
    for side in (live.left, live.right):
        words += np.bincount(side.astype(np.int64) * n_topics + live.topic, minlength=len(words))
    biterms = np.bincount(live.topic, minlength=n_topics)
    return words.reshape(n_words, n_topics).astype(np.int32), biterms.astype(np.int32)


def some_of(live: Biterms, chosen: Any) -> Biterms:
    """Those that are chosen."""
    return Biterms(live.left[chosen], live.right[chosen], live.topic[chosen])


def _merged(counts: Array, first: int, rest: list[int]) -> Array:
    whole = counts.copy()
    whole[..., first] += counts[..., rest].sum(axis=-1)
    return np.ascontiguousarray(np.delete(whole, rest, axis=-1))
