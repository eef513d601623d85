"""Where streams come from."""

from biterms.streams.sources.kafka import KafkaTopic
from biterms.streams.sources.redis import RedisStream
from biterms.streams.sources.texts import Texts

__all__ = ["KafkaTopic", "RedisStream", "Texts"]
