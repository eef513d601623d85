"""eta from word vectors: words of similar meaning are expected in the same topics."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from biterms.errors import InputError, MissingExtra, SettingError
from biterms.learning.dimensions import checked_vectors
from biterms.learning.vector_rules import Centres, Dimensions, Rule, unit

_MISSING_SHARE = 0.2
_STARTS = 4  # of k-means; the best counts


class CoverageWarning(UserWarning):
    """Many words of the vocabulary have no vector, so the prior treats them all alike.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> from biterms import LDA, CoverageWarning, TopicModel, Vectors
    >>> from biterms.text.vectors import WordVectors
    >>> vectors = WordVectors(("goal",), np.ones((1, 2), dtype=np.float32))
    >>> model = TopicModel(LDA(1, inference="mean"), guide=Vectors(vectors))
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always", CoverageWarning)
    ...     _ = model.fit(["late goal"] * 3)
    >>> said[0].category is CoverageWarning
    True
    """


class VectorPrior:
    """A prior of the topics that comes from word vectors.

    Made by `dimension_prior` and `centre_prior`. Words may join at any time, since the prior of a
    word depends on its vector and on nothing else.

    Parameters
    ----------
    words : sequence of str
        Words that have a vector; of a repeated word the first vector counts.
    vectors : array of shape (n, dimensions)
        Their vectors.
    rule : Rule
        `Dimensions`, `Centres` or `Regression`: the prior of a word from its vector.
    """

    def __init__(self, words: Sequence[str], vectors: ArrayLike, rule: Rule) -> None:
        self.vectors = checked_vectors(words, vectors)
        self.rule = rule
        self.n_topics = rule.n_topics
        self._row: dict[str, int] = {}
        for row, word in enumerate(words):
            self._row.setdefault(word, row)

    def eta(self, vocabulary: Sequence[str]) -> NDArray[np.float64]:
        """Prior of the words of a vocabulary; warns if more than 20 % of them have no vector.

        Parameters
        ----------
        vocabulary : sequence of str
            The words, in the order of their ids.

        Returns
        -------
        array of shape (K, V)
        """
        missing = sum(word not in self._row for word in vocabulary)
        warn_of_missing(missing, len(vocabulary))
        return np.ascontiguousarray(self.rows(vocabulary).T)

    def rows(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Prior of words that join later; never warns.

        Parameters
        ----------
        words : sequence of str
            New words.

        Returns
        -------
        array of shape (n, K)
        """
        rows = np.tile(self.rule.unknown, (len(words), 1))
        place = [i for i, word in enumerate(words) if word in self._row]
        rows[place] = self.rule.rows(self.vectors[[self._row[words[i]] for i in place]])
        return rows

    def coverage(self, vocabulary: Sequence[str]) -> float:
        """Share of some words that have a vector; 1 for no words."""
        known = sum(word in self._row for word in vocabulary)
        return known / len(vocabulary) if len(vocabulary) else 1.0

    def extended(self, words: Sequence[str], vectors: ArrayLike) -> VectorPrior:
        """A prior that also knows other words; that of the words before stays the same.

        Parameters
        ----------
        words : sequence of str
            More words.
        vectors : array of shape (n, dimensions)
            Their vectors.

        Returns
        -------
        VectorPrior

        Raises
        ------
        InputError
            If the vectors have other dimensions.
        """
        new = checked_vectors(words, vectors)
        if new.shape[1] != self.vectors.shape[1]:
            raise InputError(
                f"vectors of {new.shape[1]} dimensions, expected {self.vectors.shape[1]} as before"
            )
        rows = np.array(list(self._row.values()), dtype=np.int64)
        return VectorPrior(
            [*self._row, *words],
            np.concatenate([self.vectors[rows], new]),
            self.rule,
        )


def warn_of_missing(missing: int, words: int) -> None:
    """Warn if many of the words have no vector."""
    if missing > _MISSING_SHARE * words:
        warnings.warn(
            f"{missing:,} of {words:,} words ({missing / words:.0%}) have no vector and get the "
            "same prior; use vectors of more words, and words spelt as there (often in lower case "
            "and not stemmed)",
            CoverageWarning,
            stacklevel=3,
        )


