"""What can be said beside a question: its parameters, none of which is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from biterms.serve.shapes.topics import Window
from biterms.serve.shapes.typed import TypedDict


class TopicsAsked(TypedDict, total=False):
    """Points of each sparkline, and whether hidden topics are listed, too."""

    points: int
    hidden: bool


class TopicAsked(TypedDict, total=False):
    """The window of the numbers, and rows of words over time at most."""

    window: Window
    rows: int


class TextsAsked(TypedDict, total=False):
    """Which texts, later than a step, how many at most, and whether they are explained."""

    topic: int
    words: str
    after: int
    limit: int
    explain: bool


class TimelineAsked(TypedDict, total=False):
    """The length of periods, the range of time, and which topics, or how many of the largest."""

    period: Literal["minute", "hour", "day"]
    since: float
    until: float
    topics: Sequence[int]
    top: int


class AlarmsAsked(TypedDict, total=False):
    """Since when, whether only those that nobody has seen, and how many at most."""

    since: float
    unseen: bool
    limit: int


class EditSaid(TypedDict, total=False):
    """What an edit is about, what it says, and who says it."""

    topic: int
    alarm: int
    value: str | bool
    author: str
