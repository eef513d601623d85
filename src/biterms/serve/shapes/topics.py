"""Topics of a window, and all that is known of one."""

from __future__ import annotations

from typing import Literal

from biterms.serve.shapes.typed import TypedDict

Window = Literal["1h", "24h", "7d", "all"]
Trend = Literal["rising", "fading", "new"]


class TopicRow(TypedDict):
    """A topic in a window of time."""

    id: int
    label: str
    named: bool
    words: list[str]
    documents: int
    share: float
    before: float | None
    ratio: float | None
    trend: Trend | None
    changed: float | None
    p_value: float | None
    sparkline: list[float | None]
    alarms: int
    born: float | None
    seen: float | None
    total: int
    hidden: bool
    followed: bool
    group: str | None


class Windowed(TypedDict):
    """A window of time that ends with the newest text."""

    step: int
    window: Window
    since: float
    until: float
    bucket: float


class TopicList(Windowed):
    """The topics of a window."""

    documents: int
    documents_before: int
    topics: list[TopicRow]


class WordRow(TypedDict):
    """A word of a topic."""

    word: str
    probability: float
    relevance: float | None


class PairRow(TypedDict):
    """A pair of words of a topic."""

    left: str
    right: str
    weight: float


class TopicText(TypedDict):
    """A text of a topic."""

    id: str
    step: int
    time: float
    text: str
    share: float


class DriftRow(TypedDict):
    """The words of a topic in one period."""

    begin: int
    length: int
    words: list[tuple[str, float]]
    documents: float
    moved: float | None
    chance: float | None


class LineageRow(TypedDict):
    """Something that happened to a topic."""

    time: float
    kind: str
    topic: int
    label: str
    other: int | None
    other_label: str | None
    value: float
    words: list[str]


class TopicPage(Windowed):
    """All that is known of a topic."""

    topic: TopicRow
    size: float | None
    words: list[WordRow]
    pairs: list[PairRow]
    typical: list[TopicText]
    newest: list[TopicText]
    drift: list[DriftRow]
    lineage: list[LineageRow]
