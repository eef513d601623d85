"""What topics know beforehand, in terms of a vocabulary of stems: seed words or word vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any, Protocol

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.learning.priors import VectorPrior, centre_prior
from biterms.learning.seeds import SeedPrior, Seeds
from biterms.text.vectoriser import Vectoriser
from biterms.text.vectors import WordVectors, read_vectors
from biterms.topics.guides.prior_in_use import Bound

#: surface forms of keys, and how often each was seen
FormsOfKeys = Mapping[str, Mapping[str, int]]


class Guide(Protocol):
    """Prior knowledge about topics, given before the vocabulary is known."""

    def bind(self, text: Vectoriser, n_topics: int) -> Bound:
        """Make a prior over the words of a vocabulary.

        Parameters
        ----------
        text : Vectoriser
            The fitted vectoriser, whose keys (stems) the prior is asked for.
        n_topics : int
            Number of topics when learning begins.

        Returns
        -------
        Bound
            The prior over the words of ``text``.
        """

    def ready(self, bound: Bound | None) -> None:
        """Check that `extend` will work with the prior of a model.

        Parameters
        ----------
        bound : Bound or None
            The prior that the model began with, if any.

        Raises
        ------
        InputError
            If the model began without such a prior, or with one that does not fit.
        """

    def extend(self, bound: Bound, forms: FormsOfKeys) -> Bound:
        """Add words that join the vocabulary to a prior.

        Parameters
        ----------
        bound : Bound
            The prior so far.
        forms : mapping of str to mapping of str to int
            The keys (stems) that join, with their surface forms and the counts of these.

        Returns
        -------
        Bound
            The prior over the old and the new words; ``bound`` does not change.
        """


@dataclass(frozen=True)
class SeedWords:
    """Words that belong to certain topics from the start.

    Parameters
    ----------
    seeds : list of lists of str, or mapping of int to list of str
        The words of each topic; they are stemmed as a text would be.
    eta : float, default=0.1
        Prior count of every other word in a topic.
    strength : float, optional
        Prior count of a seed in its topic; None is three for each document that has the word when
        learning begins.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> guide = SeedWords([["goal", "win"], ["rome"]])
    >>> model = TopicModel(LDA(2, random_state=0), guide=guide).fit(texts)
    >>> model.transform(["what a goal", "a hotel in rome"]).argmax(axis=1).tolist()
    [0, 1]
    """

    seeds: Seeds
    eta: float = 0.1
    strength: float | None = None

    def __post_init__(self) -> None:
        # read once and for all: they may come from an iterator
        object.__setattr__(self, "seeds", by_topic(self.seeds))

    def bind(self, text: Vectoriser, n_topics: int) -> SeedPrior:
        """Stem the seed words and make a prior of them.

        Parameters
        ----------
        text : Vectoriser
            The fitted vectoriser, which stems the seeds and counts the documents that have them.
        n_topics : int
            Number of topics when learning begins.

        Returns
        -------
        SeedPrior
            The prior over the words of ``text``.
        """
        keys = {
            topic: [text.key(word) or word for word in words]
            for topic, words in by_topic(self.seeds).items()
        }
        if self.strength is not None:
            return SeedPrior(keys, n_topics, self.eta, self.strength)
        named = {key for words in keys.values() for key in words} & text.vocabulary_.keys()
        counts = {key: float(text.doc_freq_[text.vocabulary_[key]]) for key in sorted(named)}
        return SeedPrior(keys, n_topics, self.eta, counts=counts)

    def ready(self, bound: Bound | None) -> None:
        """Check that the model began with seed words; it keeps the ones it began with.

        Parameters
        ----------
        bound : Bound or None
            The prior that the model began with, if any.

        Raises
        ------
        InputError
            If it is not a prior of seed words.
        """
        _check_kind(bound, SeedPrior, "seed words")

    def extend(self, bound: Bound, forms: FormsOfKeys) -> Bound:
        """Return the prior unchanged: it holds all seeds, including those not seen in any text yet.

        Parameters
        ----------
        bound : Bound
            The prior so far.
        forms : mapping of str to mapping of str to int
            Ignored.

        Returns
        -------
        Bound
            The same prior.
        """
        return bound


@dataclass(frozen=True)
class Vectors:
    """Word vectors as prior knowledge: words with similar vectors tend to share a topic.

    The vector of a stem is the mean of the vectors of its surface forms, weighted by their counts.

    Parameters
    ----------
    source : path or WordVectors
        A file (GloVe, word2vec, npz, safetensors), or vectors that have been read from one.
    temperature : float, default=0.1
        The lower, the more a word belongs to the topic whose centre is nearest.
    random_state : int or None, default=0
        Seed of the centres of the topics; None: they may differ from one `fit` to the next.

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
        of_keys = {key: text.forms(column) for key, column in text.vocabulary_.items()}
        forms = [form for known in of_keys.values() for form in known]
        keys, vectors = mean_vectors(of_keys, table(self._read(forms)))
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
        _check_kind(bound, VectorPrior, "word vectors")
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


def by_topic(seeds: Seeds) -> dict[int, list[str]]:
    """Bring seed words into one form: the list of words of each topic.

    Parameters
    ----------
    seeds : list of lists of str, or mapping of int to list of str
        The words of each topic.

    Returns
    -------
    dict of int to list of str
        The words by the number of the topic.

    Raises
    ------
    InputError
        If they are not lists of words, or if a topic is not a whole number.

    Examples
    --------
    >>> by_topic([["goal", "match"], ["rocket"]])
    {0: ['goal', 'match'], 1: ['rocket']}
    """
    if isinstance(seeds, str) or not isinstance(seeds, Iterable):
        raise InputError(f"the seeds are {seeds!r:.40}, expected a list of words for each topic")
    pairs = seeds.items() if isinstance(seeds, Mapping) else enumerate(seeds)
    return {_topic(topic): _words(topic, words) for topic, words in pairs}


def _topic(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int | np.integer):
        raise InputError(
            f"seeds for topic {given!r:.40} ({type(given).__name__}), expected the number of a "
            "topic: 0, 1, ..."
        )
    return int(given)


def _words(topic: Any, given: Any) -> list[str]:
    if isinstance(given, str):
        raise InputError(f"the seeds of topic {topic} are the text {given!r:.40}, expected a list")
    words = list(given) if isinstance(given, Iterable) else [given]
    for word in words:
        if not isinstance(word, str):
            raise InputError(f"a seed of topic {topic} is {word!r:.40}, expected a word")
    return words


def _check_kind(bound: Bound | None, kind: type, name: str) -> None:
    if not isinstance(bound, kind):
        raise InputError(
            f"{name} for a model that did not begin with any: a prior is there from the start, so "
            "fit anew, or update without"
        )


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
