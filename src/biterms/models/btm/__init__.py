"""BTM, the biterm topic model by Gibbs sampling, as a baseline; oBTM and iBTM for streams."""

from biterms.models.btm.estimator import BTM

__all__ = ["BTM"]
