"""What is remembered of words: how frequent they have been, and the evidence that this changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.evidence import SHARES

#: words that are remembered at most; beyond it the rarer half is forgotten
MOST = 1 << 17
_COLUMNS = {"count": np.float64, "faded": np.float64, "at": np.float64, "since": np.float64}


class WordTable:
    """Words with a slot each, and columns of numbers by slot.

    Attributes
    ----------
    keys : list of str
        The words, by slot.
    count : array of float
        Documents with the word, forgotten exponentially, as of the last one.
    faded, at, since : array of float
        Clock of forgetting and documents of the stream at the last one; when the evidence began.
    evidence : array, words x alternatives
        Evidence that it has become more frequent, as of the last document with it.
    """

    def __init__(self) -> None:
        self.keys: list[str] = []
        self._slots: dict[str, int] = {}
        self._resize(1024)

    def _resize(self, room: int) -> None:
        shapes = dict[str, tuple[int, ...]](dict.fromkeys(_COLUMNS, (room,))) | {
            "evidence": (room, len(SHARES))
        }
        for name, shape in shapes.items():
            column = np.zeros(shape, dtype=_COLUMNS.get(name, np.float32))
            before = getattr(self, name, column[:0])
            column[: len(before)] = before
            setattr(self, name, column)

    count: Array
    faded: Array
    at: Array
    since: Array
    evidence: Array

    def slots_of(self, keys: Sequence[str]) -> Array:
        """The slots of words; new words get one.

        Parameters
        ----------
        keys : sequence of str
            Different words.

        Returns
        -------
        array of int
        """
        slots, known = self._slots, self.keys
        found = [slots.get(key, -1) for key in keys]
        for i, slot in enumerate(found):
            if slot < 0:
                found[i] = slots[keys[i]] = len(known)
                known.append(keys[i])
        if len(known) > len(self.count):
            self._resize(max(2 * len(self.count), len(known)))
        return np.array(found, dtype=np.int64)

    def slot(self, key: str) -> int:
        """The slot of a word; -1 if it has none."""
        return self._slots.get(key, -1)

    def shortened(self, faded: float, spared: Array) -> Array | None:
        """Forget the rarer half of too many words.

        Parameters
        ----------
        faded : float
            The clock of forgetting.
        spared : array of int
            Slots of words that stay.

        Returns
        -------
        array of int or None
            The new slot of each, -1 for those that are gone; None if all stay.
        """
        n = len(self.keys)
        if n <= MOST:
            return None
        now = self.count[:n] * np.exp(self.faded[:n] - faded)
        now[spared] = np.inf
        stay = np.sort(np.argsort(-now, kind="stable")[: MOST // 2])
        moved = np.full(n, -1, dtype=np.int64)
        moved[stay] = np.arange(len(stay))
        self._take([self.keys[i] for i in stay.tolist()], stay)
        return moved

    def _take(self, keys: list[str], stay: Array) -> None:
        kept = {name: getattr(self, name)[stay] for name in (*_COLUMNS, "evidence")}
        self.remember(keys, kept)

    def columns(self) -> dict[str, Array]:
        """The numbers of all words."""
        n = len(self.keys)
        return {name: getattr(self, name)[:n].copy() for name in (*_COLUMNS, "evidence")}

    def remember(self, keys: list[str], columns: Mapping[str, Array]) -> None:
        """Be a table of these words.

        Parameters
        ----------
        keys : list of str
            The words.
        columns : mapping of str to array
            What `columns` gave.
        """
        self.keys, self._slots = keys, {key: i for i, key in enumerate(keys)}
        for name in (*_COLUMNS, "evidence"):
            setattr(self, name, np.array(columns[name]))
        self._resize(max(1024, len(keys)))
