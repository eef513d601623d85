"""A client of the API; it needs nothing but Python."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Self, cast
from urllib.parse import quote, urlencode, urlsplit

from biterms.errors import SettingError
from biterms.serve import shapes
from biterms.serve.refused import Refused

#: seconds before a lost stream of events is asked for again
AGAIN = 1.0


class Client:
    """Ask a server about its live model; one thread at a time.

    Parameters
    ----------
    url : str
        Where the server is.
    token : str, optional
        The token, if it asks for one.
    timeout : float, default=30.0
        Seconds to wait for an answer.

    Raises
    ------
    Refused
        By every method, if the server refuses; its text says what was found and what to do.

    Examples
    --------
    >>> from biterms.serve import Client
    >>> with Client("http://127.0.0.1:8765") as client:  # doctest: +SKIP
    ...     client.assign(["a late goal"])[0]["label"]
    'late goal wins'
    """

    def __init__(
        self, url: str = "http://127.0.0.1:8765", token: str | None = None, timeout: float = 30.0
    ) -> None:
        at = urlsplit(url)
        if at.scheme not in ("http", "https") or not at.hostname:
            raise SettingError(f"url={url!r:.80}: expected one such as http://127.0.0.1:8765")
        self._at, self._path, self._timeout = at, at.path.rstrip("/"), timeout
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._connection: HTTPConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def about(self) -> shapes.About:
        """What is served."""
        return cast("shapes.About", self._ask("GET", "about"))

    def topics(self, window: shapes.Window = "24h", **more: Any) -> shapes.TopicList:
        """The topics of a window of time; ``points`` and ``hidden`` are other parameters."""
        return cast("shapes.TopicList", self._ask("GET", "topics", {"window": window, **more}))

    def topic(self, topic: int, **more: Any) -> shapes.TopicPage:
        """All that is known of a topic."""
        return cast("shapes.TopicPage", self._ask("GET", f"topics/{topic:d}", more))

    def texts(self, **asked: Any) -> shapes.TextList:
        """The newest texts: by ``topic``, ``words``, ``after``, ``limit``, with ``explain``."""
        return cast("shapes.TextList", self._ask("GET", "texts", asked))

    def assign(self, texts: Sequence[str]) -> list[shapes.AssignedRow]:
        """The topic of each text."""
        return cast("shapes.Assigned", self._ask("POST", "assign", body={"texts": [*texts]}))[
            "rows"
        ]

    def explain(self, texts: Sequence[str]) -> list[shapes.ExplainedText]:
        """The topics of each text, and which words and pairs speak for them."""
        found = self._ask("POST", "explain", body={"texts": [*texts]})
        return cast("shapes.Explained", found)["rows"]

    def timeline(self, **asked: Any) -> shapes.TimelineView:
        """The topics over time: by ``period``, ``since``, ``until``, ``topics``, ``top``."""
        return cast("shapes.TimelineView", self._ask("GET", "timeline", asked))

    def alarms(self, **asked: Any) -> list[shapes.AlarmRow]:
        """Alarms, the newest first: by ``since``, ``unseen``, ``limit``."""
        return cast("shapes.AlarmList", self._ask("GET", "alarms", asked))["alarms"]

    def digest(self, since: str = "24h") -> shapes.DigestView:
        """What a person should know of the last span of time."""
        return cast("shapes.DigestView", self._ask("GET", "digest", {"since": since}))

    def moments(self) -> list[shapes.MomentRow]:
        """Moments that one can go back to."""
        return cast("shapes.MomentList", self._ask("GET", "moments"))["moments"]

    def compare(self, begin: int, end: int | None = None) -> shapes.Comparison:
        """Two moments side by side, by their steps."""
        return cast("shapes.Comparison", self._ask("GET", "compare", {"from": begin, "to": end}))

    def edits(self, *, undone: bool = False) -> list[shapes.EditRow]:
        """What people have said, the newest first."""
        return cast("shapes.EditList", self._ask("GET", "edits", {"undone": undone}))["edits"]

    def edit(self, what: str, **about: Any) -> int:
        """Say something: ``topic`` or ``alarm``, ``value``, ``author``; its number for `undo`."""
        return cast("shapes.EditMade", self._ask("POST", "edits", body={"what": what, **about}))[
            "number"
        ]

    def undo(self, number: int) -> None:
        """Take an edit back."""
        self._ask("DELETE", f"edits/{number:d}")

    def health(self) -> shapes.HealthView:
        """How the stream and the server are doing."""
        return cast("shapes.HealthView", self._ask("GET", "health"))

    def events(self) -> Generator[shapes.Change, None, None]:
        """What is committed, as it comes; a stream that is lost is asked for again."""
        last = ""
        while True:
            with suppress(OSError, HTTPException):
                for mark, change in self._stream(last):
                    last = mark
                    yield change
            time.sleep(AGAIN)

    def _stream(self, last: str) -> Iterator[tuple[str, shapes.Change]]:
        """The marks and changes of one stream of events, until it ends."""
        connection, asked = self._connect(), {"Last-Event-ID": last} if last else {}
        try:
            connection.request("GET", f"{self._path}/v1/events", headers=self._headers | asked)
            response = connection.getresponse()
            if response.status != 200:
                raise _refusal(response.status, response.read())
            while line := response.readline().decode():
                name, _, value = line.rstrip("\n").partition(": ")
                if name == "id":
                    last = value
                elif name == "data":
                    yield last, json.loads(value)
        finally:
            connection.close()

    def _connect(self) -> HTTPConnection:
        kind = HTTPSConnection if self._at.scheme == "https" else HTTPConnection
        return kind(str(self._at.hostname), self._at.port, timeout=self._timeout)

    def _ask(
        self, method: str, path: str, query: dict[str, Any] | None = None, body: Any = None
    ) -> Any:
        """The answer to a request; a connection that was closed meanwhile is opened again."""
        asked = {
            name: _written(value) for name, value in (query or {}).items() if value is not None
        }
        where = f"{self._path}/v1/{quote(path)}" + (f"?{urlencode(asked)}" if asked else "")
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers | ({} if data is None else {"Content-Type": "application/json"})
        for fresh in (self._connection is None, True):
            if fresh or self._connection is None:
                self.close()
                self._connection = self._connect()
            try:
                self._connection.request(method, where, data, headers)
                response = self._connection.getresponse()
                status, found = response.status, response.read()
            except (OSError, HTTPException) as error:
                self.close()
                if fresh or not isinstance(error, ConnectionError):
                    raise
                continue
            if status >= 400:
                raise _refusal(status, found)
            return json.loads(found)
        raise AssertionError("a fresh connection answers or raises")

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _written(value: Any) -> str:
    """A parameter as it stands in an address."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _refusal(status: int, found: bytes) -> Refused:
    """Why the server has refused."""
    try:
        said = json.loads(found)["error"]
        return Refused(status, said["found"], said["expected"], said["action"])
    except (ValueError, KeyError, TypeError):
        return Refused(status, f"the answer {found[:80]!r}", "JSON", "is it this server?")
