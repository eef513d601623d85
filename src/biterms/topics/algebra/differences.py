"""What became of the topics of a model, as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from biterms.topics.algebra.difference_chart import svg
from biterms.topics.exports import Kinds
from biterms.topics.html import table, text
from biterms.topics.rows import Rows

Kind = Literal["born", "died", "grew", "shrank", "steady"]
#: a topic with less than this part of its other share was not there yet, or is there no more
GONE = 0.1
#: a topic whose share has changed by this factor has grown, or shrunk
FACTOR = 1.25
#: Hellinger distance from which on the words of a topic have moved
MOVED = 0.3


@dataclass(frozen=True)
class TopicDifference:
    """What became of a topic.

    Parameters
    ----------
    id : int
        The id of the topic; of one that died, the id that it had.
    label : str
        Its name.
    was : int or None
        The id of the topic before; None if it was born.
    kind : {"born", "died", "grew", "shrank", "steady"}
        What became of its share: there was none or less than a tenth of it, there is none or less
        than a tenth of it left, or it has changed by a factor of at least 1.25.
    before, after : float
        Its share of all that was learnt.
    distance : float or None
        Hellinger distance between its words before and after, 0 to 1.
    gained, lost : tuple of str
        The words that account for most of the distance.

    Examples
    --------
    >>> from biterms import TopicDifference
    >>> words = ("iraq", "war"), ("health",)
    >>> TopicDifference(26, "iraq war", 26, "grew", 0.02, 0.05, 0.41, *words).description()
    'grew from 2.0% to 5.0% and moved by 0.41: + iraq, war; - health'
    """

    id: int
    label: str
    was: int | None
    kind: Kind
    before: float
    after: float
    distance: float | None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether its words are clearly others: at a distance of 0.3 or more."""
        return self.distance is not None and self.distance >= MOVED

    def description(self) -> str:
        """What happened, in words."""
        if self.kind == "born" or self.was is None:
            return f"born: {self.after:.1%}"
        if self.kind == "died":
            return f"died: {self.before:.1%} before"
        steady = f"steady at {self.after:.1%}"
        share = f"{self.kind} from {self.before:.1%} to {self.after:.1%}"
        share = steady if self.kind == "steady" else share
        if not self.moved:
            return share
        words = [f"{sign} {', '.join(some)}" for sign, some in self._words() if some]
        return f"{share} and moved by {self.distance:.2f}: {'; '.join(words)}"

    def _words(self) -> list[tuple[str, tuple[str, ...]]]:
        return [("+", self.gained), ("-", self.lost)]


class Differences(Rows[TopicDifference]):
    """What became of all topics, the largest changes first; it shows itself as a table.

    Parameters
    ----------
    rows : sequence of TopicDifference
        The topics.
    aligned : bool
        Whether topics were matched by their words, since the models began with different topics;
        otherwise by their ids.

    Examples
    --------
    >>> from biterms import Differences, TopicDifference
    >>> row = TopicDifference(26, "iraq war", 26, "grew", 0.02, 0.05, 0.1)
    >>> Differences([row], aligned=False)
    1 topic: 1 grew
      26  iraq war: grew from 2.0% to 5.0%
    """

    def __init__(self, rows: Sequence[TopicDifference], aligned: bool) -> None:
        super().__init__(rows)
        self.aligned = aligned

    @property
    def kinds(self) -> Kinds:
        """The columns of a table, and what each of them holds."""
        texts, shares = ("gained", "lost"), ("before", "after", "distance")
        first: dict[str, type] = {"id": int, "label": str, "was": int, "kind": str, "moved": str}
        return first | dict.fromkeys(shares, float) | dict.fromkeys(texts, str)

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row for each topic; words are one text."""
        return [
            {
                **asdict(row),
                "moved": "yes" if row.moved else "no",
                "gained": " ".join(row.gained),
                "lost": " ".join(row.lost),
            }
            for row in self
        ]

    def to_dicts(self) -> dict[str, Any]:
        """All of it for JSON."""
        topics = [
            {**asdict(row), "gained": [*row.gained], "lost": [*row.lost], "moved": row.moved}
            for row in self
        ]
        return {"aligned": self.aligned, "topics": topics}

    def changed(self) -> list[TopicDifference]:
        """The topics whose share or words have changed.

        Returns
        -------
        list of TopicDifference
        """
        return [row for row in self if row.kind != "steady" or row.moved]

    def svg(self) -> str:
        """A picture: the share of each topic before and after.

        Returns
        -------
        str
            An SVG image.
        """
        return svg(self)

    def counted(self) -> str:
        """One line that says how many topics did what."""
        names = ("born", "died", "grew", "shrank", "steady")
        numbers = [(sum(row.kind == name for row in self), name) for name in names]
        moved = sum(row.moved for row in self)
        said = [f"{n} {name}" for n, name in [*numbers, (moved, "moved")] if n]
        how = " (matched by their words)" if self.aligned else ""
        return f"{len(self)} topic{'' if len(self) == 1 else 's'}{how}: {', '.join(said)}"

    def __str__(self) -> str:
        lines = [f"{row.id:>4}  {row.label}: {row.description()}" for row in self.changed()]
        return "\n".join([self.counted(), *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [[str(row.id), text(row.label), text(row.description())] for row in self.changed()]
        words = table(["id", "label", "change"], rows, text(self.counted()))
        return f"{self.svg()}{words}"
