"""What changed over time, told in the terminal: when, what, a line of bars, and a headline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from biterms.cli.picture import can_write
from biterms.text.shorten import shorten
from biterms.topics.periods import last_day

if TYPE_CHECKING:
    from biterms.kernels import Array
    from biterms.text.readers import Record
    from biterms.topics import Change, TopicModel, TopicsOverTime

_LEVELS, _PLAIN_LEVELS = "▁▂▃▄▅▆▇█", " .:-=+*#"
#: of the topics that came those that are told at length, and of the others those that are listed
TOLD, LISTED = 8, 6
TEXT_LENGTH = 90


def story(
    model: TopicModel, course: TopicsOverTime, records: Sequence[Record], *, encoding: str = "utf-8"
) -> Iterator[str]:
    """Tell what changed, in the order of time.

    Parameters
    ----------
    model : TopicModel
        The model.
    course : TopicsOverTime
        Its topics over time.
    records : sequence of Record
        Texts with ISO dates, in the order of time, of which some are quoted.
    encoding : str
        What the terminal can write.

    Yields
    ------
    str
        Lines.
    """
    changes = course.changes()
    more = [change for change in changes if change.after > change.before][:TOLD]
    less = [change for change in changes if change.after < change.before][:LISTED]
    yield f"What came, and when ({len(more)} of {len(changes)} topics whose share changed):"
    for change in sorted(more, key=lambda change: (change.since, change.id)):
        yield from ("", f"{_days(change)}: {change.label}")
        yield f"  {bars(course.shares[:, course.ids.index(change.id)], encoding)}"
        yield f"  {_amount(change)}"
        yield f"  {_quotation(model, change, _of_peak(course, change, records))}"
    yield from ("", "What went quiet:", "")
    for change in sorted(less, key=lambda change: (change.since, change.id)):
        yield f"{_days(change)}: {change.label}, {_amount(change)}"


def bars(shares: Array, encoding: str) -> str:
    """Return a character for each share, the largest the highest."""
    levels = _LEVELS if can_write(_LEVELS, encoding) else _PLAIN_LEVELS
    top = max(float(shares.max()), 1e-9)
    return "".join(levels[round(share / top * (len(levels) - 1))] for share in shares.tolist())


def _days(change: Change) -> str:
    since, until = change.since, change.until
    if until is None:
        return f"Since {_day(since)}"
    begin = f"{since.day} {since:%B}" if since.year == until.year else _day(since)
    return f"{begin} to {_day(until)}"


def _amount(change: Change) -> str:
    other = "before" if change.until is None else "in the rest of the time"
    return f"{change.after:.1%} of the texts, {change.before:.1%} {other}"


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _of_peak(course: TopicsOverTime, change: Change, records: Sequence[Record]) -> list[Record]:
    """The texts of the period with the largest share."""
    peak = int(course.shares[:, course.ids.index(change.id)].argmax())
    begin = course.periods[peak]
    end = last_day(begin, course.freq)
    return [one for one in records if begin <= date.fromisoformat(str(one.time)) <= end]


def _quotation(model: TopicModel, change: Change, records: list[Record]) -> str:
    """The text that is most about the topic, and its day."""
    shares = model.transform([record.text for record in records])
    best = records[int(shares[:, model.ids_.index(change.id)].argmax())]
    day = date.fromisoformat(str(best.time))
    return f'{_day(day)}: "{shorten(best.text, TEXT_LENGTH)}"'
