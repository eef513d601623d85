"""Where the topics of texts go: rows, and what can take them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, runtime_checkable

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)


class Row(NamedTuple):
    """The topic of one text, found before anything was learnt from the text.

    Parameters
    ----------
    step, place : int
        Its position: the number of the cut that it was recorded with, from 1 on, and its place in
        the cut, from 0 on. No two texts of a model have the same.
    id : str
        The id of the text.
    topic : int or None
        The id of the topic with the largest share; None if no word is known, or the model learns
        from each text once and this one came before.
    label : str or None
        The label that the topic had at the last snapshot before.
    probability : float
        The share of the topic.
    time : float
        When the text was written, or else when it came, in seconds since 1970.
    """

    step: int
    place: int
    id: str
    topic: int | None
    label: str | None
    probability: float
    time: float


@runtime_checkable
class Sink(Protocol):
    """What the topics of texts are written to.

    Attributes
    ----------
    name : str
        The same for the same sink at every start: how far it goes is kept under this name.

    Notes
    -----
    Methods are called one after the other, never two at once, but not all by the same thread:
    `write` runs beside learning. What may be used only in the thread that made it, such as a
    connection of sqlite3, has to be told to be lenient.
    """

    name: str

    def open(self, step: int, last: int, at: Any) -> None:
        """Begin to write, or go on.

        Parameters
        ----------
        step : int
            Rows up to this step are safe and will not come again; those after it will.
        last : int
            The last step that was recorded: no later one can have been written.
        at : object
            What `flush` gave after ``step``; None if this sink is new to the model.

        Raises
        ------
        InputError
            If something else is there.
        """

    def write(self, step: int, rows: Sequence[Row]) -> None:
        """Take the rows of a step; they are the same when the step comes again.

        Parameters
        ----------
        step : int
            The step, larger than any before.
        rows : sequence of Row
            Rows, in the order of their positions.
        """

    def flush(self) -> Any:
        """Make everything that was taken safe.

        Returns
        -------
        object
            How far that is: anything JSON can hold, but not None.
        """

    def close(self) -> None:
        """Stop writing; what was not flushed may be lost and will come again."""


def encodable(text: str) -> str:
    """A text as UTF-8 can hold it: halves of letters are written as escapes.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        The same, for nearly all texts.
    """
    return text if text.isascii() else text.encode("utf8", "backslashreplace").decode("utf8")


@lru_cache(1 << 14)
def written_time(seconds: float) -> str:
    """A moment as it is written in rows.

    Parameters
    ----------
    seconds : float
        Seconds since 1970.

    Returns
    -------
    str
        Such as ``2026-11-01T09:30:00Z``; milliseconds are there if they are not 0.
    """
    moment = _BEGIN + timedelta(milliseconds=round(1000 * seconds))
    exact = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=exact).replace("+00:00", "Z")
