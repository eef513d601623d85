"""Which posterior descends from which: an id for each line of learning, and the lines before it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from biterms.errors import StoreError
from biterms.learning.stretches import Stretch, Stretches
from biterms.store import Fields

#: earlier lines that are remembered; a model enters a new one each time it is loaded and learns
REMEMBERED = 1024
_ID = re.compile("[0-9a-f]{16}", re.ASCII)


class Anchor(NamedTuple):
    """The moment of a posterior that statistics were inferred from.

    Parameters
    ----------
    model : str
        Id of the posterior's line of learning; statistics of different lines do not add up.
    step : int
        Number of minibatches that the posterior had learnt from.
    """

    model: str
    step: int


@dataclass(frozen=True)
class Lineage:
    """A line of learning that only one posterior in the world continues.

    The id and a number of minibatches name one moment. A copy, and a posterior read from a file,
    begin with the id of the original, since they are the same; the first change gives them an id
    of their own. Ids are drawn at random: two copies may learn from the same documents first and
    from different ones later, so nothing computed at the fork could tell them apart. They
    influence no number that is learnt.

    Parameters
    ----------
    id : str
        16 hexadecimal digits.
    past : tuple of Anchor
        Where this line left the lines before it, the oldest first.
    shared : bool
        Whether another posterior may continue the same line.
    held : Stretches
        What is held beside what these lines learnt: in a sum of models that of the others.
    begun : int
        Minibatches before the first line that is remembered.
    """

    id: str
    past: tuple[Anchor, ...] = ()
    shared: bool = False
    held: Stretches = field(default_factory=Stretches)
    begun: int = 0

    @classmethod
    def new(cls) -> Self:
        """Begin a line that descends from no other."""
        return cls(secrets.token_hex(8))

    def copied(self) -> Lineage:
        """The same line, seen from a second posterior: it has to leave it before it learns."""
        return self if self.shared else replace(self, shared=True)

    def followed(self, step: int) -> Lineage:
        """The line that a change after ``step`` minibatches belongs to."""
        return self.left(step) if self.shared else self

    def left(self, step: int) -> Lineage:
        """A new line that begins after ``step`` minibatches of this one."""
        past, held, begun = (*self.past, Anchor(self.id, step)), self.held, self.begun
        if gone := past[:-REMEMBERED]:
            held, begun = held + Stretches.of(*_stretches(gone, begun)), gone[-1].step
        return Lineage(secrets.token_hex(8), past[-REMEMBERED:], held=held, begun=begun)

    def includes(self, moment: Anchor, step: int) -> bool:
        """Whether ``step`` minibatches of this line came after a moment, or are that moment."""
        return any(
            moment.model == each.model and moment.step <= each.step
            for each in (*self.past, Anchor(self.id, step))
        )

    def contents(self, step: int) -> Stretches:
        """What is held after ``step`` minibatches of this line."""
        return self.held + self._own(step)

    def holding(self, contents: Stretches, step: int) -> Lineage:
        """The same line, of which it is known what is held after ``step`` minibatches."""
        return replace(self, held=contents - self._own(step))

    def _own(self, step: int) -> Stretches:
        return Stretches.of(*_stretches((*self.past, Anchor(self.id, step)), self.begun))

    def to_setting(self) -> dict[str, Any]:
        """The id, the lines before and what is held, for a model file."""
        past = [list(each) for each in self.past]
        return {"id": self.id, "past": past, "begun": self.begun, "held": self.held.to_setting()}

    @classmethod
    def from_setting(cls, kept: Fields) -> Self:
        """Restore a line from what `to_setting` returned; others may have done so, too.

        Raises
        ------
        StoreError
            If it is not made of ids and steps.
        """
        past = kept.value("past")
        if not isinstance(past, list) or len(past) > REMEMBERED:
            raise StoreError(f"a posterior with the past {past!r:.60}, expected ids and steps")
        own = _checked_id(kept.text("id")), tuple(map(_anchor, past))
        if "held" not in kept.settings:  # as it was before models said what they hold
            return cls(*own, shared=True, held=Stretches(complete=False))
        held = Stretches.from_setting(kept.part("held"))
        return cls(*own, shared=True, held=held, begun=kept.whole("begun"))


def _stretches(lines: tuple[Anchor, ...], begin: int) -> Iterator[Stretch]:
    """Lines that went on where the ones before were left."""
    for line, step in lines:
        yield Stretch(line, begin, step)
        begin = step


def _anchor(given: Any) -> Anchor:
    match given:
        case [str(model), int(step)] if type(step) is int and step >= 0:
            return Anchor(_checked_id(model), step)
    raise StoreError(f"the past of the posterior has {given!r:.60}, expected an id and a step")


def _checked_id(given: str) -> str:
    if not _ID.fullmatch(given):
        raise StoreError(f"the posterior has the id {given!r:.60}, expected 16 hexadecimal digits")
    return given
