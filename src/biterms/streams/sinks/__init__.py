"""Where the topics of texts go."""

from biterms.streams.sinks.json_lines import JsonLinesSink
from biterms.streams.sinks.kafka import KafkaSink
from biterms.streams.sinks.parquet import ParquetSink
from biterms.streams.sinks.redis import RedisSink
from biterms.streams.sinks.sink import Row, Sink

__all__ = ["JsonLinesSink", "KafkaSink", "ParquetSink", "RedisSink", "Row", "Sink"]
