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

    def kept(self, words: Array) -> Evidence:
        """Only these words stay; biterms of others are drawn no more, but what they told stays."""
        place = np.full(len(self.history), -1, dtype=np.int32)
        place[words] = np.arange(len(words))
        left, right = place[self.live.left], place[self.live.right]
        stay = (left >= 0) & (right >= 0)
        told, number = counted(some_of(self.live, ~stay), *self.history.shape)
        live = some_of(Biterms(left, right, self.live.topic), stay)
        history = (self.history + told)[words]
        return Evidence(history, self.carried + number, self.biterms - number, live)

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

    def fits(self, learnt: Array, *, drawn: bool) -> bool:
        """Whether V x K counts can be those of this; ``drawn``: all biterms are at hand."""
        words, biterms = counted(self.live, *self.history.shape)
        rest = learnt - self.history
        if not drawn:
            return not len(self.live) and bool((rest >= -MARGIN * (1 + learnt)).all())
        same = np.allclose(rest, words, rtol=0, atol=MARGIN * (1 + learnt.max()))
        return same and np.array_equal(self.biterms, biterms)

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
