"""A Redis stream as a source."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Mapping
from contextlib import suppress
from json import dumps
from typing import Any

from biterms.errors import InputError, SettingError
from biterms.streams.clients import redis_client
from biterms.streams.source import Batch, Source
from biterms.streams.sources.entry_ids import EntryId
from biterms.streams.sources.messages import (
    NoDocument,
    broken,
    check_columns,
    decoded,
    moment,
    object_of,
    record_of,
)
from biterms.streams.sources.redis_group import Address, Group, place
from biterms.streams.sources.retry import Retry
from biterms.text.readers import Columns, Record

#: how often a minute entries may go to somebody else before that is an error
DISTURBANCES = 3
#: how answers of a server begin that will be the same next time
FINAL = ("WRONGTYPE", "NOPERM", "DB index", "unknown command", "ERR unknown command")


class RedisStream(Source):
    """The entries of a Redis stream.

    Parameters
    ----------
    stream : str
        The key of the stream. It is waited for if it is not there yet.
    url : str, default="redis://127.0.0.1:6379"
        The server, as ``redis://user:password@host:port/database``; ``rediss://`` encrypts.
    group : str, default="biterms"
        The consumer group, one for each model; made if it is missing, from the beginning of the
        stream.
    consumer : str, default="biterms"
        The name of this reader in the group.
    columns : Columns, optional
        The fields of an entry that hold text, id, time and label. By default the text is the
        field with a usual name, the id the field ``id`` or the id of the entry, and the time that
        in the id of the entry.
    json : str, optional
        The field that holds a JSON object with all of these, if there is one.
    name : str, optional
        A name for the journal, the same at every start; made of stream and group by default.

    Examples
    --------
    >>> from biterms import Columns
    >>> from biterms.streams import RedisStream
    >>> RedisStream("tweets", columns=Columns(text="tweet", time="created_at")).name
    'redis/tweets/biterms'
    """

    def __init__(
        self,
        stream: str,
        *,
        url: str = "redis://127.0.0.1:6379",
        group: str = "biterms",
        consumer: str = "biterms",
        columns: Columns | None = None,
        json: str | None = None,
        name: str | None = None,
    ) -> None:
        self._redis = redis_client("following a Redis stream")
        self.columns = Columns() if columns is None else columns
        check_columns(self.columns)
        self.json, self.ended = json, False
        self.name = name or f"redis/{stream}/{group}"
        self._retry = Retry(f"Redis at {place(url)}")
        self._address = Address(url, stream, group, consumer)
        self._group: Group | None = None
        self._recorded: EntryId | None = None
        self._read: EntryId | None = None
        self._unacknowledged: list[EntryId] = []
        self._disturbances: list[float] = []

    def open(self, positions: Mapping[str, Any]) -> None:
        """Go on after the entry that was recorded last; a connection is made when it is needed."""
        if "id" in positions:
            self._recorded = self._read = EntryId.of(positions["id"])

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """The next entries; none while the server is away."""
        if not self._retry.waited(timeout):
            return Batch()
        try:
            if self._group is None:
                self._group = Group.joined(self._redis, self._address, self._recorded, self._read)
            entries = self._group.read(max_documents, timeout)
            if entries and self._group.pending() > len(self._unacknowledged) + len(entries):
                self._disturbed()
                return Batch()
        except (self._redis.RedisError, OSError) as error:
            self._lost(error)
            return Batch()
        self._retry.worked()
        return self._batch(entries)

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Acknowledge the entries; if the server is away, that is done when it is back."""
        if "id" not in positions:
            return
        self._recorded = EntryId.of(positions["id"])
        taken = self._taken()
        if self._group is None:
            return
        try:
            self._group.acknowledge(taken)
        except (self._redis.RedisError, OSError) as error:
            self._lost(error)

    def close(self) -> None:
        """Leave the server; the group stays."""
        if self._group is not None:
            with suppress(self._redis.RedisError, OSError):
                self._group.close()
            self._group = None

    # reading -----------------------------------------------------------------------------------

    def _batch(self, entries: list[tuple[bytes, dict[bytes, bytes]]]) -> Batch:
        records, dead = [], []
        for raw, values in entries:
            at = EntryId.of(raw)
            self._read = at
            self._unacknowledged.append(at)
            try:
                records.append(self._record(at, values))
            except NoDocument as reason:
                dead.append(broken(str(at), reason, readable(values)))
        return Batch(records, {"id": str(self._read)} if entries else {}, dead)

    def _record(self, at: EntryId, values: Mapping[bytes, bytes]) -> Record:
        fields: dict[str, Any] = {_shown(key): value for key, value in values.items()}
        if self.json is not None:
            what = f"the field {self.json!r:.80}"
            if self.json not in fields:
                raise NoDocument(f"{what} is missing")
            fields = object_of(decoded(fields[self.json], what), what)
        return record_of(fields, self.columns, str(at), moment(at.milliseconds))

    def _taken(self) -> list[EntryId]:
        """Take the entries that have been recorded from those that wait for it."""
        n = bisect_right(self._unacknowledged, self._recorded or EntryId(0, 0))
        taken, self._unacknowledged = self._unacknowledged[:n], self._unacknowledged[n:]
        return taken

    # errors ------------------------------------------------------------------------------------

    def _disturbed(self) -> None:
        """Read once more what was delivered to somebody else.

        Redis may have answered a connection that is dead, but that it had not given up yet. A
        reader that lives would go on to take entries: that is an error.
        """
        self.close()
        now = time.monotonic()
        self._disturbances = [at for at in self._disturbances if at > now - 60] + [now]
        if len(self._disturbances) > DISTURBANCES:
            raise InputError(
                f"another reader takes entries of the stream {self._address.stream!r:.80} as the "
                f"group {self._address.group!r:.80}; give each model a group of its own"
            )

    def _lost(self, error: Exception) -> None:
        """Leave the connection; raise what would be the same with the next one."""
        self.close()
        if isinstance(error, self._redis.AuthenticationError):
            raise SettingError(
                f"{self._retry.what} refuses this user or password ({error}): put them into the "
                "address, redis://user:password@host:port"
            ) from None
        if isinstance(error, self._redis.ResponseError) and str(error).startswith(FINAL):
            raise InputError(
                f"{self._retry.what} cannot give the stream {self._address.stream!r:.80}: "
                f"{error}; check key, database and rights"
            ) from None
        self._retry.failed(error)


def readable(values: Mapping[bytes, bytes]) -> str:
    """The fields of an entry as JSON; bytes that are no letters are escaped.

    Parameters
    ----------
    values : mapping of bytes to bytes
        The fields.

    Returns
    -------
    str
        A JSON object.
    """
    return dumps({_shown(k): _shown(v) for k, v in values.items()}, ensure_ascii=False)


def _shown(data: bytes) -> str:
    return data.decode("utf8", "backslashreplace")
