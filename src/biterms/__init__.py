"""Topics of massive, dynamic collections of short texts: bag of biterms modelling."""

from biterms.learning import KPS, SVB, SVI, BatchVB
from biterms.models import LDA

__version__ = "0.1.0"

__all__ = ["KPS", "LDA", "SVB", "SVI", "BatchVB", "__version__"]
