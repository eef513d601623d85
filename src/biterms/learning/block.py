"""A block of minibatches for one compiled call: the numbers of the posterior at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Lazy, Steps
from biterms.learning.learner import Step, sweeps
from biterms.learning.plan import Joining
from biterms.learning.table import RESUM, SMALLEST, Table, prior_increment, stepped
from biterms.learning.table_changes import remapped, reserved


class Block(NamedTuple):
    """What `kernels.learn` takes of a posterior, and the tables after each minibatch."""

    lazy: Lazy
    m: Array
    eta_sums: Array
    steps: Steps
    after: list[Table]


def block_of(
    table: Table,
    n_words: int,
    steps: Sequence[Step],
    sizes: Sequence[int],
    joining: Joining | None,
) -> Block:
    """The tables of a block of minibatches; M and m are shared by all of them.

    Parameters
    ----------
    table : Table
        The posterior before.
    n_words : int
        Words of the documents, some of which may join only after the block.
    steps : sequence of Step
        What the learner says; no more than `room_for` allows.
    sizes : sequence of int
        Documents of each minibatch.
    joining : sequence of (RowMap, array or None), optional
        Words that join with each minibatch, behind the others.
    """
    begin = table if joining is None else reserved(table, n_words)
    table, sums, numbers, after = begin, [], [], list[Table]()
    for i, step in enumerate(steps):
        if joining is not None:
            table = remapped(table, *joining[i])
        sums.append(table.eta_sums)
        numbers.append((step.decay, step.gain, prior_increment(table, step)))
        table = stepped(table, step, sizes[i])
        after.append(table)
    lazy = table._replace(n=n_words, prior=begin.prior, scale=begin.scale).lazy
    decay, gain, prior = np.array(numbers).T
    return Block(*(lazy, table.m, np.array(sums)), Steps(decay, gain, prior, _rounds(steps)), after)


def _rounds(steps: Sequence[Step]) -> Array | None:
    """Sweeps before the one that counts, if the learner says how many rounds a document has."""
    rounds = [sweeps(step.rounds) for step in steps if step.rounds is not None]
    return np.array(rounds, dtype=np.int32) if len(rounds) == len(steps) else None


def room_for(table: Table, steps: Sequence[Step]) -> int:
    """How many of these steps one block may take: none of them touches all rows.

    What is learnt beside the words, topics that have faded by different factors, and rounding are
    not known to the compiled block.
    """
    if table.extra or not isinstance(table.scale, float) or any(step.exact for step in steps):
        return 0
    scale, most = table.scale, RESUM - table.updates % RESUM
    for taken, step in enumerate(steps[:most]):
        if not np.isscalar(step.decay):
            return taken
        scale *= float(step.decay)  # type: ignore[arg-type]
        if scale < SMALLEST:
            return taken
    return min(most, len(steps))
