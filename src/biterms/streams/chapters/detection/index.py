"""Which of the last documents have a word: made once, asked often."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.recent import Documents


class Index:
    """Documents by their words.

    Parameters
    ----------
    documents : Documents
        The documents.
    """

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        n = len(documents.topics)  # one sort of numbers is faster than one of places
        self._slots, self._rows = np.divmod(np.sort(documents.slots * n + documents.rows()), n)

    def holding(self, slot: int, since: float) -> Array:
        """Documents with a word that were written since a moment, in their order."""
        begin, end = np.searchsorted(self._slots, (slot, slot + 1)).tolist()
        rows = self._rows[begin:end]
        return np.asarray(rows[self.documents.times[rows] >= since])

    def since(self, moment: float) -> float:
        """How many documents were written since a moment."""
        return float(np.count_nonzero(self.documents.times >= moment))

    def occurrences(self, slots: Array, since: float) -> tuple[Array, Array]:
        """Documents since a moment with any of some words, once for each of them.

        Parameters
        ----------
        slots : array of int
            Words.
        since : float
            The moment.

        Returns
        -------
        tuple of arrays of int
            The documents, and the places of the words in ``slots``.
        """
        begins = np.searchsorted(self._slots, slots)
        lengths = np.searchsorted(self._slots, slots + 1) - begins
        ends = np.cumsum(lengths)
        at = np.arange(int(ends[-1])) + np.repeat(begins - ends + lengths, lengths)
        rows, words = self._rows[at], np.repeat(np.arange(len(slots)), lengths)
        late = self.documents.times[rows] >= since
        return rows[late], words[late]
