"""Texts with their topics."""

from __future__ import annotations

from biterms.serve.shapes.typed import TypedDict


class SharedTopic(TypedDict):
    """A topic of a text, with what speaks for it."""

    id: int
    label: str
    probability: float
    words: list[tuple[str, float]]
    pairs: list[tuple[str, str, float]]


class ExplainedText(TypedDict):
    """A text, its topics and its unknown words."""

    text: str
    unknown: list[str]
    topics: list[SharedTopic]


class TextRow(TypedDict):
    """One of the newest texts."""

    id: str
    step: int
    time: float
    text: str
    topic: int | None
    label: str | None
    share: float
    explanation: ExplainedText | None


class TextList(TypedDict):
    """The newest texts."""

    step: int
    texts: list[TextRow]


class AssignedRow(TypedDict):
    """The topic of a text."""

    topic: int | None
    label: str
    probability: float
    second: int | None
    second_probability: float
    note: str


class Assigned(TypedDict):
    """The topics of texts."""

    snapshot: int
    rows: list[AssignedRow]


class Explained(TypedDict):
    """The topics of texts, and what speaks for them."""

    snapshot: int
    rows: list[ExplainedText]
