"""Texts in minibatches for the tests of growing, and a plain account of a vocabulary."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from biterms.text import Vectoriser
from biterms.text.vocabulary import Vocabulary

PLAIN: dict[str, Any] = {"language": None, "stop_words": None}
words = st.sampled_from([f"w{c}" for c in "abcdefghij"])
corpora = st.lists(st.lists(words, max_size=6).map(" ".join), min_size=1, max_size=30)
sizes = st.lists(st.integers(1, 9), min_size=1)


def parts(texts: list[str], sizes: list[int]) -> list[list[str]]:
    """Texts cut into pieces of these sizes, over and over."""
    found: list[list[str]] = []
    at = 0
    while at < len(texts):
        size = sizes[len(found) % len(sizes)]
        found.append(texts[at : at + size])
        at += size
    return found


def cuts_of(batches: list[list[str]]) -> np.ndarray:
    """Where minibatches begin, and the end."""
    return np.cumsum([0, *map(len, batches)])


def started(**settings: Any) -> Vectoriser:
    """A vectoriser without words that cuts at spaces."""
    return Vectoriser(**PLAIN | settings).start()


def take(text: Vectoriser, batch: list[str]) -> tuple[Vectoriser, list[list[int]], list[int]]:
    """Learn the words of a minibatch; the vectoriser then, its counts, and the exchanged ids."""
    before, growth = text.n_docs_, text.grow(batch)
    text.apply(growth)
    renewed = text.renewed(before)
    text, ids = (text, []) if renewed is None else (renewed[0], renewed[1].tolist())
    return text, dense(growth), ids


def dense(growth: Any) -> list[list[int]]:
    """The counts of documents as lists."""
    counts, found = growth.counts, []
    for begin, end in zip(counts.indptr, counts.indptr[1:], strict=False):
        row = np.zeros(counts.n_words, dtype=int)
        row[counts.indices[begin:end]] = counts.data[begin:end]
        found.append(row.tolist())
    return found


def account(words: Vocabulary) -> dict[str, Any]:
    """Everything a vocabulary holds, to compare."""
    forms = words.forms
    arrays = {name: getattr(words, name) for name in ("doc_freq", "recent", "id_of", "place_of")}
    arrays |= {name: getattr(forms, name) for name in ("place", "seen", "best")}
    plain = {name: array.values.tolist() for name, array in arrays.items()}
    lists = {"keys": list(words.keys), "names": list(forms.names), "n_docs": words.n_docs}
    maps = {"places": dict(words.places), "ids": dict(words.ids), "numbers": dict(forms.numbers)}
    return plain | lists | maps
