"""What people have said, and what events tell."""

from __future__ import annotations

from typing import Any, Literal

from biterms.serve.shapes.typed import TypedDict

EditKind = Literal["label", "hide", "follow", "group", "seen"]


class EditRow(TypedDict):
    """Something that a person has said."""

    number: int
    time: float
    author: str
    what: EditKind
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
