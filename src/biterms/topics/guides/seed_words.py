"""Seed words: words that belong to certain topics from the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.learning.seeds import SeedPrior, Seeds
from biterms.text.vectoriser import Vectoriser
from biterms.topics.guides.guide import FormsOfKeys, check_kind
from biterms.topics.guides.prior_in_use import Bound


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
        check_kind(bound, SeedPrior, "seed words")

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
