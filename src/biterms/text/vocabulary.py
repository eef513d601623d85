"""Words and how many documents hold them: those that have a column, and those that wait for one.

Every key that is remembered has a place 0, 1, ... in order of appearance. Numbers lie in arrays by
place; a column is given once and stays, unless the vocabulary is renewed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import compress

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Tokens
from biterms.text.forms import Forms
from biterms.text.growing import Growing

Keys = Callable[[Sequence[str]], list[str | None]]


class Vocabulary:
    """Keys with their document frequency and column (-1: they wait), and their surface forms."""

    def __init__(self) -> None:
        self.n_docs = 0
        self.keys: list[str] = []
        self.places: dict[str, int] = {}
        self.columns: dict[str, int] = {}
        self.doc_freq = Growing(np.int64)
        self.recent = Growing(np.int64)  # the same, but what is long ago counts less (`age`)
        self.column = Growing(np.int32)
        self.members = Growing(np.int64)  # the place of each column's word
        self.forms = Forms()
        self._touched: list[Array] = []

    # looking up ----------------------------------------------------------------------------

    def columns_of(self, surfaces: Sequence[str], keys: Keys) -> Array:
        """The column of each surface form, -1 where there is none; nothing is remembered."""
        numbers = self.forms.numbers_of(surfaces)
        places = self.forms.place.take(numbers)
        new = np.flatnonzero(numbers < 0).tolist()
        if new:
            found = keys([surfaces[i] for i in new])
            places[new] = [-1 if key is None else self.places.get(key, -1) for key in found]
        return self.column.take(places)

    # counting ------------------------------------------------------------------------------

    def observe(self, tokens: Tokens, keys: Keys) -> Array:
        """Counts documents and surface forms; the place of each token, -1 for stop words."""
        numbers = self.forms.numbers_of(tokens.words)
        new = np.flatnonzero(numbers < 0).tolist()
        if new:
            fresh = [tokens.words[i] for i in new]
            numbers[new] = self.forms.add(fresh, self._places(keys(fresh)))
        self.forms.count(numbers, np.bincount(tokens.ids, minlength=len(numbers)))
        places = self.forms.place.values[numbers]
        self._count(tokens, places)
        return places[tokens.ids]

    def _places(self, keys: Sequence[str | None]) -> Array:
        """The place of each key, -1 for None; keys not met before get the next ones."""
        found = [-1 if key is None else self._place(key) for key in keys]
        missing = len(self.keys) - len(self.doc_freq)
        self.doc_freq.extend(np.zeros(missing))
        self.recent.extend(np.zeros(missing))
        self.column.extend(np.full(missing, -1))
        return np.array(found, dtype=np.int32)

    def _place(self, key: str) -> int:
        place = self.places.setdefault(key, len(self.keys))
        if place == len(self.keys):
            self.keys.append(key)
        return place

    def _count(self, tokens: Tokens, places: Array) -> None:
        """Document frequencies, each document counting a key once."""
        met, labels = np.unique(places, return_inverse=True)
        labels = np.where(places < 0, -1, labels).astype(np.int32)
        _, indices, _ = kernels.count(tokens, labels)
        found = np.bincount(indices, minlength=len(met))[met >= 0]
        met = met[met >= 0]
        self.doc_freq.values[met] += found
        self.recent.values[met] += found
        self.n_docs += len(tokens.ptr) - 1
        self._touched.append(met)

    # admitting -----------------------------------------------------------------------------

    def admit(self, min_df: int, max_df: float, max_words: int | None) -> None:
        """Gives columns to words in min_df to max_df documents, in order of appearance.

        Only words of documents since the last call are looked at: others have not changed. Of more
        words than may enter the most frequent of late do, and of these the first.
        """
        touched = np.unique(np.concatenate([np.empty(0, np.int64), *self._touched]))
        self._touched = []
        doc_freq = self.doc_freq.values[touched]
        fit = (self.column.values[touched] < 0) & (doc_freq >= min_df) & (doc_freq <= max_df)
        places = touched[fit]
        if max_words is not None:
            order = np.argsort(-self.recent.values[places], kind="stable")
            places = np.sort(places[order[: max(0, max_words - len(self.columns))]])
        self.column.values[places] = np.arange(len(places)) + len(self.columns)
        self.members.extend(places)
        for place in places.tolist():
            self.columns[self.keys[place]] = len(self.columns)

    # renewing ------------------------------------------------------------------------------

    def age(self) -> None:
        """What was seen up to now counts half as much in ``recent``."""
        self.recent.values[:] >>= 1

    def renewed(self, min_df: int, max_df: float) -> tuple[Vocabulary, Array] | None:
        """Words that wait take the places of those in less than half as many recent documents.

        Less than twice as many could be chance, and words would come and go. Gives another
        vocabulary, with the new words at the end, and the columns that stay; None if all do.
        """
        recent, members = self.recent.values, self.members.values
        fit = (self.column.values < 0) & (recent >= min_df) & (self.doc_freq.values <= max_df)
        waiting = np.flatnonzero(fit)
        coming = waiting[np.argsort(-recent[waiting], kind="stable")][: len(members) // 2]
        going = np.argsort(recent[members], kind="stable")[: len(coming)]
        n = np.count_nonzero(recent[coming] > 2 * recent[members[going]])
        if not n:
            return None
        kept = np.delete(np.arange(len(members)), going[:n])
        return self._with(np.concatenate([members[kept], np.sort(coming[:n])])), kept

    def _with(self, members: Array) -> Vocabulary:
        """The same words with other members, whose places are given in the order of columns."""
        other = copy(self)
        other.members = Growing(np.int64, members)
        other.column = Growing(np.int32, np.full(len(self.keys), -1))
        other.column.values[members] = np.arange(len(members))
        other.columns = {self.keys[place]: at for at, place in enumerate(members.tolist())}
        return other

    # forgetting ----------------------------------------------------------------------------

    def forget(self, most: int, min_df: int | None = None) -> Array | None:
        """Forgets waiting words beyond ``most``: the rarest, of these the oldest.

        A quarter of the room is made free, so that the cost per word is constant. With ``min_df``
        words in that many documents are spared. Returns the new place of every old one (-1: gone;
        the last number stands for "no word"), or None if nothing has changed.
        """
        self.forms.trim(len(self.keys))
        if len(self.keys) - len(self.columns) <= most:
            return None
        rare = self.column.values < 0
        if min_df is not None:
            rare &= self.doc_freq.values < min_df
        waiting = np.flatnonzero(rare)
        if len(waiting) <= most:
            return None
        gone = waiting[np.argsort(self.recent.values[waiting], kind="stable")]
        alive = np.ones(len(self.keys), dtype=bool)
        alive[gone[: len(waiting) - most + most // 4]] = False
        return self._keep(alive)

    def _keep(self, alive: Array) -> Array:
        renumber = np.append(np.where(alive, np.cumsum(alive) - 1, -1), -1).astype(np.int32)
        self.keys = list(compress(self.keys, alive))
        self.places = {key: place for place, key in enumerate(self.keys)}
        self.doc_freq = Growing(np.int64, self.doc_freq.values[alive])
        self.recent = Growing(np.int64, self.recent.values[alive])
        self.column = Growing(np.int32, self.column.values[alive])
        self.members = Growing(np.int64, renumber[self.members.values])
        self.forms.renumber(renumber)
        self._touched = [new[new >= 0] for new in (renumber[old] for old in self._touched)]
        return renumber
