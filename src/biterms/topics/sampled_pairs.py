"""How often words are biterms of the sample, kept up as texts enter and leave the sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.pairs import Choice, of_texts
from biterms.topics.sampled_words import SampledWords


class SampledPairs(NamedTuple):
    """Biterms of the words of some lists in a sample.

    Parameters
    ----------
    sampled : SampledWords
        The sample.
    counts : mapping of bytes to array
        Numbers of a list as `of_texts` gives them, by its words, which are in ascending order.
    """

    sampled: SampledWords
    counts: Mapping[bytes, Array]

    @classmethod
    def none(cls) -> SampledPairs:
        """Of an empty sample."""
        return cls(SampledWords.none(), {})

    def after(self, sampled: SampledWords, lists: Sequence[Array], n_places: int) -> SampledPairs:
        """The same for a later sample and other lists.

        Lists that are counted already are counted in the texts that have come and gone, which are
        few; all others in the whole sample.

        Parameters
        ----------
        sampled : SampledWords
            The sample.
        lists : sequence of array of int
            Places of keys.
        n_places : int
            Number of places.
        """
        rows = np.sort(_table(lists), axis=1)
        ordered = [row[: len(words)] for row, words in zip(rows, lists, strict=True)]
        lists_of = {words.tobytes(): words for words in ordered}
        known = {key: words for key, words in lists_of.items() if key in self.counts}
        new = {key: words for key, words in lists_of.items() if key not in known}
        counts = _counted([sampled], new, n_places)[0]
        if known and sampled.seen != self.sampled.seen:
            before = self.sampled
            gone = np.isin(before.documents, sampled.documents, assume_unique=True, invert=True)
            come = np.arange(
                np.searchsorted(sampled.documents, before.seen), len(sampled.documents)
            )
            parts = [sampled.only(come), before.only(np.flatnonzero(gone))]
            more, less = _counted(parts, known, n_places)
            counts |= {key: self.counts[key] + more[key] - less[key] for key in known}
        else:
            counts |= {key: self.counts[key] for key in known}
        return SampledPairs(sampled, counts)

    def of(self, lists: Sequence[Array], width: int) -> Array:
        """The numbers of lists, each in its order: what `of_texts` gives."""
        table, found = _table(lists, width), np.zeros((len(lists), width, width))
        order = np.argsort(table, axis=1)
        ordered = np.take_along_axis(table, order, 1)
        for row, words, numbers in zip(ordered, lists, found, strict=True):
            n = len(words)
            numbers[:n, :n] = self.counts[row[:n].tobytes()]
        places = np.argsort(order, axis=1)
        return found[np.arange(len(lists))[:, None, None], places[:, :, None], places[:, None]]


def _table(lists: Sequence[Array], width: int = 0) -> Array:
    """Lists as rows, filled up with a number that is larger than all others."""
    lengths = np.array([len(words) for words in lists], dtype=np.int64)
    table = np.full((len(lists), max(width, lengths.max(initial=0))), np.iinfo(np.int64).max)
    if len(lists):
        table[np.arange(table.shape[1]) < lengths[:, None]] = np.concatenate(lists)
    return table


def _counted(
    parts: Sequence[SampledWords], lists: Mapping[bytes, Array], n_places: int
) -> list[dict[bytes, Array]]:
    """Numbers of lists in each of some samples."""
    choice, found = Choice(list(lists.values()), n_places), []
    for part in parts:
        numbers = of_texts(part.sequences(), part.counts, choice)
        rows = zip(lists.items(), numbers, strict=True)
        found.append({key: row[: len(words), : len(words)] for (key, words), row in rows})
    return found
