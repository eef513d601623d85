"""Parts of a minibatch: what each says is rounded by itself, so any process may compute any part.

Sums of multiples of 2^-20 are exact, so a minibatch has the same bits whoever computes its parts
and in whatever order they are added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import add
from typing import Any

from biterms import kernels
from biterms.kernels import Array, Packed, Rows, Scratch
from biterms.learning.lineage import Anchor
from biterms.learning.minibatches import Batch
from biterms.learning.protocols import Model
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table

#: documents whose statistics are rounded together
PART_DOCS = 1024

#: what documents of a minibatch say: settings of the document step, posterior, its moment, and
#: which documents
Elsewhere = Callable[[Any, Table, Anchor, Array], Statistics]


def parts_of(docs: Array) -> list[Array]:
    """The documents of a minibatch in parts; one that has none is one part.

    Examples
    --------
    >>> import numpy as np
    >>> [len(part) for part in parts_of(np.arange(2500))]
    [1024, 1024, 452]
    """
    return [docs[at : at + PART_DOCS] for at in range(0, max(1, len(docs)), PART_DOCS)]


def packed_parts(batch: Batch) -> Iterator[Packed]:
    """The parts of a minibatch for the kernels, one after the other."""
    if len(batch.docs) <= PART_DOCS:
        yield batch.packed
        return
    for docs in parts_of(batch.docs):
        yield kernels.pack(batch.counts, docs)


def rounded_statistics(
    model: Model,
    settings: Any,
    rows: Rows,
    documents: Packed,
    place: tuple[int, Anchor],
    scratch: Scratch | None = None,
) -> Statistics:
    """What some documents say, as multiples of 2^-20; it reads no posterior.

    Parameters
    ----------
    model : Model
        The model.
    settings : object
        Settings of its document step, from `Model.local_settings`.
    rows : Rows
        Expected topics of the words of the documents, from `Table.expect`.
    documents : Packed
        The documents.
    place : (int, Anchor)
        Words of the posterior that the rows are of, and its moment.
    scratch : Scratch, optional
        Memory that may be used again.

    Returns
    -------
    Statistics
    """
    result = model.local_step(settings, rows, documents, n_threads=model.threads, scratch=scratch)
    n_words, anchor = place
    return Statistics(
        documents.words,
        result.stats,
        n_words=n_words,
        documents=len(documents),
        anchor=anchor,
        extra=model.extra(result),
    ).rounded()


def added_up(parts: Iterable[Statistics]) -> Statistics:
    """The sum of at least one part."""
    return reduce(add, parts)
