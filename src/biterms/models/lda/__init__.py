"""LDA and LDA-B: settings, state, document step and bound (sections 4.1 and Algorithm 1)."""

from biterms.models.lda.estimator import LDA

__all__ = ["LDA"]
