"""Topics of massive, dynamic collections of short texts: bag of biterms modelling."""

from biterms.learning import KPS, SVB, SVI, BatchVB
from biterms.models import LDA
from biterms.text import Vectoriser
from biterms.topics import SeedWords, TopicModel, Vectors, load
from biterms.version import __version__

__all__ = [
    "KPS",
    "LDA",
    "SVB",
    "SVI",
    "BatchVB",
    "SeedWords",
    "TopicModel",
    "Vectoriser",
    "Vectors",
    "__version__",
    "load",
]
