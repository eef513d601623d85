"""One vocabulary of several: words united, counts of documents added up.

n = n_0 + sum_j (n_j - n_0) for documents, document frequencies and surface forms, n_0 those of a
common base. Words of the base keep their ids, others follow in the order of their keys, so that
the union does not depend on the order in which vocabularies are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.text.forms import Forms
from biterms.text.growing import Growing
from biterms.text.pair_counts import PairCounts
from biterms.text.vocabulary import Vocabulary


class Counted(NamedTuple):
    """A vocabulary that is added (1) or subtracted (-1)."""

    words: Vocabulary
    sign: int = 1


class United(NamedTuple):
    """The union of vocabularies.

    Parameters
    ----------
    words : Vocabulary
        The union.
    ids : list of array of int
        For each id of each vocabulary that of the same word in the union; -1 for none.
    freed : array of int
        Ids of the base whose words none of the vocabularies has any more: they are those of others.
    """

    words: Vocabulary
    ids: list[Array]
    freed: Array


class _Column(NamedTuple):
    """Numbers of some names: where the names are in the union, and the numbers."""

    at: Array
    values: Array
    sign: int


def united(base: Vocabulary | None, parts: Sequence[Counted], min_df: int) -> United:
    """Unite vocabularies that have a common base, or nothing in common.

    Words that wait for an id go on waiting, also where their documents are enough in all: they
    join when they come next. A word is in the union if one of the vocabularies that are added has
    it; where some are subtracted, it waits again if it is left in fewer than ``min_df`` documents.

    Parameters
    ----------
    base : Vocabulary or None
        What all of them began with.
    parts : sequence of Counted
        The vocabularies.
    min_df : int
        Documents that a word must be in.

    Returns
    -------
    United
    """
    first = parts[0].words if base is None else base
    keys = _names(first.keys, (part.words.keys for part in parts))
    places = {key: place for place, key in enumerate(keys)}
    at = [_places(places, part.words.keys) for part in parts]
    words, own = Vocabulary(), np.arange(len(first.keys))
    words.keys, words.places = keys, places
    words.n_docs = _total(0 if base is None else base.n_docs, parts)
    for name in ("doc_freq", "recent"):
        column = [
            _Column(where, getattr(part.words, name).values, part.sign)
            for where, part in zip(at, parts, strict=True)
        ]
        start = None if base is None else _Column(own, getattr(base, name).values, 1)
        setattr(words, name, Growing(np.int64, summed(len(keys), start, column)))
    np.minimum(words.doc_freq.values, words.n_docs, out=words.doc_freq.values)
    np.minimum(words.recent.values, words.doc_freq.values, out=words.recent.values)
    there = _members(words, parts, at, base, min_df)
    freed = _with_ids(words, first, there)
    words.forms = _forms(first.forms, base, parts, at)
    ids = [
        words.id_of.values[where[part.words.place_of.values]]
        for where, part in zip(at, parts, strict=True)
    ]
    words.pairs = _pairs(base, parts, ids, words)
    return United(words, ids, freed)


def summed(n: int, base: _Column | None, parts: Sequence[_Column]) -> Array:
    """n_0 + sum_j (n_j - n_0) for each of n names.

    A name that was forgotten meanwhile and came again has no less than nothing since.
    """
    start = np.zeros(n, dtype=np.int64)
    if base is not None:
        start[base.at] = base.values
    total = start.copy()
    for part in parts:
        total[part.at] += part.sign * np.maximum(part.values - start[part.at], 0)
    return np.maximum(total, 0)


def _names(first: Sequence[str], others: Iterable[Sequence[str]]) -> list[str]:
    """All names: the first ones in their order, then the others sorted."""
    new = set[str]().union(*others).difference(first)
    return [*first, *sorted(new)]


def _places(places: dict[str, int], names: Sequence[str]) -> Array:
    return np.fromiter(map(places.__getitem__, names), dtype=np.int64, count=len(names))


def _total(start: int, parts: Sequence[Counted]) -> int:
    return max(0, start + sum(part.sign * (part.words.n_docs - start) for part in parts))


def _members(
    words: Vocabulary,
    parts: Sequence[Counted],
    at: Sequence[Array],
    base: Vocabulary | None,
    min_df: int,
) -> Array:
    """Which keys have an id."""
    there = np.zeros(len(words.keys), dtype=bool)
    for part, where in zip(parts, at, strict=True):
        if part.sign > 0:
            there[where[part.words.place_of.values]] = True
    if any(part.sign < 0 for part in parts):
        old = np.zeros(len(there), dtype=bool)
        if base is not None:
            old[base.place_of.values] = True
        there &= old | (words.doc_freq.values >= min_df)
    return there


def _with_ids(words: Vocabulary, first: Vocabulary, there: Array) -> Array:
    """Give ids to words: old ones keep theirs, new ones take those that are free, then others."""
    before, old = first.n_ids, first.place_of.values
    known = np.zeros(len(there), dtype=bool)
    known[old] = True
    new = np.flatnonzero(there & ~known)
    free = np.flatnonzero(~there[old])[: len(new)]  # an id is never without a word
    after = before + len(new) - len(free)
    added = np.concatenate([free, np.arange(before, after)])
    members = np.concatenate([old, np.zeros(after - before, dtype=np.int64)])
    members[added] = new
    words.place_of = Growing(np.int64, members)
    words.id_of = Growing(np.int32, np.full(len(there), -1))
    words.id_of.values[members] = np.arange(after)
    words.ids = {words.keys[place]: number for number, place in enumerate(members.tolist())}
    return free


def _forms(
    first: Forms, base: Vocabulary | None, parts: Sequence[Counted], at: Sequence[Array]
) -> Forms:
    """Surface forms with how often they were seen in all."""
    names = _names(first.names, (part.words.forms.names for part in parts))
    numbers = {name: number for number, name in enumerate(names)}
    place, columns = np.full(len(names), -1, dtype=np.int32), list[_Column]()
    for part, where in zip(parts, at, strict=True):
        forms = part.words.forms
        own = _places(numbers, forms.names)
        place[own] = np.append(where, -1)[forms.place.values]
        columns.append(_Column(own, forms.seen.values, part.sign))
    start = None
    if base is not None:
        own = np.arange(len(base.forms.names))
        place[own] = base.forms.place.values
        start = _Column(own, base.forms.seen.values, 1)
    found = Forms()
    found.put(0, names, place)
    found.count(np.arange(len(names)), summed(len(names), start, columns))
    return found


def _pairs(
    base: Vocabulary | None, parts: Sequence[Counted], ids: Sequence[Array], words: Vocabulary
) -> PairCounts | None:
    """Documents with each pair of words side by side, where they are counted."""
    counts = [part.words.pairs for part in parts]
    if any(each is None for each in counts):
        return None
    moved = [each.renumbered(to) for each, to in zip(counts, ids, strict=True) if each is not None]
    start = None
    if base is not None and base.pairs is not None:
        start = base.pairs.renumbered(words.id_of.values[base.place_of.values])
    every = [*moved] if start is None else [start, *moved]
    codes = np.unique(np.concatenate([each.codes for each in every]))
    columns = [
        _Column(np.searchsorted(codes, each.codes), each.documents, part.sign)
        for each, part in zip(moved, parts, strict=True)
    ]
    own = None
    if start is not None:
        own = _Column(np.searchsorted(codes, start.codes), start.documents, 1)
    documents = summed(len(codes), own, columns)
    kept = documents > 0
    return PairCounts(codes[kept], documents[kept])
