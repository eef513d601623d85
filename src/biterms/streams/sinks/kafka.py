"""Rows as messages of a Kafka topic: each at least once, with the same key."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from biterms.errors import SettingError, StoreError
from biterms.streams.clients import kafka_client
from biterms.streams.sinks.json_lines import lines_of
from biterms.streams.sinks.sink import Row, Sink

#: seconds that brokers may be away before the stream ends
PATIENCE = 60.0
#: what a user may set otherwise
DEFAULTS = {"enable.idempotence": True, "linger.ms": 5, "compression.type": "lz4", "log_level": 2}


class KafkaSink(Sink):
    """A Kafka topic with a message for each text, at least once.

    The key of a message is the position of the text, ``step-place``, its value a JSON object. After
    a crash the texts since the last snapshot are sent again, with the same keys: readers that keep
    the last message of each key, and topics that are compacted, have every text once.

    Parameters
    ----------
    topic : str
        The topic, for this model alone.
    servers : str, default="127.0.0.1:9092"
        Addresses of brokers, ``host:port``, with commas between them.
    settings : mapping of str to object, optional
        Settings of librdkafka, such as those of encryption and passwords.
    name : str, optional
        A name for the journal, the same at every start; made of the topic by default.

    Examples
    --------
    >>> from biterms.streams import KafkaSink
    >>> KafkaSink("topics").name
    'kafka/topics'
    """

    def __init__(
        self,
        topic: str,
        *,
        servers: str = "127.0.0.1:9092",
        settings: Mapping[str, Any] | None = None,
        name: str | None = None,
    ) -> None:
        self._kafka = kafka_client("writing to a Kafka topic")
        self.topic, self.servers = topic, servers
        self.name = name or f"kafka/{topic}"
        self.settings = DEFAULTS | dict(settings or {}) | {"bootstrap.servers": servers}
        self._producer: Any = None
        self._failed: Any = None
        self._step = 0

    def open(self, step: int, last: int, at: Any) -> None:  # noqa: ARG002
        """Make a producer; the brokers are asked when there are rows."""
        self._step, self._failed = step, None
        try:
            self._producer = self._kafka.Producer(self.settings)
        except self._kafka.KafkaException as error:
            raise SettingError(
                f"settings: {error.args[0].str()}; expected settings of librdkafka"
            ) from None

    def write(self, step: int, rows: Sequence[Row]) -> None:
        """Hand messages to the producer; they are on their way when this returns."""
        for row, line in zip(rows, lines_of(rows).splitlines(), strict=True):
            self._send(f"{row.step}-{row.place}", line)
        self._producer.poll(0)
        self._check()
        self._step = step

    def flush(self) -> dict[str, int]:
        """Wait until the brokers have all messages; the last step."""
        if self._producer.flush(PATIENCE):
            raise self._away("they have not taken all messages")
        self._check()
        return {"step": self._step}

    def close(self) -> None:
        """Give up messages that are not on their way: they come again."""
        if self._producer is not None:
            self._producer.purge(in_queue=True, in_flight=True, blocking=False)
            self._producer.poll(0)
            self._producer = None

    def _send(self, key: str, value: bytes) -> None:
        """Queue a message, after others have left the queue if it is full."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._producer.produce(self.topic, value, key, on_delivery=self._delivered)
            except BufferError:
                if time.monotonic() > end:
                    raise self._away("the queue is full") from None
                self._producer.poll(0.1)
            else:
                return

    def _delivered(self, error: Any, _: Any) -> None:
        self._failed = self._failed or error

    def _check(self) -> None:
        if self._failed:
            raise self._away(self._failed.str())

    def _away(self, why: str) -> StoreError:
        return StoreError(
            f"Kafka at {self.servers} does not take messages of the topic {self.topic!r:.80}: "
            f"{why}; nothing is lost, start again when it does"
        )
