"""Measures of what a model has learnt: on arrays and settings only, no model class."""

from biterms.measures.classification import classification
from biterms.measures.classification_result import Classification
from biterms.measures.clustering import nmi, purity
from biterms.measures.coherence import npmi
from biterms.measures.cooccurrence import Cooccurrence
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.measures.tops import diversity, top_words

__all__ = [
    "Classification",
    "Cooccurrence",
    "Evaluation",
    "classification",
    "diversity",
    "evaluate",
    "nmi",
    "npmi",
    "purity",
    "top_words",
]
