"""A digest in about ten lines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biterms.streams.digest import Digest, Happened, Told

#: lines of each kind, and letters of a text
MOST, LETTERS = 2, 70
#: seconds without texts that are worth a line
SILENT = 3600.0
KINDS = {
    "birth": "a new topic",
    "split": "split off from {other}",
    "death": "has vanished",
    "renewed": "is back",
    "merge": "has become one with {other}",
}


def lines(digest: Digest) -> Iterator[str]:
    """The lines of a digest."""
    yield headline(digest)
    for alarm in digest.alarms[:MOST]:
        text = f": {shortened(alarm['texts'][0]['text'])}" if alarm["texts"] else ""
        yield f"alarm    {alarm['label']}: {alarm_line(alarm)}{text}"
    for name, word in (("rising", "rises"), ("fading", "fades"), ("followed", "follow")):
        for told in getattr(digest, name)[:MOST]:
            yield f"{word:<8} {told.label}: {trend_line(told)}"
    for event in digest.happened[-MOST:]:
        yield f"{event.kind:<8} {event_line(event)}"
    for one in digest.changed[:MOST]:
        yield f"words    {one.label}: {words_line(one.came, one.went)}"
    yield from checks(digest)
    if not (digest.alarms or digest.rising or digest.fading or digest.happened or digest.changed):
        yield (
            "nothing has changed beyond chance"
            if digest.documents_before
            else "there are no earlier texts to compare with"
        )


def headline(digest: Digest) -> str:
    """How many texts, and when."""
    hours = (digest.until - digest.since) / 3600
    span = f"{hours:,.4g} h" if hours < 72 else f"{hours / 24:,.4g} days"
    usual = digest.documents_before / 7
    before = f" (usually {usual:,.0f})" if usual else ""
    texts, topics = _counted(digest.documents, "text"), _counted(digest.topics, "topic")
    unknown = f"{digest.health.unknown:.1%} of the words unknown"
    return f"{span} up to {moment(digest.until)}: {texts}{before}, {topics}, {unknown}"


def _counted(n: int, name: str) -> str:
    return f"{n:,} {name}" if n == 1 else f"{n:,} {name}s"


def alarm_line(alarm: dict[str, Any]) -> str:
    """What it is, since when and how strong."""
    end = "" if alarm["ended"] is None else f" to {moment(alarm['ended'])}"
    since = f"since {moment(alarm['since'])}{end}, {alarm['ratio']:,.3g} times as often as usual"
    return f"{alarm_kind(alarm)}, {_counted(alarm['documents'], 'text')} {since}"


def alarm_kind(alarm: dict[str, Any]) -> str:
    """What it is."""
    return "new story" if alarm["kind"] == "birth" else "burst"


def trend_line(told: Told) -> str:
    """From what to what, since when, how sure."""
    trend = told.trend
    return (
        f"{percent(trend.before)} to {percent(trend.share)} of the texts since "
        f"{moment(trend.since)} ({sure(trend.p_value)})"
    )


def event_line(event: Happened) -> str:
    """What happened to a topic."""
    said = KINDS.get(event.kind, event.kind).format(other=event.other or "another topic")
    return f"{event.label} {said}, {moment(event.time)}"


def words_line(came: list[str], went: list[str]) -> str:
    """Words that came and went."""
    new, old = ", ".join(came[:4]), ", ".join(went[:4])
    parts = [f"now {new}" if new else "", f"no longer {old}" if old else ""]
    return "; ".join(filter(None, parts)) or "the same words, in other proportions"


def checks(digest: Digest) -> Iterator[str]:
    """What may be wrong."""
    health = digest.health
    if health.dead:
        dead = _counted(health.dead, "record")
        yield f"check    {dead} could not be used (`biterms status --dead`)"
    if health.silent > SILENT:
        yield f"check    no texts have come for {health.silent / 3600:,.0f} h"
    if health.unknown > 2 * max(health.unknown_before, 0.05):
        usual = f"usually {health.unknown_before:.0%}"
        yield f"check    {health.unknown:.0%} of the words are unknown, {usual}"


def moment(seconds: float) -> str:
    """A moment as people write it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def percent(share: float) -> str:
    """A share of texts."""
    return f"{share:.1%}" if share >= 0.0005 else f"{share:.2%}"


def sure(p_value: float) -> str:
    """How often it would be chance."""
    if p_value < 1e-6:
        return "p < 0.000001"
    return f"p = {p_value:.2g}"


def shortened(text: str) -> str:
    """The beginning of a text."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LETTERS else plain[: LETTERS - 1].rstrip() + "…"
