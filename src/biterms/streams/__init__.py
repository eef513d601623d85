"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.following import Progress, follow
from biterms.streams.source import Batch, Broken, Source
from biterms.streams.sources import Files, SourceWarning, Stdin, Texts

__all__ = [
    "Batch",
    "Broken",
    "Files",
    "Progress",
    "Source",
    "SourceWarning",
    "Stdin",
    "Texts",
    "follow",
]
