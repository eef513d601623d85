"""Names beside points, placed so that none lies on another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

#: of a letter and a line in pixels, at the font size of the picture
LETTER, LINE, RADIUS = 5.6, 11.0, 4.0


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The common area."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0.0) * max(down, 0.0)


class Label(NamedTuple):
    """Where a name begins, or ends if it stands on the left of its point; its middle line."""

    x: float
    y: float
    on_the_left: bool


def placed(points: Sequence[tuple[float, float]], names: Sequence[str]) -> list[Label]:
    """One label per point, in their order; the nearest place that covers least of the others."""
    taken = [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in points]
    taken.append(Box(-1e4, -1e4, 0, 1e4))  # the numbers of the axis
    labels = []
    for (x, y), name in zip(points, names, strict=True):
        width = LETTER * len(name)
        best = min(places(x, y), key=lambda one: sum(box(one, width).overlap(b) for b in taken))
        taken.append(box(best, width))
        labels.append(best)
    return labels


def places(x: float, y: float) -> Iterator[Label]:
    """The places for a label, the preferred ones first."""
    for shift in (0.0, -LINE, LINE, -2 * LINE, 2 * LINE, -3 * LINE, 3 * LINE):
        gap = RADIUS + 3 if not shift else RADIUS
        yield Label(x + gap, y + shift, on_the_left=False)
        yield Label(x - gap, y + shift, on_the_left=True)


def box(label: Label, width: float) -> Box:
    left = label.x - width if label.on_the_left else label.x
    return Box(left, label.y - LINE / 2, left + width, label.y + LINE / 2)
