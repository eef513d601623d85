"""Which words, and so which documents, are part of which story."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.recent import Documents
from biterms.streams.chapters.detection.story import PART, Story

#: share of documents, or of what their words say, that makes them part of a story
SAME = 0.3


class Places:
    """The stories that words are part of; a word is part of one story at most, the older one."""

    def __init__(self) -> None:
        self._owner, self._value = np.zeros(0, dtype=np.int64), np.zeros(0)
        self._numbers = np.zeros(0, dtype=np.int64)
        self._own: dict[int, Array] = {}

    def owners(self, slots: Array) -> Array:
        """The numbers of the stories of words; 0 for those that have none."""
        if not len(self._owner):
            return np.zeros_like(slots)
        inside = np.minimum(slots, len(self._owner) - 1)
        return np.where(inside == slots, self._owner[inside], 0)

    def put(self, story: Story) -> None:
        """A story has other words now.

        Parameters
        ----------
        story : Story
            The story.
        """
        more = max(story.slots) + 1 - len(self._owner)
        if more > 0:
            room = max(more, len(self._owner))
            self._owner, self._value = (
                np.pad(self._owner, (0, room)),
                np.pad(self._value, (0, room)),
            )
        self._owner[self._own.get(story.number, [])] = 0
        slots, values = np.array(story.slots), np.array(story.values)
        free = self._owner[slots] == 0
        self._owner[slots[free]], self._value[slots[free]] = story.number, values[free]
        if story.number not in self._own:
            self._numbers = np.append(self._numbers, story.number)  # numbers rise
        self._own[story.number] = slots[free]

    def drop(self, number: int) -> None:
        """A story is over.

        Parameters
        ----------
        number : int
            Its number.
        """
        self._owner[self._own.pop(number)] = 0
        self._numbers = self._numbers[self._numbers != number]

    def renew(self, stories: Iterable[Story]) -> None:
        """Begin again with these stories, in their order."""
        self._owner[:], self._numbers, self._own = 0, self._numbers[:0], {}
        for story in stories:
            self.put(story)

    def matches(self, documents: Documents) -> Array:
        """Which documents are part of which story, in the order of their numbers.

        Parameters
        ----------
        documents : Documents
            The documents.

        Returns
        -------
        array of bool, documents x stories
        """
        n, k = len(documents.topics), len(self._numbers)
        owned = np.flatnonzero((documents.slots >= 0) & (documents.slots < len(self._owner)))
        owner = self._owner[documents.slots[owned]]
        at = owned[owner > 0]
        column = np.searchsorted(self._numbers, owner[owner > 0])
        rows = np.searchsorted(documents.indptr, at, side="right") - 1
        said = np.bincount(rows * k + column, self._value[documents.slots[at]], n * k)
        return np.asarray(said.reshape(n, k) >= PART)

    def most_of(self, documents: Documents) -> int | None:
        """The story that most of some documents are part of, if they are enough.

        Parameters
        ----------
        documents : Documents
            Documents, one at least.

        Returns
        -------
        int or None
            Its number; None if there is none.
        """
        if not len(self._numbers):
            return None
        return self._best(self.matches(documents).mean(axis=0))

    def most_like(self, words: Array, scores: Array) -> int | None:
        """The story that has most of some words, if they are enough.

        Parameters
        ----------
        words, scores : array
            Words, and how much each says.

        Returns
        -------
        int or None
            Its number; None if there is none.
        """
        if not len(self._numbers) or not len(words):
            return None
        known = words < len(self._owner)
        owner = self._owner[words[known]]
        said = np.bincount(owner, scores[known], int(self._numbers[-1]) + 1)[self._numbers]
        return self._best(said / scores.sum())

    def _best(self, shares: Array) -> int | None:
        best = int(shares.argmax())
        return int(self._numbers[best]) if shares[best] >= SAME else None
