"""Rows as entries of a Redis stream, each exactly once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from biterms.errors import InputError, SettingError, StoreError
from biterms.streams.clients import redis_client
from biterms.streams.sinks.sink import Row, Sink, written_time
from biterms.streams.sources.entry_ids import EntryId
from biterms.streams.sources.redis import FINAL
from biterms.streams.sources.redis_group import connected, place
from biterms.streams.sources.retry import Retry

#: entries that are sent together
MANY = 1000
#: seconds that a server may be away before the stream ends
PATIENCE = 60.0


class RedisSink(Sink):
    """A Redis stream with an entry for each text, exactly once.

    The id of an entry is the position of the text, ``step-place``. Redis takes ids in their order
    only, and so takes none twice.

    Parameters
    ----------
    stream : str
        The key of the stream, for this model alone.
    url : str, default="redis://127.0.0.1:6379"
        The server, as ``redis://user:password@host:port/database``; ``rediss://`` encrypts.
    max_length : int, optional
        About how many entries Redis keeps; by default all of them.
    name : str, optional
        A name for the journal, the same at every start; made of the stream by default.

    Notes
    -----
    While the server is away the stream waits, for a minute at most. Entries that the server itself
    loses, because it was killed before it wrote them to its disk, are not sent again:
    ``appendfsync always`` keeps it from that.

    Examples
    --------
    >>> from biterms.streams import RedisSink
    >>> RedisSink("topics", max_length=100_000).name
    'redis/topics'
    """

    def __init__(
        self,
        stream: str,
        *,
        url: str = "redis://127.0.0.1:6379",
        max_length: int | None = None,
        name: str | None = None,
    ) -> None:
        self._redis = redis_client("writing to a Redis stream")
        if max_length is not None and not max_length > 0:
            raise SettingError(f"max_length={max_length!r:.40}: expected a number of entries")
        self.stream, self.url, self.max_length = stream, url, max_length
        self.name = name or f"redis/{stream}"
        self._retry = Retry(f"Redis at {place(url)}")
        self._client: Any = None
        self._last, self._top = 0, EntryId(0, 0)

    def open(self, step: int, last: int, at: Any) -> None:  # noqa: ARG002
        """Ask the server for the last entry that it has."""
        self._last = last
        self._patiently([])
        if at is None and self._top > EntryId(0, 0):
            raise InputError(
                f"the Redis stream {self.stream!r:.80} has had entries up to {self._top} that are "
                "not of this model; choose another key, or delete that one"
            )

    def write(self, step: int, rows: Sequence[Row]) -> None:
        """Send the entries that the server does not have."""
        self._last = max(self._last, step)
        for begin in range(0, len(rows), MANY):
            self._patiently(rows[begin : begin + MANY])

    def flush(self) -> dict[str, str]:
        """All entries have been answered for; the last id."""
        return {"id": str(self._top)}

    def forget(self, places: Sequence[tuple[int, int]]) -> None:
        """Delete the entries of texts that are forgotten; done twice, it changes nothing more.

        Parameters
        ----------
        places : sequence of (int, int)
            Steps and places of the texts.
        """
        client = connected(self._redis, self.url)
        try:
            for begin in range(0, len(places), MANY):
                some = places[begin : begin + MANY]
                client.xdel(self.stream, *(f"{step}-{place}" for step, place in some))
        except (self._redis.RedisError, OSError) as error:
            raise StoreError(
                f"{self._retry.what} cannot delete entries of the stream {self.stream!r:.80} "
                f"({error}): nothing was forgotten, try again"
            ) from None
        finally:
            client.close()

    def close(self) -> None:
        """Leave the server."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _patiently(self, rows: Sequence[Row]) -> None:
        """Send rows, and wait for a server that is away."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._send(rows)
            except (self._redis.RedisError, OSError) as error:
                self.close()
                self._refused(error)
                if time.monotonic() > end:
                    raise StoreError(
                        f"{self._retry.what} has been away for {PATIENCE:.0f} s ({error}); nothing "
                        "is lost, start again when it is back"
                    ) from None
                self._retry.failed(error)
                self._retry.waited(PATIENCE)
            else:
                self._retry.worked()
                return

    def _send(self, rows: Sequence[Row]) -> None:
        """Send rows that are not there; what was sent before a connection was lost is asked for."""
        if self._client is None:
            self._client = connected(self._redis, self.url)
            self._top = self._asked()
        new = [row for row in rows if EntryId(row.step, row.place) > self._top]
        if not new:
            return
        together = self._client.pipeline(transaction=False)
        for row in new:
            at = f"{row.step}-{row.place}"
            together.xadd(self.stream, _fields(row), id=at, maxlen=self.max_length)
        together.execute()
        self._top = EntryId(new[-1].step, new[-1].place)

    def _asked(self) -> EntryId:
        """The last id that the server has taken."""
        if not self._client.exists(self.stream):
            return EntryId(0, 0)
        top = EntryId.of(self._client.xinfo_stream(self.stream)["last-generated-id"])
        if top.milliseconds > self._last:
            raise InputError(
                f"the Redis stream {self.stream!r:.80} has an entry {top}, but this model has only "
                f"{self._last:,} steps: something else writes to it; choose another key"
            )
        return top

    def _refused(self, error: Exception) -> None:
        """Raise what would be the same next time."""
        if isinstance(error, self._redis.AuthenticationError):
            raise SettingError(
                f"{self._retry.what} refuses this user or password ({error}): put them into the "
                "address, redis://user:password@host:port"
            ) from None
        said = str(error)
        final = any(words in said for words in (*FINAL, "smaller than"))
        if isinstance(error, self._redis.ResponseError) and final:
            raise InputError(
                f"{self._retry.what} cannot take entries of the stream {self.stream!r:.80} "
                f"({said}); check key, database and rights, and that nothing else writes to it"
            ) from None


def _fields(row: Row) -> dict[str, str | int | float]:
    """The fields of an entry; a topic that there is none of is left out."""
    values = {"id": row.id, "topic": row.topic, "label": row.label}
    known: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    return known | {"probability": row.probability, "time": written_time(row.time)}
