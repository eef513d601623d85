"""What people say about a stream: labels, hidden and followed topics, alarms that were seen.

Any process may append an edit while the stream runs. Edits are laid over what is shown; what the
model has learnt, and what it will learn, does not depend on them.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL
from biterms.streams.layout import check_layout
from biterms.streams.packed import as_json, readable
from biterms.streams.reader import opened

SCHEMA = """
CREATE TABLE edits (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL,            -- when it was made, seconds since 1970
    author TEXT NOT NULL,
    what TEXT NOT NULL,            -- label, hide, follow, group or seen
    topic INTEGER,                 -- the topic that it is about
    alarm INTEGER,                 -- the alarm that it is about
    value TEXT NOT NULL,           -- JSON
    undone REAL                    -- when it was undone; NULL: it counts
);
"""
What = Literal["label", "hide", "follow", "group", "seen"]
#: what an edit may say
VALUES: dict[str, tuple[type, str]] = {
    "label": (str, "a name of at most 200 letters"),
    "hide": (bool, "True or False"),
    "follow": (bool, "True or False"),
    "group": (str, "the name of a group, at most 200 letters"),
    "seen": (bool, "True or False"),
}
#: letters of a label, a group or an author
LETTERS = 200
_ALL = "SELECT number, time, author, what, topic, alarm, value, undone FROM edits ORDER BY number"


class Edit(NamedTuple):
    """Something that a person has said about a stream.

    Parameters
    ----------
    number : int
        Its number.
    time : float
        When, in seconds since 1970.
    author : str
        Who.
    what : {"label", "hide", "follow", "group", "seen"}
        What it is.
    topic, alarm : int or None
        The topic or the alarm that it is about.
    value : object
        The label, the group, or whether it is so.
    undone : float or None
        When it was undone; None if it counts.
    """

    number: int
    time: float
    author: str
    what: What
    topic: int | None
    alarm: int | None
    value: Any
    undone: float | None


class Overlay(NamedTuple):
    """What all edits together say of topics and alarms; of several the last one counts.

    Parameters
    ----------
    labels, groups : dict of int to str
        Names of topics, and of the groups that they are in.
    hidden, followed : set of int
        Topics that are not shown, and those that somebody follows.
    seen : set of int
        Alarms that somebody has seen.
    """

    labels: dict[int, str]
    groups: dict[int, str]
    hidden: set[int]
    followed: set[int]
    seen: set[int]


def edit(
    folder: str | PathLike[str],
    what: What,
    topic: int | None = None,
    value: Any = True,
    *,
    alarm: int | None = None,
    author: str = "",
) -> int:
    """Say something about a topic or an alarm of a live model, also while the stream runs.

    Parameters
    ----------
    folder : str or path
        The live model.
    what : {"label", "hide", "follow", "group", "seen"}
        Name a topic, hide it, follow it, put it in a group; or an alarm has been seen.
    topic : int, optional
        The id of the topic; for all but "seen".
    value : object, default=True
        The label or the name of the group, or whether it is so; an empty name removes one.
    alarm : int, optional
        The number of the alarm, for "seen".
    author : str
        Who says it.

    Returns
    -------
    int
        The number of the edit, for `undo`.

    Raises
    ------
    InputError
        If it is no such edit, or no stream has been followed there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel
    >>> from biterms.streams import Texts, edit, edits, follow, undo
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> with TemporaryDirectory() as folder:
    ...     model = follow(Texts(texts), f"{folder}/live", TopicModel(LDA(2, random_state=0)))
    ...     number = edit(f"{folder}/live", "label", 0, "Travel", author="ann")
    ...     print([(one.topic, one.value) for one in edits(f"{folder}/live")])
    ...     undo(f"{folder}/live", number)
    ...     print(edits(f"{folder}/live"))
    [(0, 'Travel')]
    []
    """
    row = _checked(what, topic, alarm, value)
    with writing(folder) as db:
        made = db.execute(
            "INSERT INTO edits (time, author, what, topic, alarm, value) VALUES (?, ?, ?, ?, ?, ?)",
            (time.time(), readable(str(author)[:LETTERS]), *row),
        )
        return int(made.lastrowid or 0)


def undo(folder: str | PathLike[str], number: int) -> None:
    """Take an edit back: it stays in the table, and counts no more.

    Parameters
    ----------
    folder : str or path
        The live model.
    number : int
        The number of the edit.

    Raises
    ------
    InputError
        If there is no such edit that counts.
    """
    with writing(folder) as db:
        done = db.execute(
            "UPDATE edits SET undone = ? WHERE number = ? AND undone IS NULL",
            (time.time(), int(number)),
        )
        if not done.rowcount:
            raise InputError(
                f"{folder} has no edit {number} that counts, expected the number of one that "
                "`edits` lists"
            )


def edits(folder: str | PathLike[str], *, undone: bool = False) -> list[Edit]:
    """What people have said about a live model.

    Parameters
    ----------
    folder : str or path
        The live model.
    undone : bool, default=False
        Whether to list edits that were undone, too.

    Returns
    -------
    list of Edit
        In the order in which they were made.
    """
    with opened(folder) as db:
        return [one for one in edits_of(db) if undone or one.undone is None]


def edits_of(db: sqlite3.Connection) -> list[Edit]:
    """All edits of a journal."""
    return [Edit(*row)._replace(value=json.loads(row[6])) for row in db.execute(_ALL)]


def overlay_of(db: sqlite3.Connection) -> Overlay:
    """What the edits of a journal say together."""
    found = Overlay({}, {}, set(), set(), set())
    named = {"label": found.labels, "group": found.groups}
    noted = {"hide": found.hidden, "follow": found.followed, "seen": found.seen}
    for one in edits_of(db):
        at = one.alarm if one.what == "seen" else one.topic
        if one.undone is not None or at is None:
            continue
        if one.what in noted:
            (noted[one.what].add if one.value else noted[one.what].discard)(at)
        elif one.value:
            named[one.what][at] = one.value
        else:
            named[one.what].pop(at, None)
    return found


@contextmanager
def writing(folder: str | PathLike[str]) -> Iterator[sqlite3.Connection]:
    """A short transaction of its own, beside those of a stream that runs."""
    path = Path(folder) / JOURNAL
    if not path.is_file():
        raise InputError(f"{folder}: no stream has been followed there, expected a {JOURNAL} in it")
    try:
        with closing(sqlite3.connect(path, timeout=30)) as db, db:
            check_layout(db, path)
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be written: {error}") from error


def _checked(what: Any, topic: Any, alarm: Any, value: Any) -> tuple[str, Any, Any, str]:
    """The columns of an edit; refuse one that says nothing."""
    if what not in VALUES:
        raise InputError(f"what={what!r:.40}: expected one of {', '.join(get_args(What))}")
    about = {"topic": topic, "alarm": alarm}
    wanted = "alarm" if what == "seen" else "topic"
    if type(about.pop(wanted)) is not int or [*about.values()] != [None]:
        raise InputError(
            f"{what!r} of topic={topic!r:.40} and alarm={alarm!r:.40}: expected the number of "
            f"{'an alarm' if what == 'seen' else 'a topic'}, and nothing else"
        )
    kind, name = VALUES[what]
    if type(value) is not kind or len(str(value)) > LETTERS:
        raise InputError(f"{what!r} with the value {value!r:.40}: expected {name}")
    return what, topic, alarm, as_json(readable(value) if isinstance(value, str) else value)
