"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.following import Progress, follow
from biterms.streams.reader import Prevalence, Status, prevalence, status
from biterms.streams.source import Batch, Broken, Source
from biterms.streams.sources import KafkaTopic, RedisStream, Texts

__all__ = [
    "Batch",
    "Broken",
    "KafkaTopic",
    "Prevalence",
    "Progress",
    "RedisStream",
    "Source",
    "Status",
    "Texts",
    "follow",
    "prevalence",
    "status",
]
