"""Texts as a model wants them: counts of words, or words in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from biterms.bags.in_order import InOrder
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.text.vectoriser import Vectoriser


def fitted(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """The words are learnt from these texts."""
    if model.pair_window is None:
        return text.fit_transform(texts)
    return _in_order(text.fit_ordered(texts), text, model.pair_window)


def grown(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """Words that have become frequent enough join."""
    if model.pair_window is None:
        return text.grow(texts)
    return _in_order(text.grow_ordered(texts), text, model.pair_window)


def seen(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """The words stay as they are."""
    if model.pair_window is None:
        return text.transform(texts)
    return _in_order(text.ordered(texts), text, model.pair_window)


def _in_order(rows: Iterable[Array], text: Vectoriser, window: int) -> InOrder:
    """Words without a column are left out: their neighbours stand side by side then."""
    return InOrder((row[row >= 0] for row in rows), text.n_words_, window=window)
