"""Edits that come over HTTP: checked, and then appended in a short transaction."""

from __future__ import annotations

from typing import Any

from biterms.serve.journal import Reading
from biterms.serve.refused import Refused
from biterms.serve.served import Served
from biterms.streams.edits import edit

FIELDS = ("what", "topic", "alarm", "value", "author")
_LARGEST = 2**31 - 1


def made(served: Served, given: dict[str, Any]) -> int:
    """Append an edit; its number.

    Parameters
    ----------
    served : Served
        What is served.
    given : dict
        What a request says.

    Raises
    ------
    Refused, InputError
        If it is no edit, or if there is no such topic or alarm.
    """
    if unknown := [name for name in given if name not in FIELDS]:
        raise Refused(422, f"the field {unknown[0]!r:.40}", f"only {', '.join(FIELDS)}")
    topic, alarm = _whole(given.get("topic")), _whole(given.get("alarm"))
    author = given.get("author", "")
    if not isinstance(author, str):
        raise Refused(422, f"author {author!r:.40}", "a string of at most 200 letters")
    with served.journal.reading() as reading:
        _check(reading, topic, alarm)
    value = given.get("value", True)
    number = edit(served.folder, given.get("what"), topic, value, alarm=alarm, author=author)  # type: ignore[arg-type]
    served.said()
    return number


def _whole(number: Any) -> Any:
    """In JSON 3.0 is a whole number, too."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _check(reading: Reading, topic: Any, alarm: Any) -> None:
    """Refuse what is about nothing; what is no number at all, `edit` refuses."""
    if type(topic) is int and not reading.has(topic):
        raise Refused(404, f"topic {topic}", "one that /v1/topics lists", "ask for the list")
    if type(alarm) is int:
        known = 0 <= alarm <= _LARGEST and reading.db.execute(
            "SELECT 1 FROM alarm WHERE number = ?", (alarm,)
        )
        if not known or known.fetchone() is None:
            raise Refused(404, f"alarm {alarm}", "one that /v1/alarms lists", "ask for the list")
