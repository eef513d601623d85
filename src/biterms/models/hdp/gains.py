"""What validation documents of earlier passes have said of a move, less from pass to pass.

A few documents make mistakes. A topic that helped before is not lost to one bad round, and two
halves of one topic, which gain a little each time, become one in the end.
"""

from __future__ import annotations

#: how much of it is left in the next round
KEPT = 0.25
#: topic k and topic j < k become one; k alone goes for (k, k)
Key = tuple[int, int]


class PastGains:
    """Gains of moves: of all rounds before, and of this one as it was measured last."""

    def __init__(self) -> None:
        self._past: dict[Key, float] = {}
        self._now: dict[Key, float] = {}

    def total(self, key: Key, gain: float) -> float:
        """The gain with what is known from before; it is this round's from now on."""
        self._now[key] = gain
        return gain + self._past.get(key, 0.0)

    def end_round(self) -> None:
        """Other validation documents come."""
        keys = self._past.keys() | self._now.keys()
        self._past = {key: KEPT * self._sum(key) for key in keys}
        self._now = {}

    def _sum(self, key: Key) -> float:
        return self._past.get(key, 0.0) + self._now.get(key, 0.0)
