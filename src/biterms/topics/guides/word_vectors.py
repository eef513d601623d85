"""Word vectors: words with similar vectors tend to share a topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.learning.priors import VectorPrior, centre_prior
from biterms.text.vectoriser import Vectoriser
from biterms.text.vectors import WordVectors, read_vectors
from biterms.topics.guides.guide import FormsOfKeys, check_kind
from biterms.topics.guides.learnt_vectors import LearntVectors
from biterms.topics.guides.prior_in_use import Bound


@dataclass(frozen=True)
class Vectors:
    """Word vectors as prior knowledge: words with similar vectors tend to share a topic.

    The vector of a stem is the mean of the vectors of its surface forms, weighted by their counts.
    `TopicModel.fit` with `LDA` and annealed memory learns from its topics where words with similar
    vectors belong, as far as that helps to predict words that are left out; vectors that do not fit
    the texts do no harm. Otherwise each topic begins at a cluster of vectors.

    Parameters
    ----------
    source : path or WordVectors
        A file (GloVe, word2vec, npz, safetensors), or vectors that have been read from one.
    temperature : float, default=0.1
        The lower, the more a word belongs to the topic whose centre is nearest.
    random_state : int or None, default=0
        Seed of the clusters; None: they may differ from one `fit` to the next. Where the prior is
        learnt, the seed of the model counts instead.

    Examples
    --------
    >>> import numpy as np
    >>> from biterms import LDA, TopicModel
    >>> from biterms.text.vectors import WordVectors
    >>> words = ("rome", "hotels", "goal", "wins")
    >>> vectors = np.array([[1, 0], [1, 0.1], [0, 1], [0.1, 1]], dtype=np.float32)
    >>> guide = Vectors(WordVectors(words, vectors))
    >>> model = TopicModel(LDA(2, random_state=0), guide=guide)
    >>> mixtures = model.fit_transform(["hotels in rome", "goal wins"] * 5)
    >>> bool(mixtures[0].argmax() != mixtures[1].argmax())
    True
    """

    source: str | PathLike[str] | WordVectors
    temperature: float = 0.1
    random_state: int | None = 0

    def __post_init__(self) -> None:
        seed = self.random_state
        whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
        if seed is not None and not (whole and 0 <= seed < 2**32):
            raise SettingError(
                f"random_state={seed!r:.40}: expected a whole number from 0 to 2**32 - 1, which a "
                "file can keep, or None"
            )

    def bind(self, text: Vectoriser, n_topics: int) -> VectorPrior:
        """Cluster the vectors of the vocabulary with k-means; each centre is a topic.

        Parameters
        ----------
        text : Vectoriser
            The fitted vectoriser, whose surface forms are looked up among the vectors.
        n_topics : int
            Number of topics when learning begins.

        Returns
        -------
        VectorPrior
            The prior over the words of ``text``.

        Raises
        ------
        InputError
            If no word of the vocabulary has a vector.
        """
        keys, vectors = self._known(text)
        return centre_prior(
            keys,
            vectors,
            n_topics,
            temperature=self.temperature,
            random_state=self.random_state,
        )

    def learnt(self, text: Vectoriser) -> LearntVectors:
        """Return the vectors of a vocabulary for a model that learns its prior from them.

        Parameters
        ----------
        text : Vectoriser
            The fitted vectoriser, whose surface forms are looked up among the vectors.

        Returns
        -------
        LearntVectors
            The words that have a vector.

        Raises
        ------
        InputError
            If no word of the vocabulary has a vector.
        """
        return LearntVectors.of(*self._known(text), list(text.vocabulary_), self.temperature)

    def _known(self, text: Vectoriser) -> tuple[list[str], Array]:
        """The keys of a vocabulary that have a vector, and the vectors."""
        of_keys = {key: text.forms(column) for key, column in text.vocabulary_.items()}
        forms = [form for known in of_keys.values() for form in known]
        keys, vectors = mean_vectors(of_keys, table(self._read(forms)))
        if not keys:
            raise InputError(
                f"none of the {len(text.vocabulary_):,} words has a vector; use vectors of words "
                "in the language of the texts"
            )
        return keys, vectors

    def ready(self, bound: Bound | None) -> None:
        """Read all vectors and check that they have the dimensions of the model's centres.

        Parameters
        ----------
        bound : Bound or None
            The prior that the model began with, if any.

        Raises
        ------
        InputError
            If it is not a prior of word vectors, or if the dimensions differ.
        """
        check_kind(bound, VectorPrior, "word vectors")
        assert isinstance(bound, VectorPrior)
        found, known = len(next(iter(self._all.values()), [])), bound.vectors.shape[1]
        if found != known:
            raise InputError(
                f"vectors of {found} dimensions for a model that began with vectors of {known}; "
                "use the same file again"
            )

    def extend(self, bound: Bound, forms: FormsOfKeys) -> Bound:
        """Add the words that have a vector; the centres of the topics do not move.

        Parameters
        ----------
        bound : Bound
            The prior so far.
        forms : mapping of str to mapping of str to int
            The keys (stems) that join, with their surface forms and the counts of these.

        Returns
        -------
        Bound
            The prior over the old and the new words.
        """
        assert isinstance(bound, VectorPrior)
        known, vectors = mean_vectors(forms, self._all)
        return bound.extended(known, vectors) if known else bound

    def _read(self, words: Sequence[str] | None) -> WordVectors:
        return (
            self.source
            if isinstance(self.source, WordVectors)
            else read_vectors(self.source, words)
        )

    @cached_property
    def _all(self) -> dict[str, Array]:
        """A stream may ask for any word at any time."""
        return table(self._read(None))


def table(vectors: WordVectors) -> dict[str, Array]:
    """The vector of each word."""
    return dict(zip(vectors.words, vectors.vectors, strict=True))


def mean_vectors(forms: FormsOfKeys, vectors: Mapping[str, Array]) -> tuple[list[str], Array]:
    """Keys that have a vector: the mean of their forms, weighted by counts."""
    known, means = [], []
    for key, counts in forms.items():
        held = {form: n for form, n in counts.items() if form in vectors}
        if held:
            weights = np.array(list(held.values()), dtype=np.float64)
            known.append(key)
            means.append(weights @ np.stack([vectors[form] for form in held]) / weights.sum())
    return known, np.array(means, dtype=np.float32)
