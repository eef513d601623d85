"""One vocabulary of texts that were counted in parts, as if they had been counted one by one.

Words and surface forms keep the order in which they first appear, so that the union of parts, in
the order of their texts, is the vocabulary of all texts, however many parts there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, repeat
from typing import NamedTuple, Self

import numpy as np

from biterms.kernels import Array
from biterms.text.vocabulary import Delta, Vocabulary


class WordCounts(NamedTuple):
    """The words of some texts with their counts, without what is only needed to look them up.

    Parameters
    ----------
    n_docs : int
        Number of texts.
    keys : list of str
        Keys in order of appearance.
    doc_freq : array of int
        In how many texts each of them is.
    forms : list of str
        Surface forms in order of appearance.
    form_places : array of int
        Which key each of them is of, -1 for stop words.
    form_seen : array of int
        How often each of them was seen.
    """

    n_docs: int
    keys: Sequence[str]
    doc_freq: Array
    forms: Sequence[str]
    form_places: Array
    form_seen: Array

    @classmethod
    def of(cls, words: Vocabulary) -> Self:
        """Those of a vocabulary in which nothing has faded."""
        forms = words.forms
        counts = words.doc_freq.values, forms.names, forms.place.values, forms.seen.values
        return cls(words.n_docs, words.keys, *counts)


def append(words: Vocabulary, later: WordCounts) -> None:
    """Add the words of texts that come later; none of them gets an id.

    Parameters
    ----------
    words : Vocabulary
        The words of the texts before, which change. Which surface form is the most frequent one is
        not known until `Forms.choose` is called.
    later : WordCounts
        The words of the later texts.
    """
    places, n_keys = _numbers(words.places, later.keys), len(words.keys)
    numbers, n_forms = _numbers(words.forms.numbers, later.forms), len(words.forms.names)
    known, seen = places < n_keys, later.form_seen.copy()
    old = numbers < n_forms
    seen[old] += words.forms.seen.values[numbers[old]]
    doc_freq, recent = later.doc_freq.copy(), later.doc_freq.copy()
    doc_freq[known] += words.doc_freq.values[places[known]]
    recent[known] += words.recent.values[places[known]]
    delta = Delta(
        n_docs=words.n_docs + later.n_docs,
        first_form=n_forms,
        forms=list(compress(later.forms, (~old).tolist())),
        form_places=np.append(places, -1)[later.form_places[~old]].astype(np.int32),
        form_numbers=numbers,
        form_seen=seen,
        first_key=n_keys,
        keys=list(compress(later.keys, (~known).tolist())),
        places=places,
        doc_freq=doc_freq,
        recent=recent,
    )
    words.apply(delta, choose=False)


def _numbers(known: dict[str, int], names: Sequence[str]) -> Array:
    """The number of each name; new ones follow the others in their order."""
    found = map(known.get, names, repeat(-1))
    numbers = np.fromiter(found, dtype=np.int64, count=len(names))
    new = np.flatnonzero(numbers < 0)
    numbers[new] = len(known) + np.arange(len(new))
    return numbers