def dimension_prior(
    words: Sequence[str], vectors: ArrayLike, n_topics: int | None = None
) -> VectorPrior:
    """A prior in which each dimension of the word vectors is a topic, as in the paper.

    Parameters
    ----------
    words : sequence of str
        Words that have a vector.
    vectors : array of shape (n, K)
        Their vectors.
    n_topics : int, optional
        Number of topics, which must be the number of dimensions.

    Returns
    -------
    VectorPrior

    Raises
    ------
    InputError
        If there are not as many dimensions as topics.

    Notes
    -----
    eta_kv = exp(x_vk) / sum_j exp(x_vj).

    Examples
    --------
    >>> prior = dimension_prior(["rain", "wine"], [[2.0, 0.0], [0.0, 2.0]])
    >>> prior.eta(["wine", "rain"]).round(2)
    array([[0.12, 0.88],
           [0.88, 0.12]])
    """
    table = checked_vectors(words, vectors)
    prior = VectorPrior(words, table, Dimensions(table.shape[1]))
    if n_topics not in (None, prior.n_topics):
        raise InputError(
            f"vectors of {prior.n_topics} dimensions for {n_topics} topics, expected as many "
            "dimensions as topics; use centre_prior, which works for any number of topics, or "
            "reduce_dimensions first"
        )
    return prior


def centre_prior(
    words: Sequence[str],
    vectors: ArrayLike,
    n_topics: int,
    *,
    vocabulary: Iterable[str] | None = None,
    temperature: float = 0.1,
    random_state: int | np.random.RandomState | None = 0,
) -> VectorPrior:
    """A prior in which each topic is a cluster of word vectors, for any number of topics.

    Parameters
    ----------
    words : sequence of str
        Words that have a vector.
    vectors : array of shape (n, dimensions)
        Their vectors.
    n_topics : int
        Number of topics.
    vocabulary : iterable of str, optional
        Words whose vectors are clustered; None: all.
    temperature : float, default=0.1
        How much the cosine with a centre says; smaller is sharper.
    random_state : int or generator, default=0
        A seed gives the same clusters each time.

    Returns
    -------
    VectorPrior

    Raises
    ------
    SettingError, InputError
        If a setting is out of range, or if there are fewer different vectors than topics.

    Notes
    -----
    eta_kv = softmax_k(cos(x_v, c_k) / temperature), c_k the k-means centres of the unit vectors.
    """
    if n_topics < 1 or not 0 < temperature < np.inf:
        raise SettingError(
            f"n_topics={n_topics} and temperature={temperature}, expected at least one topic and "
            "a positive temperature"
        )
    table = checked_vectors(words, vectors)
    row = {word: place for place, word in reversed(list(enumerate(words)))}
    known = sorted(row if vocabulary is None else row.keys() & {*vocabulary})
    points = unit(table[[row[word] for word in known]])
    distinct = len(np.unique(points, axis=0))
    if distinct < n_topics:
        raise InputError(
            f"{distinct} different vectors among the words, expected at least one per topic "
            f"({n_topics}); use fewer topics or vectors of more words"
        )
    centres = found_centres(points, n_topics, _STARTS, random_state)
    return VectorPrior(words, table, Centres(centres, temperature))


def found_centres(
    points: NDArray[np.float32], n: int, starts: int, random_state: Any
) -> NDArray[np.float32]:
    """Unit vectors of n clusters of unit vectors, the best of some starts of k-means."""
    try:
        from sklearn.cluster import KMeans  # takes half a second to load
    except ImportError:
        raise MissingExtra("clusters of word vectors", "sklearn") from None
    kmeans = KMeans(n, n_init=starts, random_state=random_state)
    with threadpool_limits(limits=1):  # with more threads the order of its sums is left to chance
        return unit(kmeans.fit(points).cluster_centers_)
