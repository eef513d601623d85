"""Streams that never end: a journal of what came in, and a model that follows it."""

from biterms.streams.alarm_reader import Alarm, alarms
from biterms.streams.audit import Audit, audit_hash, audits
from biterms.streams.burst_reader import Burst, bursts
from biterms.streams.checkup import Follower, Health, Snapshot, Written, health
from biterms.streams.courses import CourseRow, courses
from biterms.streams.dead import DeadLetter, DeadLetters, dead_letters, mark_replayed
from biterms.streams.delivery import DeliveryWarning
from biterms.streams.digest import Digest, digest
from biterms.streams.edits import Edit, edit, edits, undo
from biterms.streams.following import Progress, follow
from biterms.streams.forgetting import Forgotten, forget
from biterms.streams.horizons import Horizon, horizon
from biterms.streams.reader import Prevalence, Status, prevalence, status
from biterms.streams.replacing import replace
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
    "Alarm",
    "Audit",
    "Batch",
    "Broken",
    "Burst",
    "CourseRow",
    "DeadLetter",
    "DeadLetters",
    "DeliveryWarning",
    "Digest",
    "Edit",
    "Files",
    "Follower",
    "Forgotten",
    "Health",
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
    "Snapshot",
    "Source",
    "SourceWarning",
    "Status",
    "Stdin",
    "Texts",
    "Written",
    "alarms",
    "audit_hash",
    "audits",
    "bursts",
    "courses",
    "dead_letters",
    "digest",
    "edit",
    "edits",
    "follow",
    "forget",
    "health",
    "horizon",
    "mark_replayed",
    "moments",
    "prevalence",
    "replace",
    "status",
    "undo",
]
