"""Words and how many documents hold them: those that have an id, and those that wait for one.

Every key that is remembered has a place 0, 1, ... in order of appearance. A word that is frequent
enough gets an id, which stays its id; only when words are exchanged, another word takes over an
id. What documents change is a value (`Delta`), which `apply` takes: applying it again, after an
interrupt, changes nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import compress, count, filterfalse, repeat

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Tokens
from biterms.text.forms import Forms
from biterms.text.growing import Growing
from biterms.text.pair_counts import PairCounts
from biterms.text.phrases import Keys


@dataclass(frozen=True)
class Delta:
    """What some documents change in a vocabulary; numbers are those after the change.

    Parameters
    ----------
    n_docs : int
        Documents in all.
    first_form, forms, form_places
        New surface forms, the number of the first, and the place of the key of each.
    form_numbers, form_seen
        Surface forms that were met, and how often they have been seen.
    first_key, keys
        New keys, and the place of the first.
    places, doc_freq, recent
        Keys that were met, and in how many documents.
    joined, ids
        Places of the words that get an id, and their ids, in the order in which they join.
    pairs : PairCounts, optional
        Pairs of words side by side, if they are counted.
    """

    n_docs: int
    first_form: int
    forms: list[str]
    form_places: Array
    form_numbers: Array
    form_seen: Array
    first_key: int
    keys: list[str]
    places: Array
    doc_freq: Array
    recent: Array
    joined: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    ids: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    pairs: PairCounts | None = None


@dataclass(frozen=True)
class Observed:
    """Documents as a vocabulary sees them.

    Parameters
    ----------
    tokens : Tokens
        The documents; ``ids`` are places of keys, -1 for stop words.
    delta : Delta
        What they change, without words that join.
    indptr, labels : array
        Document frequencies: document d has the keys ``delta.places[labels[e]]`` with e from
        ``indptr[d]`` to ``indptr[d + 1]``.
    """

    tokens: Tokens
    delta: Delta
    indptr: Array
    labels: Array


class Vocabulary:
    """Keys with their document frequency and id (-1: they wait), and their surface forms.

    Parameters
    ----------
    pairs : PairCounts, optional
        Where pairs of words side by side are counted, for phrases.
    """

    def __init__(self, pairs: PairCounts | None = None) -> None:
        self.n_docs = 0
        self.keys: list[str] = []
        self.places: dict[str, int] = {}
        self.ids: dict[str, int] = {}
        self.doc_freq = Growing(np.int64)
        self.recent = Growing(np.int64)  # the same, but what is long ago counts less (`age`)
        self.id_of = Growing(np.int32)  # of each place
        self.place_of = Growing(np.int64)  # of each id
        self.forms = Forms()
        self.pairs = pairs

    # looking up ----------------------------------------------------------------------------

    @property
    def n_ids(self) -> int:
        """Number of ids."""
        return len(self.place_of)

    def ids_of(self, surfaces: Sequence[str], keys: Keys) -> Array:
        """The id of each surface form, -1 where there is none; nothing is remembered."""
        return self.id_of.take(self.places_of(surfaces, keys))

    def places_of(self, surfaces: Sequence[str], keys: Keys) -> Array:
        """The place of the key of each surface form, -1 where there is none."""
        numbers = self.forms.numbers_of(surfaces)
        places = self.forms.place.take(numbers)
        new = np.flatnonzero(numbers < 0).tolist()
        if new:
            found = keys([surfaces[i] for i in new])
            places[new] = [-1 if key is None else self.places.get(key, -1) for key in found]
        return places

    # counting ------------------------------------------------------------------------------

    def observed(self, tokens: Tokens, keys: Keys) -> Observed:
        """What documents change: surface forms, keys and document frequencies."""
        forms = self.forms
        numbers = forms.numbers_of(tokens.words)
        new, old = numbers < 0, np.flatnonzero(numbers >= 0)
        fresh = list(compress(tokens.words, new.tolist()))
        fresh_places, new_keys = self._new_places(keys(fresh))
        places = np.empty(len(numbers), dtype=np.int32)
        seen = np.bincount(tokens.ids, minlength=len(numbers))
        places[new], places[old] = fresh_places, forms.place.values[numbers[old]]
        seen[old] += forms.seen.values[numbers[old]]
        numbers[new] = len(forms.names) + np.arange(len(fresh))
        met, labels = _labelled(places)
        indptr, indices, _ = kernels.count(tokens, labels)
        doc_freq, recent = self._met_again(met, np.bincount(indices, minlength=len(met)))
        delta = Delta(
            n_docs=self.n_docs + len(tokens.ptr) - 1,
            first_form=len(forms.names),
            forms=fresh,
            form_places=fresh_places.astype(np.int32),
            form_numbers=numbers,
            form_seen=seen,
            first_key=len(self.keys),
            keys=new_keys,
            places=met,
            doc_freq=doc_freq,
            recent=recent,
            pairs=self.pairs,
        )
        read = Tokens(tokens.ptr, places[tokens.ids], [])
        return Observed(read, delta, indptr, indices)

    def _met_again(self, places: Array, documents: Array) -> tuple[Array, Array]:
        """Document frequencies of some keys, and the recent ones, with those of more documents."""
        known = np.flatnonzero(places < len(self.keys))
        doc_freq, recent = documents.copy(), documents.copy()
        doc_freq[known] += self.doc_freq.values[places[known]]
        recent[known] += self.recent.values[places[known]]
        return doc_freq, recent

    def _new_places(self, keys: Sequence[str | None]) -> tuple[Array, list[str]]:
        """The place of each key, -1 for None, and the keys that are new."""
        # Loops over keys are left to the interpreter's own: they are most of what reading costs.
        known, each = self.places, dict.fromkeys(filter(None, keys))
        new = dict(zip(filterfalse(known.__contains__, each), count(len(self.keys)), strict=False))
        places = map(new.get, keys, map(known.get, keys, repeat(-1)))  # type: ignore[arg-type]
        return np.fromiter(places, dtype=np.int64, count=len(keys)), list(new)

    # changing ------------------------------------------------------------------------------

    def apply(self, delta: Delta, *, choose: bool = True) -> None:
        """Take a change; applying it again changes nothing more. For ``choose`` see `Forms`."""
        first, n = delta.first_key, len(delta.keys)
        self.keys[first:] = delta.keys
        self.places.update(zip(delta.keys, range(first, first + n), strict=True))
        if first + n > len(self.id_of):
            zeros = np.zeros(n, dtype=np.int64)
            self.doc_freq.put(first, zeros)
            self.recent.put(first, zeros)
            self.id_of.put(first, np.full(n, -1))
        self.forms.put(delta.first_form, delta.forms, delta.form_places)
        self.forms.count(delta.form_numbers, delta.form_seen, choose=choose)
        self.doc_freq.values[delta.places] = delta.doc_freq
        self.recent.values[delta.places] = delta.recent
        if len(delta.joined):
            self.id_of.values[delta.joined] = delta.ids
            self.place_of.put(int(delta.ids[0]), delta.joined)
            names = [self.keys[place] for place in delta.joined.tolist()]
            self.ids.update(zip(names, delta.ids.tolist(), strict=True))
        self.n_docs, self.pairs = delta.n_docs, delta.pairs

    def admit(self, min_df: int, max_df: float, max_words: int | None) -> None:
        """Give ids to all words in min_df to max_df documents, in order of appearance.

        Of more words than may enter the most frequent of late do, and of these the first.
        """
        doc_freq = self.doc_freq.values
        fit = (self.id_of.values < 0) & (doc_freq >= min_df) & (doc_freq <= max_df)
        places = np.flatnonzero(fit)
        if max_words is not None:
            order = np.argsort(-self.recent.values[places], kind="stable")
            places = np.sort(places[order[: max(0, max_words - self.n_ids)]])
        ids = np.arange(self.n_ids, self.n_ids + len(places))
        self.id_of.values[places] = ids
        self.place_of.put(self.n_ids, places)
        self.ids.update(zip((self.keys[p] for p in places.tolist()), ids.tolist(), strict=True))

    def admit_words(self, words: Sequence[str]) -> None:
        """Give ids to these words in their order, also to those that no text has yet."""
        none, first = np.empty(0, dtype=np.int64), len(self.keys)
        new = [word for word in words if word not in self.places]
        places = np.arange(first, first + len(new))
        forms = len(self.forms.names) + np.arange(len(new))
        zeros = np.zeros(len(new), dtype=np.int64)
        there = Delta(
            self.n_docs,
            len(self.forms.names),
            new,
            places.astype(np.int32),
            forms,
            zeros,
            first,
            new,
            none,
            none,
            none,
        )
        self.apply(there)
        members = np.array([self.places[word] for word in words], dtype=np.int64)
        self.id_of.values[members] = np.arange(len(members))
        self.place_of.put(0, members)
        self.ids.update(zip(words, range(len(members)), strict=True))

    def age(self) -> None:
        """What was seen up to now counts half as much in ``recent``."""
        self.recent.values[:] >>= 1

    def aged(self) -> Vocabulary:
        """Another vocabulary in which what was seen up to now counts half as much."""
        other = copy(self)
        other.recent = self.recent.copy()
        other.age()
        return other

    def exchanged(
        self, min_df: int, max_df: float, spared: Sequence[str] = ()
    ) -> tuple[Vocabulary, Array] | None:
        """Words that wait take over the ids of those in less than half as many recent documents.

        Less than twice as many could be chance, and words would come and go. Those that are spared
        stay. Gives another vocabulary and the ids that have other words now; None if all stay.
        """
        recent, members = self.recent.values, self.place_of.values
        fit = (self.id_of.values < 0) & (recent >= min_df) & (self.doc_freq.values <= max_df)
        waiting = np.flatnonzero(fit)
        coming = waiting[np.argsort(-recent[waiting], kind="stable")][: len(members) // 2]
        going = np.argsort(recent[members], kind="stable")
        if spared:
            going = going[~np.isin(going, [self.ids[key] for key in spared if key in self.ids])]
        coming, going = coming[: len(going)], going[: len(coming)]
        n = np.count_nonzero(recent[coming] > 2 * recent[members[going]])
        if not n:
            return None
        ids = np.sort(going[:n])
        return self._with_words(ids, np.sort(coming[:n])), ids

    def _with_words(self, ids: Array, places: Array) -> Vocabulary:
        """The same with other words at these ids."""
        other = copy(self)
        other.place_of, other.id_of = self.place_of.copy(), self.id_of.copy()
        other.id_of.values[self.place_of.values[ids]] = -1
        other.place_of.values[ids] = places
        other.id_of.values[places] = ids
        members = other.place_of.values.tolist()
        other.ids = {self.keys[place]: number for number, place in enumerate(members)}
        if self.pairs is not None:
            other.pairs = self.pairs.without(ids, ids)
        return other

    def with_pairs(self, pairs: PairCounts) -> Vocabulary:
        """The same with other pairs."""
        if pairs is self.pairs:
            return self
        other = copy(self)
        other.pairs = pairs
        return other

    def copied(self) -> Vocabulary:
        """The same in memory of its own."""
        other = copy(self)
        other.keys, other.places, other.ids = [*self.keys], {**self.places}, {**self.ids}
        other.doc_freq, other.recent = self.doc_freq.copy(), self.recent.copy()
        other.id_of, other.place_of = self.id_of.copy(), self.place_of.copy()
        other.forms = self.forms.copied()
        return other

    def forgotten(self, most: int, min_df: int | None = None) -> tuple[Vocabulary, Array] | None:
        """Another vocabulary without waiting words beyond ``most``: the rarest, the oldest first.

        A quarter of the room is made free, so that the cost per word is constant. With ``min_df``
        words in that many documents are spared. Also gives the new place of every old one (-1:
        gone; the last number stands for "no word"); None if nothing has to go.
        """
        other = copy(self)
        other.forms = copy(self.forms)
        moved = other.forget(most, min_df)
        return None if moved is None else (other, moved)

    def forget(self, most: int, min_df: int | None = None) -> Array | None:
        """The same for this vocabulary: the new place of every old one, if something has to go."""
        waiting = self._waiting(most, min_df)
        if waiting is None:
            if not self.forms.too_many(len(self.keys)):
                return None
            self.forms.trim()
            return np.append(np.arange(len(self.keys)), -1).astype(np.int32)
        gone = waiting[np.argsort(self.recent.values[waiting], kind="stable")]
        alive = np.ones(len(self.keys), dtype=bool)
        alive[gone[: len(waiting) - most + most // 4]] = False
        return self._keep(alive)

    def _waiting(self, most: int, min_df: int | None) -> Array | None:
        """Words that may be forgotten, if they are too many."""
        if len(self.keys) - len(self.ids) <= most:
            return None
        rare = self.id_of.values < 0
        if min_df is not None:
            rare &= self.doc_freq.values < min_df
        waiting = np.flatnonzero(rare)
        return None if len(waiting) <= most else waiting

    def _keep(self, alive: Array) -> Array:
        """Let the other words go; the new place of every old one, and -1."""
        renumber = np.append(np.where(alive, np.cumsum(alive) - 1, -1), -1).astype(np.int32)
        self.keys = list(compress(self.keys, alive))
        self.places = {}  # the old ones are given back first, if nobody else has them
        self.places = {key: place for place, key in enumerate(self.keys)}
        self.doc_freq = Growing(np.int64, self.doc_freq.values[alive])
        self.recent = Growing(np.int64, self.recent.values[alive])
        self.id_of = Growing(np.int32, self.id_of.values[alive])
        self.place_of = Growing(np.int64, renumber[self.place_of.values])
        self.forms.renumber(renumber)
        return renumber


def _labelled(places: Array) -> tuple[Array, Array]:
    """The different places in order, without -1, and which of them each is, -1 for -1."""
    met, labels = np.unique(places, return_inverse=True)
    unknown = int((met[:1] < 0).sum())
    return met[unknown:].astype(np.int64), (labels - unknown).astype(np.int32)
