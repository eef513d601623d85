"""Phrases that join a vocabulary while documents come as a stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.text.analyser import Analyser
from biterms.text.collocations import LEAST_TEXTS, Pairs, collocations, word_counts
from biterms.text.phrases import MOST_WORDS, Phrases
from biterms.text.vocabulary import Delta, Vocabulary

#: documents of a stream after which phrases are looked for
EVERY = 5000


class Limits(NamedTuple):
    """Settings of `Vectoriser` for words that join; ``max_df`` is a number of documents."""

    min_df: int
    max_df: float
    max_words: int | None


def phrases_due(before: int, now: int) -> bool:
    """Whether phrases are looked for after ``now`` documents, if they were at ``before``."""
    return now // EVERY > before // EVERY


def with_phrases(
    words: Vocabulary, analyser: Analyser, texts: Sequence[str], limits: Limits
) -> tuple[Vocabulary, Analyser, Array]:
    """A vocabulary with the phrases that pairs have become, what reads them, and the new ids.

    A phrase has its id at once, as long as ``max_words`` leaves room. Pairs that overlap with it
    ("york times" with "new york") are no longer what was counted, and begin again. Without new
    phrases the vocabulary is the same one.

    Parameters
    ----------
    words : Vocabulary
        The words, and the counts of their pairs.
    analyser : Analyser
        Reads the phrases up to now.
    texts : sequence of str
        Texts that have been counted, in which it is looked up how new phrases are written.
    limits : Limits
        Which pairs may join.
    """
    assert words.pairs is not None
    pairs = _joining(words, max(LEAST_TEXTS, limits.min_df), limits.max_df)
    pairs = pairs.only(np.arange(len(pairs.left))[: _room(words, limits.max_words)])
    if not len(pairs.left):
        return words, analyser, np.empty(0, dtype=np.int64)
    other, keys = words.copied(), _keys(words, pairs)
    reader = analyser._replace(phrases=Phrases([*analyser.phrases.pairs, *keys]))
    other.apply(_delta(words, pairs, [" ".join(key) for key in keys]))
    _count_forms(other, words.n_ids, reader, texts)
    other.pairs = words.pairs.without(pairs.right, pairs.left).without_pairs(pairs)
    return other, reader, np.arange(words.n_ids, other.n_ids)


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
    """The phrases as words; until a text has them they look like their words side by side."""
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
        form_seen=np.zeros(n, dtype=np.int64),
        first_key=first_key,
        keys=[keys[i] for i in new],
        places=places,
        doc_freq=pairs.documents[new],
        recent=pairs.documents[new],
        joined=places,
        ids=words.n_ids + np.arange(n),
        pairs=words.pairs,
    )


def _count_forms(words: Vocabulary, first: int, reader: Analyser, texts: Sequence[str]) -> None:
    """Count how texts write the phrases that have ids from ``first`` on."""
    tokens, forms = reader.tokens(texts), words.forms
    phrases = [i for i, word in enumerate(tokens.words) if " " in word]
    places = words.places_of([tokens.words[i] for i in phrases], reader.keys)
    some = np.flatnonzero(words.id_of.take(places) >= first)
    chosen, places = np.array(phrases, dtype=np.int64)[some], places[some]
    written = [tokens.words[i] for i in chosen.tolist()]
    new = np.flatnonzero(forms.numbers_of(written) < 0)
    forms.put(len(forms.names), [written[i] for i in new.tolist()], places[new])
    numbers = forms.numbers_of(written)
    seen = np.bincount(tokens.ids, minlength=len(tokens.words))[chosen]
    forms.count(numbers, forms.seen.values[numbers] + seen)
