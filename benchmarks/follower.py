"""A library that follows a stream of texts, in one interface; and how well it predicts words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

from biterms.measures.lpp import log_predictive, split

#: two or more letters or digits, not digits alone: what our own tokeniser makes of English
TOKEN = r"(?u)\b(?!\d+\b)[^\W_]{2,}\b"
STOP_WORDS = sorted(ENGLISH_STOP_WORDS)


def words_of(texts: list[str]) -> CountVectorizer:
    """Words of three or more of these texts, for those who must know their words beforehand."""
    table = CountVectorizer(token_pattern=TOKEN, stop_words=STOP_WORDS, min_df=3)
    table.fit(texts)
    return table


class Follower(ABC):
    """One library with one setting.

    Parameters
    ----------
    fixed : CountVectorizer
        The words that all are scored by; some libraries know no others.
    topics : int
        Number of topics.
    documents : int
        Number of texts that will come, for those who ask for it.
    **setting
        What is tried.
    """

    name: ClassVar[str]
    #: what a few trials differ in; the best of them counts
    settings: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    #: texts that it is given at once
    piece: ClassVar[int] = 1000
    predicts = True

    def __init__(self, fixed: CountVectorizer, topics: int, documents: int, **setting: Any) -> None:
        self.fixed, self.topics, self.documents = fixed, topics, documents
        self.words = list(fixed.get_feature_names_out())
        self.setting = setting
        self.start()

    @abstractmethod
    def start(self) -> None:
        """Make the model."""

    @abstractmethod
    def learn(self, texts: list[str]) -> None:
        """Learn from the next texts."""

    @abstractmethod
    def clusters(self, texts: list[str]) -> Any:
        """The cluster of each text; -1 where nothing is known of it."""

    def known(self, words: list[str]) -> Any:
        """Which words it knows at this moment."""
        there = self.fixed.vocabulary_
        return np.array([word in there for word in words])

    def beta(self) -> Any:
        """Probability of each fixed word in each topic; rows may sum to less than 1."""
        raise NotImplementedError

    def mixtures(self, counts: sparse.csr_matrix) -> Any:
        """Shares of topics in documents of fixed words."""
        raise NotImplementedError

    def lpp(self, texts: list[str]) -> float:
        """Mean log probability of a fifth of the fixed words of texts, given the others.

        Of the fixed words only: what a model reserves for words that the others cannot know does
        not count against it.
        """
        parts = split(self.fixed.transform(texts))
        beta, theta = self.beta(), np.asarray(self.mixtures(sparse.csr_matrix(parts.observed)))
        mass = beta.sum(axis=1)
        return float(log_predictive(rows(theta * mass), beta / mass[:, None], parts.held).mean())


def rows(numbers: Any) -> Any:
    """Rows that sum to 1."""
    return numbers / numbers.sum(axis=1, keepdims=True)


def leading(counts: Any, mixtures: Any) -> Any:
    """The topic with the largest share; -1 for a text without a word."""
    return np.where(np.diff(counts.indptr) > 0, np.asarray(mixtures).argmax(axis=1), -1)
