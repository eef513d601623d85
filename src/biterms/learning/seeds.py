"""eta from seed words: topics that are guided by a few words each."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from biterms.errors import InputError, SettingError

Seeds = Sequence[Sequence[str]] | Mapping[int, Sequence[str]]


#: prior counts of a seed word for each document that has it
FIRM = 3.0


class SeedWarning(UserWarning):
    """Some seed words are not in the vocabulary and guide nothing.

    Examples
    --------
    >>> import warnings
    >>> from biterms import LDA, SeedWarning, SeedWords, TopicModel
    >>> model = TopicModel(LDA(1), guide=SeedWords([["goal", "zebra"]]))
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always", SeedWarning)
    ...     _ = model.fit(["late goal"] * 3)
    >>> said[0].category is SeedWarning
    True
    """


class SeedPrior:
    """A prior of the topics in which some words belong to topics that you name.

    Parameters
    ----------
    seeds : sequence of lists of str, or mapping of int to list of str
        The seed words of topics 0, 1, ..., or of the topics that are keys.
    n_topics : int
        Number of topics.
    eta : float, default=0.1
        Prior of all other words.
    strength : float, optional
        Prior counts that a seed word has more in its topic. None is K * eta: a little over half of
        its prior is in its topic then, and documents can outweigh it.
    counts : mapping of str to float, optional
        Documents that have each seed word: its prior is at least three times as many, so that
        documents do not outweigh it.

    Raises
    ------
    SettingError, InputError
        If a number is out of range, if a topic is not there, or if there are no seed words.

    Notes
    -----
    eta_kv = eta + strength [word v is a seed of topic k]. SVI and SVB count it once, KPS with
    every minibatch.

    Examples
    --------
    >>> SeedPrior([["rain"], ["wine"]], 2, eta=0.1).eta(["wine", "rain", "and"])
    array([[0.1, 0.3, 0.1],
           [0.3, 0.1, 0.1]])
    """

    def __init__(
        self,
        seeds: Seeds,
        n_topics: int,
        eta: float = 0.1,
        strength: float | None = None,
        *,
        counts: Mapping[str, float] | None = None,
    ) -> None:
        self.strength = n_topics * eta if strength is None else strength
        self.counts = dict(counts or {})
        if n_topics < 1 or not 0 <= eta < np.inf or not 0 < self.strength < np.inf:
            raise SettingError(
                f"n_topics={n_topics}, eta={eta} and strength={strength}, expected at least one "
                "topic, an eta not below 0 and a positive strength (None only with a positive eta)"
            )
        self.n_topics = n_topics
        self.eta_base = eta
        self.topics_of = _topics_of(seeds, n_topics)

    def eta(self, vocabulary: Sequence[str]) -> NDArray[np.float64]:
        """Prior of the words of a vocabulary.

        Parameters
        ----------
        vocabulary : sequence of str
            The words, in the order of their ids.

        Returns
        -------
        array of shape (K, V)

        Raises
        ------
        InputError
            If no seed word is in the vocabulary; a `SeedWarning` names those that are missing.
        """
        unknown = sorted(self.topics_of.keys() - set(vocabulary))
        named = ", ".join(unknown[:10]) + (", ..." if len(unknown) > 10 else "")
        if len(unknown) == len(self.topics_of):
            raise InputError(
                f"no seed word is in the vocabulary of {len(vocabulary):,} words ({named}); spell "
                "them as it does (often in lower case, perhaps stemmed)"
            )
        if unknown:
            warnings.warn(
                f"{len(unknown)} of {len(self.topics_of)} seed words are not in the vocabulary and "
                f"guide nothing ({named}); spell them as it does or leave them out",
                SeedWarning,
                stacklevel=2,
            )
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
        rows = np.full((len(words), self.n_topics), float(self.eta_base))
        for i, word in enumerate(words):
            more = max(self.strength, FIRM * self.counts.get(word, 0.0))
            rows[i, self.topics_of.get(word, [])] += more
        return rows


def _topics_of(seeds: Seeds, n_topics: int) -> dict[str, list[int]]:
    pairs = seeds.items() if isinstance(seeds, Mapping) else enumerate(seeds)
    topics: dict[str, list[int]] = {}
    for topic, words in pairs:
        if isinstance(words, str):
            raise InputError(f"the seeds of topic {topic} are the text {words!r}, expected a list")
        if not 0 <= topic < n_topics:
            raise InputError(f"seeds for topic {topic}, expected topics 0 to {n_topics - 1}")
        for word in dict.fromkeys(words):
            topics.setdefault(word, []).append(topic)
    if not topics:
        raise InputError("no seed words, expected at least one; leave the seeds out instead")
    return topics
