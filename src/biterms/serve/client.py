"""A client of the API; it needs nothing but Python."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from http.client import HTTPException
from typing import Self, Unpack

from biterms.serve import shapes
from biterms.serve.connection import Connection

#: seconds before a lost stream of events is asked for again
AGAIN = 1.0


class Client:
    """Ask a server about its live model; one thread at a time.

    Every method raises `Refused` if the server refuses, with what was found and what to do.
    `biterms.serve.shapes` has the types of all answers, and of what may be said beside a question.

    Parameters
    ----------
    url : str
        Where the server is.
    token : str, optional
        The token, if it asks for one.
    timeout : float, default=30.0
        Seconds to wait for an answer.

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
        self._server = Connection(url, token, timeout)
        self._ask = self._server.ask

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        self._server.close()

    def about(self) -> shapes.About:
        """What is served."""
        return self._ask(shapes.About, "about")

    def topics(
        self, window: shapes.Window = "24h", **asked: Unpack[shapes.TopicsAsked]
    ) -> shapes.TopicList:
        """The topics of a window of time, the largest first.

        Parameters
        ----------
        window : {"1h", "24h", "7d", "all"}
            The window, which ends with the newest text.
        **asked
            ``points`` of sparklines, and ``hidden`` to list hidden topics, too.
        """
        return self._ask(shapes.TopicList, "topics", {"window": window, **asked})

    def topic(self, topic: int, **asked: Unpack[shapes.TopicAsked]) -> shapes.TopicPage:
        """All that is known of a topic.

        Parameters
        ----------
        topic : int
            Its id.
        **asked
            ``window``, and ``rows`` of words over time.
        """
        return self._ask(shapes.TopicPage, f"topics/{topic:d}", asked)

    def texts(self, **asked: Unpack[shapes.TextsAsked]) -> shapes.TextList:
        """The newest texts.

        Parameters
        ----------
        **asked
            ``topic``, ``words``, ``after`` a step, ``limit``, and whether to ``explain``.
        """
        return self._ask(shapes.TextList, "texts", asked)

    def assign(self, texts: Sequence[str]) -> list[shapes.AssignedRow]:
        """The topic of each text.

        Parameters
        ----------
        texts : sequence of str
            The texts.
        """
        return self._ask(shapes.Assigned, "assign", body={"texts": [*texts]})["rows"]

    def explain(self, texts: Sequence[str]) -> list[shapes.ExplainedText]:
        """The topics of each text, and which words and pairs speak for them.

        Parameters
        ----------
        texts : sequence of str
            The texts.
        """
        return self._ask(shapes.Explained, "explain", body={"texts": [*texts]})["rows"]

    def timeline(self, **asked: Unpack[shapes.TimelineAsked]) -> shapes.TimelineView:
        """The topics over time.

        Parameters
        ----------
        **asked
            ``period``, ``since``, ``until``, ``topics`` (a list of ids), ``top``.
        """
        return self._ask(shapes.TimelineView, "timeline", asked)

    def alarms(self, **asked: Unpack[shapes.AlarmsAsked]) -> list[shapes.AlarmRow]:
        """Alarms, the newest first.

        Parameters
        ----------
        **asked
            ``since``, ``unseen``, ``limit``.
        """
        return self._ask(shapes.AlarmList, "alarms", asked)["alarms"]

    def digest(self, since: str = "24h") -> shapes.DigestView:
        """What a person should know of the last span of time.

        Parameters
        ----------
        since : str
            How far back, such as "7d".
        """
        return self._ask(shapes.DigestView, "digest", {"since": since})

    def moments(self) -> list[shapes.MomentRow]:
        """Moments that one can go back to."""
        return self._ask(shapes.MomentList, "moments")["moments"]

    def compare(self, begin: int, end: int | None = None) -> shapes.Comparison:
        """Two moments side by side.

        Parameters
        ----------
        begin : int
            The step of the first.
        end : int, optional
            The step of the second; by default the newest.
        """
        return self._ask(shapes.Comparison, "compare", {"from": begin, "to": end})

    def edits(self, *, undone: bool = False) -> list[shapes.EditRow]:
        """What people have said, the newest first.

        Parameters
        ----------
        undone : bool
            Whether to list what was taken back, too.
        """
        return self._ask(shapes.EditList, "edits", {"undone": undone})["edits"]

    def edit(self, what: shapes.EditKind, **about: Unpack[shapes.EditSaid]) -> int:
        """Say something about a topic or an alarm; the number of the edit, for `undo`.

        Parameters
        ----------
        what : {"label", "group", "hide", "follow", "seen"}
            What is said.
        **about
            ``topic`` or ``alarm``, ``value``, ``author``.
        """
        return self._ask(shapes.EditMade, "edits", body={"what": what, **about})["number"]

    def undo(self, number: int) -> None:
        """Take an edit back.

        Parameters
        ----------
        number : int
            Its number.
        """
        self._ask(shapes.EditUndone, f"edits/{number:d}", method="DELETE")

    def health(self) -> shapes.HealthView:
        """How the stream and the server are doing."""
        return self._ask(shapes.HealthView, "health")

    def events(self) -> Generator[shapes.Change, None, None]:
        """What is committed, as it comes; a stream that is lost is asked for again."""
        last = ""
        while True:
            with suppress(OSError, HTTPException):
                for mark, change in self._server.events(last):
                    last = mark
                    yield change
            time.sleep(AGAIN)
