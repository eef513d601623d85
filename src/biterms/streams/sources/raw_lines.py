"""Lines as they are in a file, with their ends: CR LF, LF or CR."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biterms.text.readers.source import MAX_LINE

_MARK = b"\xef\xbb\xbf"


class RawLines:
    """Lines of some bytes; they are cut out when somebody asks for one.

    Parameters
    ----------
    data : bytes
        The lines; the last one may have no end.
    starts : int64 array, optional
        Where each begins, and where the last one ends; found if not given.
    """

    def __init__(self, data: bytes, starts: NDArray[np.int64] | None = None) -> None:
        self.data = data
        self._starts = _starts(data) if starts is None else starts

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, i: int) -> bytes:
        return self.data[self._starts[i] : self._starts[i + 1]]

    def first(self, n: int) -> RawLines:
        """The first `n` of them."""
        if n == len(self):
            return self
        return RawLines(self.data[: self._starts[n]], self._starts[: n + 1])

    def starts(self, offset: int) -> list[int]:
        """Where each begins, and where the last one ends, if the first one begins at `offset`."""
        starts: list[int] = (self._starts + offset).tolist()
        return starts

    def before_long(self) -> RawLines:
        """Those before the first that has more than MAX_LINE bytes without its end."""
        if len(self.data) <= MAX_LINE:
            return self
        for i in np.flatnonzero(np.diff(self._starts) > MAX_LINE).tolist():
            if len(self[i].removeprefix(_MARK).rstrip(b"\r\n")) > MAX_LINE:
                return self.first(i)
        return self


def _starts(data: bytes) -> NDArray[np.int64]:
    if b"\r" in data:
        sizes = [*map(len, data.splitlines(keepends=True))]
        return np.cumsum([0, *sizes], dtype=np.int64)
    ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n")) + 1
    last = [] if data.endswith(b"\n") or not data else [len(data)]
    return np.concatenate([[0], ends, last]).astype(np.int64, copy=False)
