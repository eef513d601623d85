"""The models of the paper as estimators over counts."""

from biterms.models.hdp import HDP
from biterms.models.lda import LDA

__all__ = ["HDP", "LDA"]
