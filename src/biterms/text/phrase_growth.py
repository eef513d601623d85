"""Phrases that join a vocabulary while documents come as a stream."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array
from biterms.text.collocations import LEAST_TEXTS, Pairs, collocations, word_counts
from biterms.text.phrases import MOST_WORDS, Phrases
from biterms.text.vocabulary import Delta, Vocabulary

#: documents of a stream after which phrases are looked for
EVERY = 5000


def phrases_due(before: int, now: int) -> bool:
    """Whether phrases are looked for after ``now`` documents, if they were at ``before``."""
    return now // EVERY > before // EVERY


def with_phrases(
    words: Vocabulary, phrases: Phrases, min_df: int, max_df: float, max_words: int | None
) -> tuple[Vocabulary, Phrases, Array]:
    """A vocabulary with the phrases that pairs have become, all phrases then, and the new ids.

    A phrase has its id at once, as long as ``max_words`` leaves room. Pairs that overlap with it
    ("york times" with "new york") are no longer what was counted, and begin again. Without new
    phrases the vocabulary is the same one.

    Parameters
    ----------
    words : Vocabulary
        The words, and the counts of their pairs.
    phrases : Phrases
        The phrases up to now.
    min_df, max_df, max_words
        As for `Vectoriser`; ``max_df`` is a number of documents.
    """
    assert words.pairs is not None
    pairs = _joining(words, max(LEAST_TEXTS, min_df), max_df)
    pairs = pairs.only(np.arange(len(pairs.left))[: _room(words, max_words)])
    if not len(pairs.left):
        return words, phrases, np.empty(0, dtype=np.int64)
    other, keys = words.copied(), _keys(words, pairs)
    other.apply(_delta(words, pairs, [" ".join(key) for key in keys]))
    other.pairs = words.pairs.without(pairs.right, pairs.left).without_pairs(pairs)
    ids = np.arange(words.n_ids, other.n_ids)
    return other, Phrases([*phrases.pairs, *keys]), ids


def _joining(words: Vocabulary, least: int, most: float) -> Pairs:
    """Pairs of ids that become phrases, the strongest first."""
    assert words.pairs is not None
    pairs = words.pairs.pairs(least)
    pairs = pairs.only(np.flatnonzero(pairs.documents <= most))
    lengths = word_counts([" ".join(key) for key in _keys(words, pairs)])
    doc_freq = words.doc_freq.values[words.place_of.values]
    return collocations(pairs.only(lengths <= MOST_WORDS), doc_freq, words.n_docs, least)


def _room(words: Vocabulary, max_words: int | None) -> int | None:
    return None if max_words is None else max(0, max_words - words.n_ids)


def _keys(words: Vocabulary, pairs: Pairs) -> list[tuple[str, str]]:
    left, right = (words.place_of.values[side].tolist() for side in (pairs.left, pairs.right))
    return [(words.keys[u], words.keys[v]) for u, v in zip(left, right, strict=True)]


def _delta(words: Vocabulary, pairs: Pairs, keys: list[str]) -> Delta:
    """The phrases as words; until they are met they look like their words side by side."""
    # "a b" with "c" and "a" with "b c" are one word.
    new = [i for i, key in enumerate(keys) if key not in words.places and key not in keys[:i]]
    sides = (words.place_of.values[side[new]] for side in (pairs.left, pairs.right))
    forms = [" ".join(both) for both in zip(*map(words.forms.best_names, sides), strict=True)]
    first_form, first_key, n = len(words.forms.names), len(words.keys), len(new)
    places, numbers = first_key + np.arange(n), first_form + np.arange(n)
    return Delta(
        n_docs=words.n_docs,
        first_form=first_form,
        forms=forms,
        form_places=places.astype(np.int32),
        form_numbers=numbers,
        form_seen=np.ones(n, dtype=np.int64),
        first_key=first_key,
        keys=[keys[i] for i in new],
        places=places,
        doc_freq=pairs.documents[new],
        recent=pairs.documents[new],
        joined=places,
        ids=words.n_ids + np.arange(n),
        pairs=words.pairs,
    )
