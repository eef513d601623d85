"""Word vectors from which a model learns its prior while it learns its topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from biterms.kernels import Array
from biterms.learning import Annealed, Posterior
from biterms.learning.learnt_prior import LearntPrior
from biterms.learning.priors import VectorPrior, warn_of_missing
from biterms.models.estimator import TopicEstimator
from biterms.models.lda.estimator import LDA


@dataclass(frozen=True)
class LearntVectors:
    """Words of a vocabulary that have a vector, before and after learning.

    Parameters
    ----------
    words : sequence of str
        The words.
    vectors : array of shape (n, dimensions)
        Their vectors.
    prior : LearntPrior
        The same for all columns of the vocabulary.
    """

    words: Sequence[str]
    vectors: Array
    prior: LearntPrior

    @classmethod
    def of(
        cls, words: Sequence[str], vectors: Array, vocabulary: Sequence[str], temperature: float
    ) -> LearntVectors:
        """Put vectors into the order of a vocabulary; warns if many of its words have none.

        Parameters
        ----------
        words : sequence of str
            Words that have a vector.
        vectors : array of shape (n, dimensions)
            Their vectors.
        vocabulary : sequence of str
            All words, in the order of their columns.
        temperature : float
            Setting of `LearntPrior`.

        Returns
        -------
        LearntVectors
        """
        warn_of_missing(len(vocabulary) - len(words), len(vocabulary))
        row = {word: place for place, word in enumerate(words)}
        table = np.zeros((len(vocabulary), vectors.shape[1]), dtype=np.float32)
        for column, word in enumerate(vocabulary):
            if word in row:
                table[column] = vectors[row[word]]
        return cls(words, vectors, LearntPrior(table, temperature))

    def learnt(self, posterior: Posterior, eta: float) -> VectorPrior:
        """Compute the prior of any word that has a vector, once topics have been learnt.

        Parameters
        ----------
        posterior : Posterior
            What has been learnt.
        eta : float
            The prior where vectors say nothing.

        Returns
        -------
        VectorPrior
        """
        rule = self.prior.rule(posterior.learnt_counts(), eta)
        return VectorPrior(self.words, self.vectors, rule)


def learns_prior(model: TopicEstimator) -> bool:
    """Whether a model can learn its prior from vectors while it learns from all documents.

    Parameters
    ----------
    model : TopicEstimator
        Any model.

    Returns
    -------
    bool
    """
    return (
        isinstance(model, LDA)
        and model.inference_in_use == "prevalence"
        and isinstance(model.engine().learning.learner, Annealed)
    )
