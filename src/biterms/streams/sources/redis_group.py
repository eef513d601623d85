"""A consumer group of a Redis stream that goes on where the journal says.

The journal says what has been learnt, the group what has been delivered; they differ when a
process was killed in between. The journal is right: with each connection the group is set back to
the position of the journal, so that Redis delivers everything after it again, in its order,
whichever consumer it had been delivered to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from biterms.errors import SettingError
from biterms.streams.sources.entry_ids import EntryId

#: seconds after which a server that says nothing counts as gone
SILENCE = 5.0
#: entries that are acknowledged by one command
MANY = 1000

Entry = tuple[bytes, dict[bytes, bytes]]


class Address(NamedTuple):
    """Which entries, and for whom.

    Parameters
    ----------
    url : str
        The server.
    stream, group, consumer : str
        Keys and names there.
    """

    url: str
    stream: str
    group: str
    consumer: str


class Group:
    """A connection to a consumer group; made by `joined`.

    Parameters
    ----------
    client : redis.Redis
        A client with one connection, so that no loss of it goes unnoticed.
    address : Address
        The stream and the group.
    """

    def __init__(self, client: Any, address: Address) -> None:
        self._client, self._address = client, address
        self._names = (address.stream, address.group)

    @classmethod
    def joined(
        cls, redis: Any, address: Address, recorded: EntryId | None, read: EntryId | None
    ) -> Group:
        """Connect, and set the group to the last entry that was read here.

        Parameters
        ----------
        redis : module
            redis-py.
        address : Address
            The stream and the group, which is made if it is missing.
        recorded, read : EntryId or None
            The last entry in the journal, and the last one that this process has read.

        Returns
        -------
        Group
            The group, whose next entry is the first after `read`.
        """
        group = cls(connected(redis, address.url), address)
        start = read or EntryId(0, 0)
        try:
            group._client.xgroup_create(*group._names, id=str(start), mkstream=True)
        except redis.ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise
            group._set_back(recorded, read)
        return group

    def _set_back(self, recorded: EntryId | None, read: EntryId | None) -> None:
        """Let the group go on after the last entry that was read.

        Deliveries before that are acknowledged, unless they still have to be recorded; those after
        it come again. The group is set back first, so that a kill in between loses nothing.
        """
        first, start = self._client.xpending(*self._names)["min"], read
        if start is None and first is not None:
            start = EntryId.of(first).before
        if start is not None and start != self._delivered():
            self._client.xgroup_setid(*self._names, str(start))
        if recorded is not None:
            self._release("-", str(recorded))
        self._release("-" if start is None else f"({start}", "+")

    def _delivered(self) -> EntryId | None:
        """The last entry that was delivered to the group."""
        name = self._address.group.encode()
        groups = self._client.xinfo_groups(self._address.stream)
        ids = [group["last-delivered-id"] for group in groups if group["name"] == name]
        return EntryId.of(ids[0]) if ids else None

    def _release(self, first: str, last: str) -> None:
        """Acknowledge what is pending in a range of ids, of every consumer."""
        while True:
            found = self._client.xpending_range(*self._names, first, last, MANY)
            self.acknowledge([EntryId.of(one["message_id"]) for one in found])
            if len(found) < MANY:
                return

    def pending(self) -> int:
        """Entries that were delivered, to any consumer, and not acknowledged."""
        return int(self._client.xpending(*self._names)["pending"])

    def read(self, most: int, timeout: float) -> list[Entry]:
        """Wait for new entries.

        Parameters
        ----------
        most : int
            Entries at most.
        timeout : float
            Seconds to wait for the first of them.

        Returns
        -------
        list of tuple
            Ids and fields.
        """
        # a wait of 0 would be one without end for Redis
        wait = {"block": max(1, int(1000 * min(timeout, SILENCE / 2)))} if timeout > 0 else {}
        stream, group, consumer = self._address[1:]
        reply = self._client.xreadgroup(group, consumer, {stream: ">"}, count=most, **wait)
        return next(iter(dict(reply or ()).values()), [])

    def acknowledge(self, ids: Sequence[EntryId]) -> None:
        """Tell Redis that entries will not be asked for again.

        Parameters
        ----------
        ids : sequence of EntryId
            The entries.
        """
        for at in range(0, len(ids), MANY):
            self._client.xack(*self._names, *map(str, ids[at : at + MANY]))

    def close(self) -> None:
        """Leave the server; the group stays."""
        self._client.close()


def connected(redis: Any, url: str) -> Any:
    """A client with one connection, which is given up when the server says nothing.

    Parameters
    ----------
    redis : module
        redis-py.
    url : str
        The server.

    Returns
    -------
    redis.Redis
        It does not connect before the first command, and tries nothing twice.

    Raises
    ------
    SettingError
        If the address is none.
    """
    try:
        return redis.Redis.from_url(
            url,
            protocol=2,
            single_connection_client=True,
            socket_timeout=SILENCE,
            socket_connect_timeout=SILENCE,
            retry=redis.retry.Retry(redis.backoff.NoBackoff(), 0),
        )
    except ValueError as error:
        raise SettingError(
            f"{place(url)} is no address of a Redis server ({error}), expected redis://host:port"
        ) from None


def place(url: str) -> str:
    """The server of an address, without user and password.

    Parameters
    ----------
    url : str
        The address.

    Returns
    -------
    str
        Host and port, and the path.
    """
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}" or "no host"
