"""Topics over time, on the sample of documents that have one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from biterms.kernels import Array
from biterms.text.times import TimeColumn
from biterms.topics.report_data import Prevalence

#: seconds of a bucket: hour, day, week, 30 days, quarter, year; the shortest that gives few enough
WIDTHS = (3600, 86_400, 604_800, 2_592_000, 7_776_000, 31_536_000)
MOST_BUCKETS = 60


def prevalence(
    times: Sequence[str | None], mixtures: Array, column: TimeColumn | None = None
) -> Prevalence | None:
    """Mean mixture of the documents of each stretch of time; None when less than two have some.

    The column says how times are read, and keeps the account of it.
    """
    seconds = (column or TimeColumn()).seconds(times)
    known = np.isfinite(seconds)
    if known.sum() < 2:
        return None
    first, last = seconds[known].min(), seconds[known].max()
    width = next((w for w in WIDTHS if last - first < w * MOST_BUCKETS), WIDTHS[-1])
    place = ((seconds[known] - first) // width).astype(np.int64)
    used, bucket = np.unique(place, return_inverse=True)
    if len(used) < 2:
        return None
    counts = np.bincount(bucket)
    shares = np.zeros((len(used), mixtures.shape[1]))
    np.add.at(shares, bucket, mixtures[known])
    begins = [_iso(first + width * at) for at in used]
    rows = (shares / counts[:, None]).T
    return Prevalence(tuple(begins), tuple(map(tuple, rows.tolist())), tuple(counts.tolist()))


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="minutes").removesuffix("+00:00")
