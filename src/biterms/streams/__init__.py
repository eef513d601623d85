"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.alarm_reader import Alarm, Burst, alarms, bursts
from biterms.streams.dead import DeadLetter, DeadLetters, dead_letters, mark_replayed
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
    "Alarm",
    "Batch",
    "Broken",
    "Burst",
    "DeadLetter",
    "DeadLetters",
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
    "alarms",
    "bursts",
    "dead_letters",
    "follow",
    "mark_replayed",
    "prevalence",
    "status",
]
