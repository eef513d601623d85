"""What topics know beforehand: seed words or word vectors, and the prior that comes of it."""

from biterms.topics.guides.guide import Guide
from biterms.topics.guides.learnt_vectors import LearntVectors, learns_prior
from biterms.topics.guides.prior_in_use import Bound, PriorInUse
from biterms.topics.guides.seed_words import SeedWords, by_topic
from biterms.topics.guides.word_vectors import Vectors

__all__ = [
    "Bound",
    "Guide",
    "LearntVectors",
    "PriorInUse",
    "SeedWords",
    "Vectors",
    "by_topic",
    "learns_prior",
]
