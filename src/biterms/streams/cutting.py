"""When documents that have come are enough to be recorded and learnt from."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from biterms.errors import SettingError
from biterms.streams.source import Batch, Broken, Source
from biterms.text.readers import Record

#: seconds that one source is waited for while there are others
TURN = 0.05
#: seconds of a wait after which somebody who wants to stop is heard
PATIENCE = 0.5


@dataclass(frozen=True)
class Cutting:
    """How documents of a stream are cut.

    Parameters
    ----------
    every : int
        Documents of a minibatch: as soon as there are so many, they are cut.
    within : float or None
        Seconds after the first document of a cut when it ends, however few there are. With None
        cuts are made by number alone, and the same stream always has the same cuts.
    most : int
        Documents of a cut at most. When more have come than a minibatch, a cut holds several of
        them, which costs one transaction.
    """

    every: int = 100
    within: float | None = 1.0
    most: int = 8192

    def __post_init__(self) -> None:
        for name in ("every", "most"):
            given: Any = getattr(self, name)
            if not (isinstance(given, int) and given > 0):
                raise SettingError(
                    f"{name}={given!r:.40}: expected a number of documents, 1 or more"
                )
        if self.within is not None and not self.within > 0:
            raise SettingError(f"within={self.within!r:.40}: expected seconds above 0, or None")

    @property
    def whole(self) -> int:
        """Documents of the largest cut of whole minibatches."""
        return self.every * max(1, self.most // self.every)


@dataclass
class Gathered:
    """Documents of several sources that are waiting to be recorded."""

    records: list[Record] = field(default_factory=list)
    positions: dict[str, dict[str, Any]] = field(default_factory=dict)
    broken: dict[str, list[Broken]] = field(default_factory=dict)
    since: float | None = None

    def add(self, source: str, batch: Batch) -> None:
        """Documents of a source, and its positions after them."""
        if self.since is None and (batch.records or batch.broken):
            self.since = time.monotonic()
        self.records += batch.records
        self.positions.setdefault(source, {}).update(batch.positions)
        self.broken.setdefault(source, []).extend(batch.broken)

    def __bool__(self) -> bool:
        return bool(self.records or any(self.broken.values()) or any(self.positions.values()))


def cuts(
    sources: Sequence[Source], cutting: Cutting, stopping: Callable[[], bool]
) -> Iterator[Gathered]:
    """The documents of sources, cut.

    A cut by number has a whole number of minibatches, and as many as are there without waiting.
    Before the last document of a minibatch has come the cut waits, until time is up.

    Parameters
    ----------
    sources : sequence of Source
        Where they come from, in the order in which they are asked.
    cutting : Cutting
        The rule.
    stopping : callable
        Says whether to stop; what has been gathered then is the last cut.

    Yields
    ------
    Gathered
        The documents of one cut.
    """
    gathered = Gathered()
    while not stopping():
        left = [source for source in sources if not source.ended]
        if not left:
            break
        came = _poll(left, gathered, cutting)
        if gathered and _complete(gathered, cutting, came):
            yield gathered
            gathered = Gathered()
    if gathered:
        yield gathered


def _poll(sources: list[Source], gathered: Gathered, cutting: Cutting) -> bool:
    """Ask every source once; whether any of them had documents."""
    came = False
    for source in sources:
        room = _room(gathered, cutting)
        if not room:
            return True
        batch = source.poll(room, 0.0 if came else _wait(gathered, cutting, len(sources)))
        came |= bool(batch.records)
        gathered.add(source.name, batch)
    return came


def _room(gathered: Gathered, cutting: Cutting) -> int:
    """Documents that still fit in the minibatch at hand, so that none is cut in two."""
    n = len(gathered.records)
    return cutting.every - n % cutting.every if n < cutting.whole else 0


def _wait(gathered: Gathered, cutting: Cutting, n_sources: int) -> float:
    """Seconds to wait for a source."""
    n = len(gathered.records)
    if n and n % cutting.every == 0:
        return 0.0  # whole minibatches: only what is there already may join
    turn = PATIENCE if n_sources == 1 else TURN
    if cutting.within is None or gathered.since is None:
        return turn
    return min(turn, max(0.0, gathered.since + cutting.within - time.monotonic()))


def _complete(gathered: Gathered, cutting: Cutting, came: bool) -> bool:
    """Whether a cut ends here."""
    n = len(gathered.records)
    if n >= cutting.whole or (n and n % cutting.every == 0 and not came):
        return True
    late = cutting.within is not None and gathered.since is not None
    return late and time.monotonic() >= gathered.since + cutting.within  # type: ignore[operator]
