"""How a posterior learns: statistics, one affine rule, four learners, one loop, and priors."""

from biterms.learning.annealed import Annealed
from biterms.learning.batch import BatchVB
from biterms.learning.kps import KPS
from biterms.learning.learner import Learner, Moment, Step
from biterms.learning.lineage import Anchor
from biterms.learning.posterior import Posterior
from biterms.learning.row_map import RowMap
from biterms.learning.statistics import Statistics
from biterms.learning.svb import SVB
from biterms.learning.svi import SVI

__all__ = [
    "KPS",
    "SVB",
    "SVI",
    "Anchor",
    "Annealed",
    "BatchVB",
    "Learner",
    "Moment",
    "Posterior",
    "RowMap",
    "Statistics",
    "Step",
]
