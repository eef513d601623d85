"""Texts as a model wants them: counts of words, or words in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from biterms.bags.in_order import InOrder
from biterms.kernels import Sequences
from biterms.models.estimator import TopicEstimator
from biterms.text.vectoriser import Vectoriser


def fitted(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """The words are learnt from these texts."""
    if model.pair_window is None:
        return text.fit_transform(texts)
    return _in_order(text.fit_in_order(texts), text, model.pair_window)


def grown(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """Words that have become frequent enough join."""
    if model.pair_window is None:
        return text.grow(texts)
    return _in_order(text.grow_in_order(texts), text, model.pair_window)


def seen(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """The words stay as they are."""
    if model.pair_window is None:
        return text.transform(texts)
    return _in_order(text.in_order(texts), text, model.pair_window)


def _in_order(pieces: Iterable[Sequences], text: Vectoriser, window: int) -> InOrder:
    """Words without a column are left out: their neighbours stand side by side then."""
    return InOrder.from_pieces(map(_known, pieces), text.n_words_).within(window)


def _known(piece: Sequences) -> Sequences:
    known = piece.words >= 0
    return Sequences(np.concatenate([[0], np.cumsum(known)])[piece.ptr], piece.words[known])
