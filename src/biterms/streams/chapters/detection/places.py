"""Which words, and so which documents, are part of which story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from biterms import kernels
from biterms.kernels import Array
from biterms.streams.chapters.detection.recent import Documents
from biterms.streams.chapters.detection.story import PART, Story

#: share of documents, or of what their words say, that makes them part of a story
SAME = 0.3


class Places:
    """The stories that words are part of; a word is part of one story at most, the older one."""

    def __init__(self) -> None:
        self._owner, self._value = np.zeros(0, dtype=np.int32), np.zeros(0)
        self._numbers = np.zeros(0, dtype=np.int32)
        self._own: dict[int, Array] = {}

    def owners(self, slots: Array) -> Array:
        """The numbers of the stories of words; 0 for those that have none."""
        if not len(self._owner):
            return np.zeros_like(slots)
        inside = np.minimum(slots, len(self._owner) - 1)
        return np.where(inside == slots, self._owner[inside], 0)

    def owner(self, slot: int) -> int:
        """The number of the story of a word; 0 if it has none."""
        return int(self._owner[slot]) if slot < len(self._owner) else 0

    def put(self, story: Story) -> None:
        """A story has other words now.

        Parameters
        ----------
        story : Story
            The story.
        """
        slots = np.array(story.slots)
        more = max(story.slots) + 1 - len(self._owner)
        if more > 0:
            room = (0, max(more, len(self._owner)))
            self._owner, self._value = np.pad(self._owner, room), np.pad(self._value, room)
        self._owner[self._own.get(story.number, slots[:0])] = 0
        free = self._owner[slots] == 0
        own = slots[free]
        self._owner[own], self._value[own] = story.number, np.array(story.values)[free]
        if story.number not in self._own:
            self._numbers = np.append(self._numbers, np.int32(story.number))  # numbers rise
        self._own[story.number] = own

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

    def hits(self, documents: Documents) -> Array:
        """How many documents are part of each story, in the order of their numbers.

        Parameters
        ----------
        documents : Documents
            The documents.

        Returns
        -------
        array of int
        """
        at = np.searchsorted(self._numbers, self._stories_of(documents))
        return np.bincount(at, minlength=len(self._numbers))

    def most_of(self, documents: Documents, rows: Array) -> int | None:
        """The story that most of some documents are part of, if they are enough.

        Parameters
        ----------
        documents : Documents
            Documents.
        rows : array of int
            Those that are looked at, one at least.

        Returns
        -------
        int or None
            Its number; None if there is none.
        """
        found = Counter(self._stories_of(documents, rows).tolist())
        best = max(found, key=lambda number: (found[number], -number), default=0)
        return best if best and found[best] / len(rows) >= SAME else None

    def _stories_of(self, documents: Documents, rows: Array | None = None) -> Array:
        """The number of a story for each document that is part of it."""
        return kernels.members(documents.words, self._owner, self._value, PART, rows)[1]

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
        owner = self.owners(words)
        at = np.searchsorted(self._numbers, owner[owner > 0])
        said = np.bincount(at, scores[owner > 0], len(self._numbers))
        shares = said / scores.sum()
        best = int(shares.argmax())
        return int(self._numbers[best]) if shares[best] >= SAME else None

    # remembering ---------------------------------------------------------------------------

    def memory(self) -> list[list[int]]:
        """The words of each story that are no other story's, in the order of their numbers."""
        return [self._own[number].tolist() for number in self._numbers.tolist()]

    def remember(self, stories: Iterable[Story], own: Sequence[list[int]]) -> None:
        """Be as it was.

        Parameters
        ----------
        stories : iterable of Story
            The stories, in the order of their numbers.
        own : sequence of list of int
            What `memory` gave.
        """
        self.renew(stories)
        self._owner[:] = 0
        for number, slots in zip(self._numbers.tolist(), own, strict=True):
            self._own[number] = np.array(slots, dtype=np.int64)
            self._owner[self._own[number]] = number
