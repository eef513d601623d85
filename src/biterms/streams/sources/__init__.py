"""Where streams come from."""

from biterms.streams.sources.file_reader import SourceWarning
from biterms.streams.sources.files import Files
from biterms.streams.sources.kafka import KafkaTopic
from biterms.streams.sources.redis import RedisStream
from biterms.streams.sources.stdin import Stdin
from biterms.streams.sources.texts import Texts

__all__ = [
    "Files",
    "KafkaTopic",
    "RedisStream",
    "SourceWarning",
    "Stdin",
    "Texts",
]
