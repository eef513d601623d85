"""Births, deaths and merges of topics: what follows from how often they lead, and their words."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.top_words import TopWords

#: periods that the usual share of a topic is remembered for, roughly
REMEMBERED = 50
#: a topic with less than this part of its usual share is low, and with less than that it is gone
LOW, GONE = 0.5, 0.1
#: texts that a low topic would have led at its usual share before it is gone; 25 are expected and
#: 2 come by chance once in a hundred million times
MISSED = 25.0
#: after so many its usual share is no longer counted, and after so many without being gone, what
#: is low has become usual
MISSING, USUAL = 5.0, 100.0
#: texts that a topic that was gone leads when it is back, at least
BACK = 5
#: closeness of topics that are one, that of topics that are not, and above which a topic has come
#: from another
SAME, DIFFERENT, RELATED = 0.9, 0.7, 0.5
#: periods in a row for which they must be so close
ROW = 2


class Event(NamedTuple):
    """Something that happened to a topic.

    Parameters
    ----------
    kind : str
        "birth", "split", "death", "renewed", "merge" or "drift".
    topic : int
        The id of the topic.
    other : int or None
        The id of the topic that it merged with or came from.
    value : float
        Of a death, how much of the usual share is left; of a topic that is back, how often it
        has its usual share; of births, merges and splits, how close the two topics are, from 0
        to 1; of drift, the distance.
    """

    kind: str
    topic: int
    other: int | None
    value: float


class Lives(NamedTuple):
    """What is remembered of topics; arrays with a number for each.

    Parameters
    ----------
    ids : array of int
        The ids of the topics.
    led, texts : array of float
        Texts that a topic led, and all texts, where what is long ago counts less.
    low_led, low_usual, low_periods : array of float
        Since the topic is low: texts that it led, those that it would have led at its usual
        share, and periods.
    gone : array of int
        1 if it is gone.
    near, near_periods : array of int
        The topic whose words are the closest ones, and for how many periods it has been the same
        topic; -1 and 0 if there is none.
    apart : array of int
        For how many periods it was different from all others, until it merged with one.
    """

    ids: Array
    led: Array
    texts: Array
    low_led: Array
    low_usual: Array
    low_periods: Array
    gone: Array
    near: Array
    near_periods: Array
    apart: Array

    @classmethod
    def none(cls, ids: Array) -> Lives:
        """Nothing is known of topics yet."""
        numbers = {name: np.zeros(len(ids)) for name in cls._fields[1:6]}
        whole = {name: np.zeros(len(ids), dtype=np.int64) for name in cls._fields[6:]}
        whole["near"] -= 1
        return cls(np.asarray(ids, dtype=np.int64), **numbers, **whole)

    def of(self, ids: Array) -> Lives:
        """What is known of these topics; nothing of new ones."""
        if np.array_equal(ids, self.ids):
            return self
        found, (new, old) = Lives.none(ids), _both(ids, self.ids)
        for mine, theirs in zip(found[1:], self[1:], strict=True):
            mine[new] = theirs[old]
        return found

    def after(self, led: Array, texts: int) -> tuple[Lives, list[Event]]:
        """The same after a period, and who died or came back.

        Parameters
        ----------
        led : array of int
            Texts that each topic leads.
        texts : int
            All texts.
        """
        usual = texts * self.led / np.maximum(self.texts, 1)
        gone, low = self.gone > 0, led < LOW * usual
        back = gone & ~low & (led >= BACK)
        low_led, low_usual, low_periods = (
            np.where(low, before + now, 0.0)
            for before, now in zip(self[3:6], (led, usual, 1.0), strict=True)
        )
        dead = ~gone & (low_usual >= MISSED) & (low_led <= GONE * low_usual)
        dead &= low_periods >= ROW
        settled = (low_usual >= USUAL) & ~dead & ~gone
        low_led, low_usual, low_periods = (
            np.where(settled, 0.0, each) for each in (low_led, low_usual, low_periods)
        )
        events = [
            *(Event("death", *_of(self, k, low_led[k] / low_usual[k])) for k in _at(dead)),
            *(Event("renewed", *_of(self, k, led[k] / usual[k])) for k in _at(back)),
        ]
        # While a topic is low or gone, its usual share stays what it was. A few texts less may be
        # chance: without them the usual share would become larger than it is.
        counted, fade = (low_usual < MISSING) & ~settled & (~gone | back), 1 - 1 / REMEMBERED
        left = np.where(settled, self.low_led / np.maximum(self.low_usual, 1e-300), 1.0)
        return (
            self._replace(
                led=np.where(counted, fade * self.led + led, left * self.led),
                texts=np.where(counted, fade * self.texts + texts, self.texts),
                low_led=low_led,
                low_usual=low_usual,
                low_periods=low_periods,
                gone=((gone & ~back) | dead).astype(np.int64),
            ),
            events,
        )

    def closer(self, close: Array, sizes: Array) -> tuple[Lives, list[Event]]:
        """The same with who is near whom, and topics that have become one.

        Parameters
        ----------
        close : array of shape (K, K)
            How close topics are, from 0 to 1.
        sizes : array
            Their sizes: of two, the smaller one is said to have merged with the larger one.
        """
        if len(self.ids) < 2:
            return self, []
        others = close.copy()
        np.fill_diagonal(others, -1.0)
        nearest = others.argmax(axis=1)
        value = others[np.arange(len(others)), nearest]
        near = np.where(value >= SAME, self.ids[nearest], -1)
        periods = np.where(near < 0, 0, np.where(near == self.near, self.near_periods + 1, 1))
        smaller = (sizes < sizes[nearest]) | ((sizes == sizes[nearest]) & (self.ids > near))
        # A model that has just begun may have two topics of the same words: these do not merge.
        merged = (periods >= ROW) & smaller & (self.apart >= ROW)
        events = [
            Event("merge", int(self.ids[k]), int(near[k]), float(value[k])) for k in _at(merged)
        ]
        apart = np.where(merged, 0, self.apart + (value < DIFFERENT))
        return self._replace(near=near, near_periods=periods, apart=apart), events


def came(ids: Array, before: Array, close: Array) -> list[Event]:
    """Topics that are new: born, or come from another one.

    Parameters
    ----------
    ids : array of int
        The topics.
    before : array of int
        The topics of before.
    close : array of shape (K, K)
        How close the topics are.
    """
    old = np.isin(ids, before)
    return [_event("split", "birth", int(ids[k]), close[k], ids, old) for k in _at(~old)]


def went(before: tuple[Array, TopWords], now: tuple[Array, TopWords]) -> list[Event]:
    """Topics that are not used any more: merged with another one by the model, or dead.

    Parameters
    ----------
    before, now : tuple of array and TopWords
        Topics and their words at two moments.
    """
    gone = np.flatnonzero(~np.isin(before[0], now[0]))
    if not len(gone):
        return []
    both = zip(before[1].only(gone), now[1], strict=True)
    close = TopWords(*(np.concatenate(pair) for pair in both)).closeness()[:, len(gone) :]
    every = np.ones(len(now[0]), dtype=bool)
    ids = before[0][gone].tolist()
    return [_event("merge", "death", id_, close[i], now[0], every) for i, id_ in enumerate(ids)]


def _event(kind: str, alone: str, topic: int, close: Array, ids: Array, among: Array) -> Event:
    """What happened to a topic: with the closest other one, or alone."""
    value = np.where(among, close, 0.0)
    k = int(value.argmax()) if len(value) else -1
    if k < 0 or value[k] < RELATED:
        return Event(alone, topic, None, float(value[k]) if k >= 0 else 0.0)
    return Event(kind, topic, int(ids[k]), float(value[k]))


def _of(lives: Lives, k: int, value: Any) -> tuple[int, None, float]:
    return int(lives.ids[k]), None, float(value)


def _at(which: Array) -> list[int]:
    return np.flatnonzero(which).tolist()


def _both(one: Array, other: Array) -> tuple[Array, Array]:
    """Places of the ids that are in both."""
    return np.intersect1d(one, other, return_indices=True)[1:]
