"""The counts of top words in a model file."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.store import Fields
from biterms.topics.most_probable import most_probable
from biterms.topics.top_counts import COUNTED, TopCounts, TopLists

ARRAYS = ("words", "since", "alone", "both")


def counts_state(counts: TopCounts) -> tuple[dict[str, Any], dict[str, Array]]:
    """Settings and arrays of a model file."""
    arrays = {f"counted.{name}": getattr(counts, name) for name in ARRAYS}
    return {"seen": counts.seen, "chosen_at": counts.chosen_at}, arrays


def counts_from_state(kept: Fields, model: TopicEstimator) -> TopCounts:
    """What `counts_state` gave; an older file has none, and counting begins with what follows."""
    if "counted" not in kept.settings:
        return TopCounts.begin(most_probable(model.posterior_, COUNTED), model.n_docs_)
    counted, K = kept.part("counted"), model.posterior_.n_topics
    seen = counted.whole("seen")
    words = kept.array("counted.words", (K, None), np.int64)
    T = words.shape[1]
    since, alone, both = (
        kept.array(f"counted.{name}", shape, np.int64)
        for name, shape in zip(ARRAYS[1:], [(K, T), (K, T, T), (K, T, T)], strict=True)
    )
    chosen_at = counted.whole("chosen_at", most=seen)
    counts = TopCounts(TopLists(words), since, alone, both, seen, chosen_at)
    _check(counts, model.n_features_in_)
    return counts


def _check(counts: TopCounts, n_words: int) -> None:
    words = counts.words
    sound = -1 <= words.min(initial=-1) and words.max(initial=-1) < n_words
    sound = sound and all(len({*row[row >= 0]}) == (row >= 0).sum() for row in words)
    sound = sound and not (np.diff((words < 0).astype(int), axis=1) < 0).any()
    if not sound:
        raise StoreError("the top words that it counts are not different words of its topics")
    texts = counts.seen - np.maximum(counts.since[:, :, None], counts.since[:, None, :])
    fit = (0 <= counts.both) & (counts.both <= counts.alone) & (counts.alone <= texts)
    if (counts.since < 0).any() or not fit.all():
        raise StoreError("its counts of top words are not numbers of the texts that went by")
