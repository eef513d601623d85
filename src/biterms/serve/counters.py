"""How many requests there were, of what, and how long they took."""

from __future__ import annotations

from collections import Counter

#: the paths that are told apart
PATHS = (
    *("about", "topics", "texts", "assign", "explain", "timeline", "alarms", "digest", "moments"),
    *("compare", "edits", "events", "health", "metrics"),
)
_NAMES = {f"/v1/{name}": name for name in PATHS}


class Counters:
    """Counts answers by path and status."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self.seconds: Counter[str] = Counter()

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count an answer.

        Parameters
        ----------
        path : str
            What was asked for.
        status : int
            The status of the answer; 0 if the client has gone before there was one.
        seconds : float
            How long it took.
        """
        name = _NAMES.get(path) or _NAMES.get("/".join(path.split("/")[:3]), "other")
        self.answers[name, status] += 1
        self.seconds[name] += seconds  # type: ignore[assignment]
