"""What topics know beforehand: seed words or word vectors, and the prior that comes of it."""

from biterms.topics.guides.guides import Guide, SeedWords, Vectors, by_topic
from biterms.topics.guides.prior_in_use import Bound, PriorInUse

__all__ = ["Bound", "Guide", "PriorInUse", "SeedWords", "Vectors", "by_topic"]
