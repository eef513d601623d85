"""What a journal has of a stream: cuts that can be learnt from again, and positions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from biterms.errors import StoreError
from biterms.streams.cut import Cut
from biterms.streams.journal_file import JournalFile
from biterms.streams.lateness import Lateness
from biterms.streams.packed import as_key, from_key, unpacked


class JournalReading(JournalFile):
    """A journal whose cuts and positions can be read; the process that writes it does so."""

    def first_since(self, moment: float) -> int | None:
        """The first cut that still has its documents and came since a moment; None if none has.

        Parameters
        ----------
        moment : float
            In seconds since 1970.
        """
        asked = "SELECT min(step) FROM cut WHERE arrived >= ? AND documents IS NOT NULL"

        def read() -> int | None:
            with self._explained():
                found: int | None = self._db.execute(asked, (moment,)).fetchone()[0]
            return found

        return self._writer.submit(read).result()  # another thread may be recording a cut

    def cuts_after(self, step: int) -> Iterator[Cut]:
        """Read the cuts after a step, in their order.

        Parameters
        ----------
        step : int
            The step of a snapshot.

        Yields
        ------
        Cut
            A cut.

        Raises
        ------
        StoreError
            If one of them is missing.
        """
        at = step
        while row := self._row(at):
            found, arrived, n, every, joined, data, seconds, dropping = row
            if found != at + 1 or data is None:
                raise StoreError(
                    f"{self.path} has no documents of step {at + 1}: they were forgotten for a "
                    "later snapshot than the one that is there; bring back a model.json with its "
                    "arrays and a journal that belong together"
                )
            late = None if seconds is None else Lateness(seconds, bool(dropping))
            yield Cut(found, arrived, unpacked(data, n), every, bool(joined), late)
            at = found

    def groups_after(self, step: int) -> Iterator[list[Cut]]:
        """Read the cuts after a step as they were learnt from: together, where they are joined.

        Parameters
        ----------
        step : int
            The step of a snapshot.

        Yields
        ------
        list of Cut
            Cuts.
        """
        group: list[Cut] = []
        for cut in self.cuts_after(step):
            if group and not cut.joined:
                yield group
                group = []
            group.append(cut)
        if group:
            yield group

    def _row(self, after: int) -> Any:
        with self._explained():
            return self._db.execute(
                "SELECT * FROM cut WHERE step > ? ORDER BY step LIMIT 1", (after,)
            ).fetchone()

    def positions(self, source: str) -> dict[str, Any]:
        """Where a source goes on.

        Parameters
        ----------
        source : str
            Its name.

        Returns
        -------
        dict of str to object
            Its positions.
        """
        with self._explained():
            asked = "SELECT key, value FROM position WHERE source = ?"
            rows = self._db.execute(asked, (as_key(source),))
            return {from_key(key): json.loads(value) for key, value in rows}
