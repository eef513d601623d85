"""Counters that texts go by: by periods of time, or by classes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from biterms.kernels import Array
from biterms.text.readers import Record
from biterms.topics.periods import COUNTED_BY, FEW, Freq, check_freq, chosen, longer, periods_of
from biterms.topics.tally import Tally


class PeriodCounter:
    """Counts texts by periods whose length may become known only at the end.

    Parameters
    ----------
    n_topics : int
        Columns of mixtures.
    freq : {"auto", "hour", "day", "week", "month", "quarter", "year"}
        Length of the periods.

    Raises
    ------
    SettingError
        If there is no such length.
    """

    def __init__(self, n_topics: int, freq: Freq) -> None:
        check_freq(freq)
        self.freq, self.unit, self.tally = freq, COUNTED_BY[freq], Tally(n_topics)

    def add(self, seconds: Array, mixtures: Array) -> None:
        """Count texts: seconds since 1970, and mixtures; those that have NaN are left out."""
        known = np.isfinite(seconds) & np.isfinite(mixtures[:, 0])
        self.tally.add(periods_of(seconds[known], self.unit), mixtures[known])
        self.unit = self._coarser()

    def finish(self) -> Freq:
        """Group what was counted by the length that is returned."""
        length = chosen(self.freq, self.unit, *self._ends())
        self.tally.regroup(partial(longer, unit=self.unit, freq=length))
        return length

    def _coarser(self) -> Freq:
        """Days or months if "auto" will not choose anything shorter."""
        unit = self.unit
        while self.freq == "auto" and unit != "month" and len(self.tally.keys):
            longest: Freq = "hour" if unit == "hour" else "week"
            begin, end = longer(np.array(self._ends()), unit, longest).tolist()
            if end - begin < FEW:
                break
            before, unit = unit, "day" if unit == "hour" else "month"
            self.tally.regroup(partial(longer, unit=before, freq=unit))
        return unit

    def _ends(self) -> tuple[int, int]:
        return int(self.tally.keys[0]), int(self.tally.keys[-1])


class ClassCounter:
    """Counts texts by their labels.

    Parameters
    ----------
    n_topics : int
        Columns of mixtures.
    """

    def __init__(self, n_topics: int) -> None:
        self.tally = Tally(n_topics)

    def add(self, records: Sequence[str | Record], mixtures: Array) -> None:
        """Count texts; those without a label, or with NaN as mixtures, are left out."""
        labels = [(isinstance(one, Record) and one.label) or "" for one in records]
        known = np.array([label != "" for label in labels]) & np.isfinite(mixtures[:, 0])
        self.tally.add(np.array(labels, dtype=object)[known], mixtures[known])
