"""Any iterable of Python as a source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from biterms.streams.source import Batch, Broken, Source
from biterms.text.readers import Record


class Texts(Source):
    """Texts of any iterable; the position is the number of texts that have been taken.

    Parameters
    ----------
    texts : iterable of str or Record
        The texts. After a restart as many of them are passed over as were recorded before, so it
        must give the same texts again.
    name : str, default="texts"
        A name, the same at every start.
    """

    def __init__(self, texts: Iterable[str | Record], name: str = "texts") -> None:
        self.name, self.ended = name, False
        self._texts: Iterator[Any] = iter(texts)
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
