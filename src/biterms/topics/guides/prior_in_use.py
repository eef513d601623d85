"""The prior in use: what a guide said, after topics have been merged, and in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.learning.priors import VectorPrior
from biterms.learning.seeds import SeedPrior
from biterms.learning.vector_rules import Centres, Regression, Rule
from biterms.store import Fields

if TYPE_CHECKING:
    from biterms.topics.guides.guide import Guide

#: arrays of a regression
LEARNT = ("coefficients", "intercept", "sizes")


class Bound(Protocol):
    """A prior over the words of one vocabulary."""

    def eta(self, vocabulary: Sequence[str]) -> Array:
        """Compute the prior of all words of a vocabulary; it may warn if it knows few of them.

        Parameters
        ----------
        vocabulary : sequence of str
            The words in the order of their columns.

        Returns
        -------
        array of shape (K, V)
            The prior count of each word in each topic.
        """

    def rows(self, words: Sequence[str]) -> Array:
        """Compute the prior of words that join later.

        Parameters
        ----------
        words : sequence of str
            The words that join.

        Returns
        -------
        array of shape (n, K)
            The prior count of each of them in each topic.
        """


@dataclass(frozen=True)
class PriorInUse:
    """The prior of a model whose topics may have been merged since learning began.

    Parameters
    ----------
    bound : Bound
        The prior over the topics that learning began with.
    mix : array of shape (topics at the start, K)
        Shares of those topics in each topic of today; columns sum to 1.
    """

    bound: Bound
    mix: Array

    def joining(self, forms: Mapping[str, Mapping[str, int]], guide: Guide | None) -> Array:
        """Compute the prior of words that join the vocabulary.

        Parameters
        ----------
        forms : mapping of str to mapping of str to int
            The keys (stems) of the words, with their surface forms and the counts of these.
        guide : Guide or None
            The guide, which may know more words than the prior does.

        Returns
        -------
        array of shape (n, K)
            The prior count of each word in each topic.
        """
        bound = self.bound
        if isinstance(bound, VectorPrior):
            # As in a file, which holds no vectors: so nothing depends on when it was loaded.
            bound = _without_words(bound.rule, bound.vectors.shape[1])
        if guide is not None and forms:
            bound = guide.extend(bound, forms)
        return np.asarray(bound.rows(list(forms)) @ self.mix)

    def merged(self, topics: Sequence[int]) -> PriorInUse:
        """Merge topics: the first gets the mean of their priors, as in `Posterior.merged`.

        Parameters
        ----------
        topics : sequence of int
            Two or more different topics.

        Returns
        -------
        PriorInUse
            The prior of the topics that are left.
        """
        mix = self.mix.copy()
        mix[:, topics[0]] = mix[:, list(topics)].mean(axis=1)
        return replace(self, mix=np.delete(mix, list(topics[1:]), axis=1))

    def state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Return settings and arrays for a model file.

        Seeds are stored as they are; of word vectors only what a prior is computed with.

        Returns
        -------
        settings : dict
            The kind of prior and its numbers.
        arrays : dict of str to array
            The arrays by name.

        Raises
        ------
        StoreError
            If the prior is of a kind that cannot be stored.
        """
        arrays = {"prior.mix": self.mix}
        if isinstance(self.bound, SeedPrior):
            seeds = {"eta": float(self.bound.eta_base), "strength": float(self.bound.strength)}
            counts = self.bound.counts
            words = [
                [word, [*map(int, at)], float(counts.get(word, 0.0))]
                for word, at in self.bound.topics_of.items()
            ]
            return seeds | {"kind": "seeds", "words": words}, arrays
        rule = self.bound.rule if isinstance(self.bound, VectorPrior) else None
        if isinstance(rule, Centres):
            arrays["prior.centres"] = rule.centres.astype(np.float64)
            return {"kind": "vectors", "temperature": float(rule.temperature)}, arrays
        if isinstance(rule, Regression):
            arrays |= {f"prior.{name}": getattr(rule, name) for name in LEARNT}
            return {"kind": "learnt", "share": float(rule.share), "eta": float(rule.eta)}, arrays
        raise StoreError(f"a {type(self.bound).__name__} cannot be stored")

    @classmethod
    def from_state(cls, kept: Fields, n_topics: int) -> PriorInUse:
        """Restore a prior from what `state` returned.

        Parameters
        ----------
        kept : Fields
            The settings and arrays of the prior.
        n_topics : int
            Number of topics that the model has now.

        Returns
        -------
        PriorInUse
            The same prior.

        Raises
        ------
        StoreError
            If the settings or arrays are not as expected.
        """
        mix = kept.array("prior.mix", (None, n_topics))
        sums = mix.sum(axis=0)
        if not ((mix >= 0).all() and np.allclose(sums, 1.0)):
            raise StoreError("the mix of its prior holds no shares")
        kind = kept.text("kind")
        if kind not in KINDS:
            raise StoreError(f"its prior is of the kind {kind[:40]!r}, expected {', '.join(KINDS)}")
        return cls(KINDS[kind](kept, len(mix)), mix)


def _seeds(kept: Fields, n_topics: int) -> SeedPrior:
    words = kept.value("words")
    of_topic: dict[int, list[str]] = {}
    for word, topics, _ in words:
        for topic in topics:
            of_topic.setdefault(topic, []).append(word)
    if not all(type(k) is int for k in of_topic) or not all(isinstance(w, str) for w, *_ in words):
        raise StoreError("its seed words are not words with whole numbers of topics")
    counts = {word: float(count) for word, _, count in words}
    if not all(0 <= count <= 1e30 for count in counts.values()):
        raise StoreError("the counts of its seed words are not all finite and positive")
    eta, strength = kept.number("eta", 0, 1e30), kept.number("strength", 0, 1e30)
    return SeedPrior(of_topic, n_topics, eta, strength, counts=counts)


def _centres(kept: Fields, n_topics: int) -> VectorPrior:
    centres = _finite(kept, "centres", (n_topics, None)).astype(np.float32)
    rule = Centres(centres, kept.number("temperature", 1e-30, 1e30))
    return _without_words(rule, centres.shape[1])


def _regression(kept: Fields, n_topics: int) -> VectorPrior:
    coefficients = _finite(kept, "coefficients", (n_topics, None))
    intercept, sizes = (_finite(kept, name, (n_topics,)) for name in LEARNT[1:])
    if not ((sizes >= 0).all() and np.isclose(sizes.sum(), 1.0)):
        raise StoreError("the sizes of topics in its prior are no shares")
    share, eta = kept.number("share", 0, 1 - 1e-9), kept.number("eta", 1e-30, 1e30)
    rule = Regression(coefficients, intercept, sizes, share, eta)
    return _without_words(rule, coefficients.shape[1])


def _without_words(rule: Rule, dimensions: int) -> VectorPrior:
    """The vectors are not in the file."""
    return VectorPrior([], np.empty((0, dimensions), dtype=np.float32), rule)


def _finite(kept: Fields, name: str, shape: tuple[int | None, ...]) -> Array:
    array = kept.array(f"prior.{name}", shape)
    if not np.isfinite(array).all():
        raise StoreError(f"the {name} of its prior are not all finite")
    return array


#: how each kind of prior is read
KINDS: Mapping[str, Callable[[Fields, int], Bound]] = {
    "seeds": _seeds,
    "vectors": _centres,
    "learnt": _regression,
}
