"""What a worker does in a synchronous round: the document step of a part of a minibatch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from biterms import kernels
from biterms.cluster.account import Spent, spending
from biterms.cluster.counting import Counted, joined
from biterms.cluster.layout import Slice
from biterms.cluster.parcels import Parcel
from biterms.cluster.tasks import Ids, texts_in_ids
from biterms.kernels import Array, Packed, Rows
from biterms.learning.lineage import Anchor
from biterms.learning.parts import rounded_statistics
from biterms.learning.statistics import GRID_BITS
from biterms.models.estimator import TopicEstimator
from biterms.topics.encode import encode_ids


class Asked(NamedTuple):
    """Which part of which minibatch, and what is known.

    Parameters
    ----------
    step, part : int
        Number of the minibatch, and of the part.
    model : TopicEstimator
        The settings.
    settings : object
        Settings of the document step at this moment.
    n_words : int
        Number of words.
    anchor : Anchor
        This moment.
    """

    step: int
    part: int
    model: TopicEstimator
    settings: Any
    n_words: int
    anchor: Anchor


def prepare_part(
    parts: Sequence[Counted], slices: Sequence[Slice], model: TopicEstimator, ids: Ids, keys: Any
) -> Packed:
    """The documents of a part, for the kernels; they stay on the worker."""
    tokens = [
        texts_in_ids(part, np.arange(some.begin, some.end), ids.of(part, keys))
        for part, some in zip(parts, slices, strict=True)
    ]
    counts: Any = model._read(encode_ids(model, joined(tokens), ids.n))
    return kernels.pack(counts, np.arange(len(counts)))


def words_of_part(packed: Packed) -> Array:
    """The words whose rows are needed."""
    return packed.words


def share_part(asked: Asked, packed: Packed, rows: Rows) -> tuple[bytes, Spent]:
    """What the documents of a part say, as a parcel."""
    engine: Any = asked.model.engine()
    with spending("learning") as learning:
        place = asked.n_words, asked.anchor
        learnt = rounded_statistics(engine, asked.settings, rows, packed, place)
    with spending("network") as packing:
        parcel = Parcel(asked.step, (asked.part,), learnt, GRID_BITS).to_bytes()
    return parcel, learning().plus(packing())
