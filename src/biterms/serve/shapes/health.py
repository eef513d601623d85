"""How the stream and the server are doing."""

from __future__ import annotations

from biterms.serve.shapes.typed import TypedDict


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
