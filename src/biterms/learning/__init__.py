"""How a posterior learns: one affine rule, four learners, and priors for the topics."""

from biterms.learning.batch import BatchVB
from biterms.learning.kps import KPS
from biterms.learning.learner import Learner, Moment, Step
from biterms.learning.posterior import Posterior
from biterms.learning.svb import SVB
from biterms.learning.svi import SVI

__all__ = ["KPS", "SVB", "SVI", "BatchVB", "Learner", "Moment", "Posterior", "Step"]
