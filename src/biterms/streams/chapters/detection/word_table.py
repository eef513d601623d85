"""What is remembered of words: how frequent they have been, and the evidence that this changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np

from biterms.kernels import SHARES, Array, Spelled, WordPast
from biterms.streams.chapters.detection.keys import Keys
from biterms.text.growing import Growing
from biterms.topics.stream import AllWords

#: words that are remembered at most; beyond it the rarer half is forgotten
MOST = 1 << 17
#: the columns grow by this part, so that little of them is empty
_GROWTH = 4


class WordTable:
    """Words with a slot each, and columns of numbers by slot.

    Attributes
    ----------
    keys : Keys
        The words.
    past : WordPast
        The columns; they may be longer than there are words.
    """

    def __init__(self) -> None:
        self.keys = Keys(Spelled.of([]))
        self.past = _resized({}, 1024)
        self._known: list[str] = []
        self._slots = Growing(np.int32)

    def __len__(self) -> int:
        return len(self.keys)

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
        slots, room = self.keys.slots_of(keys), len(self.past.count)
        if len(self) > room:
            self.past = _resized(self.past.columns, max(room + room // _GROWTH, len(self)))
        return slots

    def slots_of_all(self, words: AllWords) -> Array:
        """The slots of all words of documents; new words get one.

        Words are looked up by their letters once; then their places in the vocabulary are enough.

        Parameters
        ----------
        words : AllWords
            The documents.

        Returns
        -------
        array of int
        """
        if words.known is not self._known:  # places are those of another vocabulary now
            self._known, self._slots = words.known, Growing(np.int32)
        more = max(0, words.n_known - len(self._slots))
        self._slots.put(len(self._slots), np.full(more, -1, dtype=np.int32))
        known = words.places[: np.searchsorted(words.places, words.n_known)]
        slots = np.full(len(words.places), -1, dtype=np.int32)
        slots[: len(known)] = self._slots.values[known]
        new = np.flatnonzero(slots < 0)
        slots[new] = self.slots_of(words.keys(new))
        self._slots.values[known] = slots[: len(known)]
        return slots

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
        n = len(self)
        if n <= MOST:
            return None
        now = self.past.count[:n] * np.exp(self.past.faded[:n] - faded)
        now[spared] = np.inf
        stay = np.sort(np.argsort(-now, kind="stable")[: MOST // 2])
        moved = np.full(n, -1, dtype=np.int32)
        moved[stay] = np.arange(len(stay))
        self.keys = Keys(Spelled.of(self.keys.of(stay.tolist())))
        self._slots = Growing(np.int32, np.append(moved, np.int32(-1))[self._slots.values])
        self.past = WordPast(**{name: column[stay] for name, column in self.past.columns.items()})
        return moved

    def memory(self) -> dict[str, Array]:
        """All words, and their numbers."""
        n = len(self)
        columns = {name: column[:n].copy() for name, column in self.past.columns.items()}
        return columns | {name: each.copy() for name, each in self.keys.words._asdict().items()}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was.

        Parameters
        ----------
        memory : mapping of str to array
            What `memory` gave.
        """
        if "keys" in memory:  # as it was written before letters were in an array
            words = Spelled.of(json.loads(memory["keys"].tobytes()))
        else:
            words = Spelled(memory["letters"], memory["ends"])
        self.keys, self._slots = Keys(words), Growing(np.int32)
        self.past = WordPast(**{name: np.array(memory[name]) for name in self.past.columns})


def _resized(columns: Mapping[str, Array], room: int) -> WordPast:
    """The same columns with room for so many words."""
    count, faded, at, since = np.zeros((4, room))
    evidence = np.zeros((room, len(SHARES)), dtype=np.float32)
    new = WordPast(count, faded, at, since, evidence)
    for name, column in columns.items():
        new.columns[name][: len(column)] = column
    return new
