"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.following import Progress, follow
from biterms.streams.reader import Prevalence, Status, prevalence, status
from biterms.streams.source import Batch, Broken, Source
from biterms.streams.sources import (
    Files,
    KafkaTopic,
    RedisStream,
    SourceWarning,
    Stdin,
    Texts,
)

__all__ = [
    "Batch",
    "Broken",
    "Files",
    "KafkaTopic",
    "Prevalence",
    "Progress",
    "RedisStream",
    "Source",
    "SourceWarning",
    "Status",
    "Stdin",
    "Texts",
    "follow",
    "prevalence",
    "status",
]
