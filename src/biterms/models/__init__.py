"""The models of the paper as estimators over counts."""

from biterms.models.btm import BTM
from biterms.models.hdp import HDP
from biterms.models.lda import LDA
from biterms.models.on_bag import OnBag

__all__ = ["BTM", "HDP", "LDA", "OnBag"]
