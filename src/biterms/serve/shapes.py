"""What requests and answers look like: for the description of the API, the views and the client."""

from __future__ import annotations

import sys
from typing import Any, Literal

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:  # pydantic reads only those that know their own optional fields
    from typing_extensions import TypedDict

Window = Literal["1h", "24h", "7d", "all"]
Trend = Literal["rising", "fading", "new"]


class Problem(TypedDict):
    """What was found, what was expected, and what to do."""

    status: int
    found: str | None
    expected: str | None
    action: str | None


class Failed(TypedDict):
    """The answer to a request that was refused."""

    error: Problem


class Limits(TypedDict):
    """How much a request may bring."""

    texts: int
    letters: int
    bytes: int


class About(TypedDict):
    """What is served."""

    name: str
    version: str
    read_only: bool
    step: int
    snapshot: int | None
    limits: Limits
    windows: list[str]


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
    relevance: float


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


class EditRow(TypedDict):
    """Something that a person has said."""

    number: int
    time: float
    author: str
    what: Literal["label", "hide", "follow", "group", "seen"]
    topic: int | None
    alarm: int | None
    value: Any
    undone: float | None


class EditList(TypedDict):
    """Edits, the newest first."""

    edits: list[EditRow]


class EditMade(TypedDict):
    """The number of a new edit."""

    number: int


class EditUndone(TypedDict):
    """The number of an edit that counts no more."""

    number: int
    undone: bool


class SnapshotRow(TypedDict):
    """The newest snapshot."""

    step: int
    saved: float
    words: int
    topics: int
    documents: int


class FollowerRow(TypedDict):
    """The process that follows."""

    process: int
    host: str
    since: float | None
    running: bool | None
    memory: int | None


class SinkRow(TypedDict):
    """How far a sink goes."""

    name: str
    step: int
    behind: int


class ServerRow(TypedDict):
    """How the server is doing."""

    since: float
    memory: int | None
    requests: int
    snapshot: int | None
    events: int


class HealthView(TypedDict):
    """How the stream and the server are doing."""

    step: int
    now: float
    followed: bool
    documents: int
    last: float | None
    lag: float | None
    rate: float | None
    rates: dict[str, float]
    lpp: float | None
    unknown: float | None
    dead: int
    waiting: int
    snapshot: SnapshotRow | None
    follower: FollowerRow | None
    sinks: list[SinkRow]
    journal: int
    disk: int
    free: int
    server: ServerRow


Change = TypedDict(
    "Change",
    {
        "step": int,
        "from": int | None,
        "snapshot": int | None,
        "documents": int,
        "added": int,
        "arrived": float | None,
        "until": float | None,
        "topics": list[tuple[int, int]] | None,
        "alarms": list[int],
        "edits": int,
    },
)
Change.__doc__ = "What an event tells."
