"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.courses import CourseRow, courses
from biterms.streams.dead import DeadLetter, DeadLetters, dead_letters, mark_replayed
from biterms.streams.delivery import DeliveryWarning
from biterms.streams.digest import Digest, digest
from biterms.streams.edits import Edit, edit, edits, undo
from biterms.streams.following import Progress, follow
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

__all__ = [
    "Batch",
    "Broken",
    "CourseRow",
    "DeadLetter",
    "DeadLetters",
    "DeliveryWarning",
    "Digest",
    "Edit",
    "Files",
    "JsonLinesSink",
    "KafkaSink",
    "KafkaTopic",
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
    "courses",
    "dead_letters",
    "digest",
    "edit",
    "edits",
    "follow",
    "mark_replayed",
    "prevalence",
    "status",
    "undo",
]
