"""Text, vocabulary and model together: what users meet."""

from biterms.topics.change_views import Change, Changes
from biterms.topics.files import load
from biterms.topics.guides import SeedWords, Vectors
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.sweep import evaluate_topics
from biterms.topics.topic_model import TopicModel

__all__ = [
    "Change",
    "Changes",
    "SeedWords",
    "TopicModel",
    "TopicsOverTime",
    "TopicsPerClass",
    "Vectors",
    "evaluate_topics",
    "load",
]
