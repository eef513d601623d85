"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.dead import DeadLetter, DeadLetters, dead_letters, mark_replayed
from biterms.streams.following import Progress, follow
from biterms.streams.horizons import Horizon, horizon
from biterms.streams.reader import Prevalence, Status, prevalence, status
from biterms.streams.sinks import JsonLinesSink, KafkaSink, ParquetSink, RedisSink, Row, Sink
from biterms.streams.source import Batch, Broken, Source
from biterms.streams.sources import (
    Files,
    KafkaTopic,
    RedisStream,
    SourceWarning,
    Stdin,
    Texts,
)
from biterms.topics.moments import Moment, moments

__all__ = [
    "Batch",
    "Broken",
    "DeadLetter",
    "DeadLetters",
    "Files",
    "Horizon",
    "JsonLinesSink",
    "KafkaSink",
    "KafkaTopic",
    "Moment",
    "ParquetSink",
    "Prevalence",
    "Progress",
    "RedisSink",
    "RedisStream",
    "Row",
    "Sink",
    "Source",
    "SourceWarning",
    "Status",
    "Stdin",
    "Texts",
    "dead_letters",
    "follow",
    "horizon",
    "mark_replayed",
    "moments",
    "prevalence",
    "status",
]
