"""Alarms, and the digest."""

from __future__ import annotations

from biterms.serve.shapes.typed import TypedDict


class AlarmText(TypedDict):
    """A typical text of an alarm."""

    id: str
    text: str


class AlarmRow(TypedDict):
    """A story that began, or a topic that burst."""

    number: int
    step: int
    time: float
    since: float
    kind: str
    topic: int | None
    label: str
    strength: float
    ratio: float
    documents: int
    words: list[str]
    texts: list[AlarmText]
    ended: float | None
    seen: bool


class AlarmList(TypedDict):
    """Alarms, the newest first."""

    step: int
    alarms: list[AlarmRow]


class ToldTopic(TypedDict):
    """A topic that rose, faded or is followed."""

    label: str
    topic: int
    documents: int
    share: float
    before: float
    since: float
    p_value: float
    course: list[float | None]
    text: str | None


class HappenedRow(TypedDict):
    """What became of a topic."""

    time: float
    kind: str
    topic: int
    label: str
    other: str | None


class ChangedRow(TypedDict):
    """A topic whose words have changed."""

    topic: int
    label: str
    came: list[str]
    went: list[str]
    moved: float
    chance: float


class DigestHealth(TypedDict):
    """What may be wrong."""

    dead: int
    silent: float
    behind: float
    unknown: float
    unknown_before: float


class DigestView(TypedDict):
    """What a person should know of a span of time."""

    step: int
    since: float
    until: float
    documents: int
    documents_before: int
    topics: int
    lines: list[str]
    alarms: list[AlarmRow]
    rising: list[ToldTopic]
    fading: list[ToldTopic]
    followed: list[ToldTopic]
    happened: list[HappenedRow]
    changed: list[ChangedRow]
    health: DigestHealth
