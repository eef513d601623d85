"""What is served, and what a refusal says."""

from __future__ import annotations

from biterms.serve.shapes.typed import TypedDict


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
