"""How much a term weighs in a document: counts, tf or tf-idf."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array, Counts
from biterms.settings import check_whole

Weighting = Literal["counts", "tf", "tf-idf"]
WEIGHTINGS = ("counts", "tf", "tf-idf")
#: More documents than any collection has.
MOST_DOCUMENTS = 10**12


def check_settings(threshold: Any, weighting: Any) -> None:
    """Refuse what makes no sense."""
    check_whole("threshold", threshold, MOST_DOCUMENTS)
    if weighting not in WEIGHTINGS:
        raise SettingError(f"weighting={weighting!r}: expected 'counts', 'tf' or 'tf-idf'")


def idf(documents: Array, n_docs: int) -> Array:
    """log(N / df); 0 for what no document has."""
    return np.where(documents > 0, np.log(n_docs / np.maximum(documents, 1)), 0.0)


def weighed(counts: Counts, weighting: Weighting, idf: Array | None) -> Array:
    """The weight of each entry; tf is the count over the length of the document."""
    weights = counts.data.astype(np.float64)
    if weighting == "counts":
        return weights
    owner = np.repeat(np.arange(len(counts)), np.diff(counts.indptr))
    weights /= np.bincount(owner, weights=weights, minlength=len(counts))[owner]
    return weights if idf is None else weights * idf[counts.indices]
