"""When documents that have come are enough to be recorded and learnt from."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
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
        Documents that are learnt from together at most, when more have come than a minibatch.
    commit : int or None
        Documents of a cut, i.e. of one transaction, at most; None stands for `most`.
    """

    every: int = 100
    within: float | None = 1.0
    most: int = 8192
    commit: int | None = None

    def __post_init__(self) -> None:
        for name in ("every", "most", "commit"):
            given: Any = getattr(self, name)
            if name == "commit" and given is None:
                continue
            if not (isinstance(given, int) and given > 0):
                raise SettingError(
                    f"{name}={given!r:.40}: expected a number of documents, 1 or more"
                )
        if self.within is not None and not self.within > 0:
            raise SettingError(f"within={self.within!r:.40}: expected seconds above 0, or None")

    @property
    def whole(self) -> int:
        """Documents of whole minibatches that are learnt from together at most."""
        return self.every * max(1, self.most // self.every)

    @property
    def cut(self) -> int:
        """Documents of the largest cut of whole minibatches."""
        commit = self.most if self.commit is None else min(self.commit, self.most)
        return self.every * max(1, commit // self.every)


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


class Cutter:
    """Gathers the documents of sources until they are enough for a cut.

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
    """

    def __init__(
        self, sources: Sequence[Source], cutting: Cutting, stopping: Callable[[], bool]
    ) -> None:
        self._sources, self._cutting, self._stopping = sources, cutting, stopping
        self._gathered = Gathered()

    @property
    def ended(self) -> bool:
        """Whether nothing more is read; the last cut may still be there."""
        return self._stopping() or all(source.ended for source in self._sources)

    @property
    def exhausted(self) -> bool:
        """Whether there will be no other cut."""
        return self.ended and not self._gathered

    def next(self, *, wait: bool) -> Gathered | None:
        """The next cut.

        Parameters
        ----------
        wait : bool
            Whether to wait for documents; else there is none if they have not come yet.

        Returns
        -------
        Gathered or None
            None if there is none now; when `ended`, there will be none any more.
        """
        while not self.ended:
            came = self._poll(wait=wait)
            if self._complete(came):
                return self._taken()
            if not (wait or came):
                return None
        return self._taken() if self._gathered else None

    def _taken(self) -> Gathered:
        taken, self._gathered = self._gathered, Gathered()
        return taken

    def _poll(self, *, wait: bool) -> bool:
        """Ask every source once; whether any of them had documents."""
        came, left = False, [source for source in self._sources if not source.ended]
        for source in left:
            n = len(self._gathered.records)
            if n >= self._cutting.cut:
                return True
            # among several, up to the end of the minibatch at hand: then it is another one's turn
            several = self._cutting.every - n % self._cutting.every
            room = self._cutting.cut - n if len(left) == 1 else several
            timeout = self._timeout(len(left)) if wait and not came else 0.0
            batch = source.poll(room, timeout)
            came |= bool(batch.records)
            self._gathered.add(source.name, batch)
        return came

    def _timeout(self, n_sources: int) -> float:
        """Seconds to wait for a source."""
        n, since = len(self._gathered.records), self._gathered.since
        if n and n % self._cutting.every == 0:
            return 0.0  # whole minibatches: only what is there already may join
        turn = PATIENCE if n_sources == 1 else TURN
        if self._cutting.within is None or since is None:
            return turn
        return min(turn, max(0.0, since + self._cutting.within - time.monotonic()))

    def _complete(self, came: bool) -> bool:
        """Whether the cut ends here."""
        n, since, within = len(self._gathered.records), self._gathered.since, self._cutting.within
        if n >= self._cutting.cut or (n and n % self._cutting.every == 0 and not came):
            return True
        return within is not None and since is not None and time.monotonic() >= since + within
