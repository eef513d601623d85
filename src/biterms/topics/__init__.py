"""Text, vocabulary and model together: what users meet."""

from biterms.topics.files import load
from biterms.topics.guides import SeedWords, Vectors
from biterms.topics.sweep import evaluate_topics
from biterms.topics.topic_model import TopicModel

__all__ = ["SeedWords", "TopicModel", "Vectors", "evaluate_topics", "load"]
