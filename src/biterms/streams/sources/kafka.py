"""A Kafka topic as a source.

The partitions are assigned here and the offsets come from the journal, so no group of consumers is
balanced and nothing that the brokers remember decides what is read. They are told the offsets all
the same, for tools that show how far behind a reader is.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread
from typing import Any

from biterms.errors import InputError, SettingError, StoreError
from biterms.streams.clients import kafka_client
from biterms.streams.log import LOGGER
from biterms.streams.source import Batch, Source
from biterms.streams.sources.messages import (
    NoDocument,
    broken,
    check_columns,
    decoded,
    moment,
    object_of,
    record_of,
)
from biterms.streams.sources.retry import Retry
from biterms.text.readers import Columns, Record

#: seconds after which new partitions are looked for
REFRESH = 60.0
#: seconds that brokers have to list the partitions
LISTING = 2.0
#: seconds to tell brokers the last offsets; librdkafka would wait for them without end
LEAVING = 1.0
#: what a user may set otherwise; a queue of 16 MB bounds the memory
DEFAULTS = {
    "auto.offset.reset": "error",
    "queued.max.messages.kbytes": 16_384,
    "session.timeout.ms": 6_000,
    "log_level": 2,
}
#: what the journal stands for, and arguments of their own
OURS = {"bootstrap.servers", "group.id", "enable.auto.commit", "enable.partition.eof", "error_cb"}
#: refusals that will be the same next time
REFUSED = {
    "_AUTHENTICATION",
    "SASL_AUTHENTICATION_FAILED",
    "TOPIC_AUTHORIZATION_FAILED",
    "CLUSTER_AUTHORIZATION_FAILED",
}


class KafkaTopic(Source):
    """The messages of a Kafka topic.

    Parameters
    ----------
    topic : str
        The topic; all its partitions are read, also those that are added later.
    servers : str, default="127.0.0.1:9092"
        Addresses of brokers, ``host:port``, with commas between them.
    columns : Columns, optional
        The fields of a JSON object that hold text, id, time and label. Without a name for the
        text a message that is no JSON object is the text itself. The id is by default the field
        ``id``, or ``topic/partition/offset``; the time that of the message.
    group : str, default="biterms"
        The group under which the brokers are told the offsets.
    settings : mapping of str to object, optional
        Settings of librdkafka, such as those of encryption and passwords.
    name : str, optional
        A name for the journal, the same at every start; made of the topic by default.

    Examples
    --------
    >>> from biterms import Columns
    >>> from biterms.streams import KafkaTopic
    >>> KafkaTopic("tweets", columns=Columns(text="tweet")).name
    'kafka/tweets'
    """

    def __init__(
        self,
        topic: str,
        *,
        servers: str = "127.0.0.1:9092",
        columns: Columns | None = None,
        group: str = "biterms",
        settings: Mapping[str, Any] | None = None,
        name: str | None = None,
    ) -> None:
        self._kafka = kafka_client("following a Kafka topic")
        self.columns = Columns() if columns is None else columns
        check_columns(self.columns)
        self.topic, self.ended = topic, False
        self.name = name or f"kafka/{topic}"
        self.settings = _settings(settings or {}, servers, group) | {"error_cb": self._heard}
        self._retry = Retry(f"Kafka at {servers}")
        self._consumer: Any = None
        self._next: dict[int, int] = {}
        self._partitions: list[int] = []
        self._looked = 0.0
        self._refusal: Any = None

    def open(self, positions: Mapping[str, Any]) -> None:
        """Go on at the offsets that were recorded; the brokers are asked when it is needed."""
        try:
            self._next = {int(partition): int(at) for partition, at in positions.items()}
        except (TypeError, ValueError):
            raise StoreError(
                f"the journal has the positions {dict(positions)!r:.80}, expected offsets of "
                "partitions: it was written for another source"
            ) from None
        try:
            self._consumer = self._kafka.Consumer(self.settings)
        except self._kafka.KafkaException as error:
            raise SettingError(
                f"settings: {error.args[0].str()}; expected settings of librdkafka"
            ) from None

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """The next messages, by partition and offset; none while the brokers are away."""
        end = time.monotonic() + timeout
        if time.monotonic() - self._looked > REFRESH or not self._partitions:
            self._look(timeout)
        if not self._partitions:
            return Batch()
        first = self._consumer.poll(max(0.0, end - time.monotonic()))
        self._check_refusal()
        if first is None:
            return Batch()
        more = self._consumer.consume(max_documents - 1, 0) if max_documents > 1 else []
        return self._batch([m for m in (first, *more) if self._usable(m)])

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Tell the brokers the offsets, without waiting; the journal does not depend on it."""
        at = [self._kafka.TopicPartition(self.topic, int(p), n) for p, n in positions.items()]
        if at:
            with suppress(self._kafka.KafkaException):
                self._consumer.commit(offsets=at, asynchronous=True)

    def close(self) -> None:
        """Leave the brokers, without waiting long for one that does not answer."""
        if self._consumer is not None:
            leaving = Thread(target=self._consumer.close, daemon=True)
            leaving.start()
            leaving.join(LEAVING)
            self._consumer = None

    # partitions --------------------------------------------------------------------------------

    def _look(self, timeout: float) -> None:
        """Read all partitions there are, the new ones from their beginning."""
        if not self._retry.waited(timeout):
            return
        found = self._listed(timeout)
        if not found:
            return
        self._looked = time.monotonic()
        if new := sorted({*found} - {*self._partitions}):
            if self._partitions:
                LOGGER.info("topic %s has new partitions: %s", self.topic, new)
            self._partitions = sorted({*found} | {*self._partitions})
            begin = self._kafka.OFFSET_BEGINNING
            self._consumer.assign(
                [
                    self._kafka.TopicPartition(self.topic, p, self._next.get(p, begin))
                    for p in self._partitions
                ]
            )

    def _listed(self, timeout: float) -> list[int]:
        """The partitions as the brokers know them; none if they are away."""
        try:
            listed = self._consumer.list_topics(self.topic, max(0.1, min(timeout, LISTING)))
        except self._kafka.KafkaException as error:
            self._consumer.poll(0)  # hears why
            self._check_refusal()
            self._retry.failed(error.args[0].str())
            return []
        topic = listed.topics[self.topic]
        if topic.error is not None and not self._partitions:
            self._refuse_topic(topic.error)
        self._retry.worked()
        return list(topic.partitions)

    def _refuse_topic(self, error: Any) -> None:
        """A topic that is not there at the start; later on it may be a broker that restarts."""
        if error.retriable() and error.name() != "UNKNOWN_TOPIC_OR_PART":
            return
        raise InputError(
            f"{self._retry.what} has no topic {self.topic!r:.80} for this user ({error.str()}): "
            "make it, or check its name"
        )

    # reading -----------------------------------------------------------------------------------

    def _usable(self, message: Any) -> bool:
        """Whether it is a message; what librdkafka says in between is reported."""
        error = message.error()
        if error is None:
            self._retry.worked()
            return True
        if error.name() == "_AUTO_OFFSET_RESET":
            raise InputError(
                f"topic {self.topic!r:.80}, partition {message.partition()}: the message to go on "
                f"with is gone ({error.str()}). It was deleted before it was read, or the topic "
                'was made anew. To go on with the oldest there is: settings={"auto.offset.reset": '
                '"earliest"}'
            )
        self._heard(error)
        self._check_refusal()
        return False

    def _batch(self, messages: list[Any]) -> Batch:
        records, dead = [], []
        for message in sorted(messages, key=lambda one: (one.partition(), one.offset())):
            self._next[message.partition()] = message.offset() + 1
            try:
                records.append(self._record(message))
            except NoDocument as reason:
                value = message.value() or b""
                dead.append(broken(_id(message), reason, value.decode("utf8", "backslashreplace")))
        seen = {message.partition() for message in messages}
        return Batch(records, {str(p): self._next[p] for p in sorted(seen)}, dead)

    def _record(self, message: Any) -> Record:
        if message.value() is None:
            raise NoDocument("the message has no value")
        text = decoded(message.value(), "the message")
        if self.columns.text is not None or text.lstrip().startswith("{"):
            values = object_of(text, "the message")
        else:
            values = {"text": text}
        kind, milliseconds = message.timestamp()
        known = kind != self._kafka.TIMESTAMP_NOT_AVAILABLE
        time_of_message = moment(milliseconds) if known else None
        return record_of(values, self.columns, _id(message), time_of_message)

    # errors ------------------------------------------------------------------------------------

    def _heard(self, error: Any) -> None:
        """What librdkafka reports; it connects again by itself, with pauses and jitter."""
        if error.name() in REFUSED:
            self._refusal = error
        elif self._partitions and self._retry.waited(0):
            self._retry.failed(error.str())

    def _check_refusal(self) -> None:
        if self._refusal is not None:
            raise SettingError(
                f"{self._retry.what} refuses this user or password ({self._refusal.str()}): set "
                "security.protocol, sasl.mechanism, sasl.username and sasl.password in settings"
            )


def _settings(given: Mapping[str, Any], servers: str, group: str) -> dict[str, Any]:
    if taken := sorted(OURS & {*given}):
        raise SettingError(
            f"settings: {', '.join(taken)} cannot be set here; servers and group are arguments, "
            "and offsets are kept in the journal"
        )
    ours = {"bootstrap.servers": servers, "group.id": group, "enable.auto.commit": False}
    return DEFAULTS | dict(given) | ours


def _id(message: Any) -> str:
    return f"{message.topic()}/{message.partition()}/{message.offset()}"
