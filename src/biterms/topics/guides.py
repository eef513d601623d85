"""What topics know beforehand, in terms of a vocabulary of stems: seed words or word vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Protocol

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.priors import VectorPrior, centre_prior
from biterms.learning.seeds import SeedPrior, Seeds
from biterms.text.vectoriser import Vectoriser
from biterms.text.vectors import WordVectors, read_vectors


class Bound(Protocol):
    """A prior that knows the columns of one vocabulary."""

    def eta(self, vocabulary: Sequence[str]) -> Array:
        """K x V for the whole vocabulary; may warn."""

    def rows(self, words: Sequence[str]) -> Array:
        """n x K for words that join later."""


class Guide(Protocol):
    """A way to a prior, before the vocabulary is known."""

    def bind(self, text: Vectoriser, n_topics: int) -> Bound:
        """The prior over the words of ``text``, asked for by their keys."""

    def extend(self, bound: Bound, text: Vectoriser, keys: Sequence[str]) -> Bound:
        """The same prior when ``keys`` have joined the words of ``text``."""


@dataclass(frozen=True)
class Fixed:
    """The row of a word that a prior says nothing of: all that a model file knows of its prior."""

    row: Array

    def eta(self, vocabulary: Sequence[str]) -> Array:
        """The same for every word."""
        return np.ascontiguousarray(self.rows(vocabulary).T)

    def rows(self, words: Sequence[str]) -> Array:
        """The same for every word."""
        return np.tile(self.row, (len(words), 1))


@dataclass(frozen=True)
class SeedWords:
    """Words that belong to a topic: a list per topic, or a mapping from topics to them.

    They are stemmed as a text would be. ``strength`` as in `SeedPrior`.
    """

    seeds: Seeds
    eta: float = 0.1
    strength: float | None = None

    def bind(self, text: Vectoriser, n_topics: int) -> SeedPrior:
        """Seeds by their stems."""
        pairs = self.seeds.items() if hasattr(self.seeds, "items") else enumerate(self.seeds)
        keys = {topic: [text.key(word) or word for word in words] for topic, words in pairs}
        return SeedPrior(keys, n_topics, self.eta, self.strength)

    def extend(self, bound: Bound, text: Vectoriser, keys: Sequence[str]) -> Bound:
        """Seeds are known from the start, also those that nobody has written yet."""
        return bound


@dataclass(frozen=True)
class Vectors:
    """Word vectors from a file (GloVe, word2vec, npz, safetensors), or as read from one.

    A stem has the mean of the vectors of its surface forms, weighted by their counts.
    """

    source: str | PathLike[str] | WordVectors
    temperature: float = 0.1
    random_state: int = 0

    def bind(self, text: Vectoriser, n_topics: int) -> VectorPrior:
        """The k-means centres of the vocabulary's vectors are the topics."""
        forms = [form for column in text.vocabulary_.values() for form in text.forms(column)]
        keys, vectors = mean_vectors(text, list(text.vocabulary_), self._read(forms))
        if not keys:
            raise InputError(
                f"none of the {len(text.vocabulary_):,} words has a vector; use vectors of words "
                "in the language of the texts"
            )
        return centre_prior(
            keys,
            vectors,
            n_topics,
            temperature=self.temperature,
            random_state=self.random_state,
        )

    def extend(self, bound: Bound, text: Vectoriser, keys: Sequence[str]) -> Bound:
        """The centres stay; words that have a vector get their own rows."""
        assert isinstance(bound, VectorPrior)
        known, vectors = mean_vectors(text, keys, self._all)
        return bound.extended(known, vectors) if known else bound

    def _read(self, words: Sequence[str] | None) -> WordVectors:
        return (
            self.source
            if isinstance(self.source, WordVectors)
            else read_vectors(self.source, words)
        )

    @cached_property
    def _all(self) -> WordVectors:
        """A stream may ask for any word at any time."""
        return self._read(None)


def mean_vectors(
    text: Vectoriser, keys: Sequence[str], vectors: WordVectors
) -> tuple[list[str], Array]:
    """Those of ``keys`` that have a vector: the mean of their forms, weighted by counts."""
    row = {word: at for at, word in enumerate(vectors.words)}
    known, means = [], []
    for key in keys:
        forms = text.forms(text.vocabulary_[key])
        held = {row[form]: n for form, n in forms.items() if form in row}
        if held:
            weights = np.array(list(held.values()), dtype=np.float64)
            known.append(key)
            means.append(weights @ vectors.vectors[list(held)] / weights.sum())
    return known, np.array(means, dtype=np.float32)


def read_seeds(path: str | PathLike[str]) -> list[list[str]]:
    """Seed words of topic 0, 1, ...: one line each, words apart by spaces or commas, # comments."""
    lines = Path(path).read_text(encoding="utf8").splitlines()
    seeds = [
        re.split(r"[\s,]+", line.strip()) for line in lines if not line.lstrip().startswith("#")
    ]
    return [[word for word in words if word] for words in seeds]
