"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.following import Progress, follow
from biterms.streams.reader import Prevalence, Status, prevalence, status
from biterms.streams.source import Batch, Broken, Source
from biterms.streams.sources import Texts

__all__ = [
    "Batch",
    "Broken",
    "Prevalence",
    "Progress",
    "Source",
    "Status",
    "Texts",
    "follow",
    "prevalence",
    "status",
]
