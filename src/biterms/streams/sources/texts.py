"""Any iterable of Python, or a table, as a source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from biterms.streams.source import Batch, Broken, Source
from biterms.text.readers import Record
from biterms.topics.handed_in import Beside, rows_of


class Texts(Source):
    """Texts of any iterable or table; the position is the number of texts that have been taken.

    Parameters
    ----------
    texts : iterable of str or Record, data frame, or tables one after another
        The texts. After a restart as many of them are passed over as were recorded before, so it
        must give the same texts again. Of a table (pandas, polars, and all that speak Arrow) rows
        without a text are left out; one that comes in batches is read batch by batch.
    name : str, default="texts"
        A name, the same at every start.
    text, times, classes, ids : str, optional
        Columns of a table; None is the one with a usual name for the texts, and no other.

    Examples
    --------
    >>> import polars as pl
    >>> titles = pl.DataFrame({"title": ["late goal wins", "no goal"], "day": "2024-05-01"})
    >>> source = Texts(titles, times="day")
    >>> source.poll(1, 0.0).records[0].time
    '2024-05-01'
    """

    def __init__(
        self,
        texts: Any,
        name: str = "texts",
        *,
        text: str | None = None,
        times: str | None = None,
        classes: str | None = None,
        ids: str | None = None,
    ) -> None:
        self.name, self.ended = name, False
        rows = rows_of(texts, Beside(text, times, classes, ids))
        self._texts: Iterator[Any] = iter(texts) if rows is None else rows
        self._taken = 0

    def open(self, positions: Mapping[str, Any]) -> None:
        """Pass over what was recorded before."""
        self._taken = int(positions.get("taken", 0))
        for _ in islice(self._texts, self._taken):
            pass

    def poll(self, max_documents: int, timeout: float) -> Batch:  # noqa: ARG002
        """The next texts; an iterable that waits is waited for."""
        given = list(islice(self._texts, max_documents))
        self.ended = len(given) < max_documents
        records, broken = [], []
        for place, text in enumerate(given, self._taken):
            if isinstance(text, Record):
                records.append(text)
            elif isinstance(text, str):
                records.append(Record(text, str(place), None, None))
            else:
                broken.append(Broken(str(place), f"no text but {type(text).__name__}", repr(text)))
        self._taken += len(given)
        return Batch(records, {"taken": self._taken} if given else {}, broken)

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Nothing has to be told to an iterable."""

    def close(self) -> None:
        """An iterable is left as it is."""
