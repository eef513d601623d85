"""Topics over time, and moments to go back to."""

from __future__ import annotations

from typing import Literal

from biterms.serve.shapes.typed import TypedDict


class TimelineTopic(TypedDict):
    """A topic in each period."""

    id: int
    label: str
    documents: list[int]
    shares: list[float]


class OtherTopics(TypedDict):
    """All other topics together in each period."""

    documents: list[int]
    shares: list[float]


class TimelineView(TypedDict):
    """Topics over time."""

    step: int
    period: int
    begins: list[int]
    documents: list[int]
    lpp: list[float | None]
    unknown: list[float | None]
    topics: list[TimelineTopic]
    others: OtherTopics


class MomentRow(TypedDict):
    """A moment that one can go back to."""

    step: int
    arrived: float
    documents: int
    newest: bool


class MomentList(TypedDict):
    """Moments, the oldest first."""

    moments: list[MomentRow]


class ComparedTopic(TypedDict):
    """A topic at two moments."""

    id: int
    label: str
    what: list[Literal["born", "died", "grew", "shrank", "moved"]]
    size_from: float | None
    size_to: float | None
    distance: float | None
    words_from: list[str]
    words_to: list[str]
    came: list[str]
    went: list[str]


Comparison = TypedDict(
    "Comparison", {"from": MomentRow, "to": MomentRow, "topics": list[ComparedTopic]}
)
Comparison.__doc__ = "Two moments side by side."
