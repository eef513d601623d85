"""What events make of a table: words join and go, topics merge, one takes over from another."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.row_map import RowMap
from biterms.learning.statistics import on_grid
from biterms.learning.table import Table, eta_sums


def copied(table: Table) -> Table:
    """The same with arrays of its own; eta too, since words that join are written to its room."""
    return table._replace(
        M=table.M.copy(), m=table.m.copy(), eta=table.eta.copy(), lineage=table.lineage.copied()
    )


def begun_at(table: Table, lam: Array, extra: Mapping[str, Array]) -> Table:
    """Learning begins at this lam (K x V); what was learnt before is gone.

    Raises
    ------
    InputError
        If they are of other words or topics, or if ``extra`` has other names.
    """
    _, eta = table.words()
    K, names = table.M.shape[1], extra.keys() - table.extra.keys()
    if lam.shape != (K, table.n) or names or any(len(each) != K for each in extra.values()):
        raise InputError(
            f"lam of shape {lam.shape} with {sorted(extra)} beside the words, expected "
            f"{(K, table.n)} and K numbers for each of {sorted(table.extra)}"
        )
    M = np.subtract(lam.T, table.prior * eta, out=np.empty((table.n, K)))
    return _restarted(table, M)._replace(m=M.sum(axis=0), extra={**table.extra, **extra})


def unlearnt(table: Table) -> Table:
    """The same words and prior; nothing of them has been learnt, and no array is shared."""
    other = table._replace(eta=table.eta.copy(), lineage=table.lineage.copied())
    return _restarted(other, np.zeros((table.n, table.M.shape[1])))._replace(
        m=np.zeros_like(table.m)
    )


def _restarted(table: Table, M: Array) -> Table:
    return table._replace(
        M=M,
        scale=1.0,
        folds=0,
        resets=int(np.max(table.resets)) + 1,
        lineage=table.lineage.left(table.updates),
    )


def on_grid_of(table: Table, bits: int) -> Table:
    """What has been learnt as multiples of 2^-bits, with nothing left to multiply it by.

    Statistics that are rounded likewise add up with it exactly. A number below zero, as a random
    start has, becomes no less, so that lam stays above zero.
    """
    learnt = np.asarray(table.scale * table.M[: table.n])
    below, extra = learnt < 0, {name: on_grid(each, bits) for name, each in table.extra.items()}
    M = on_grid(learnt, bits)
    M[below] = np.ceil(learnt[below] * 2.0**bits) * 2.0**-bits
    return table._replace(
        M=M,
        m=M.sum(axis=0),
        extra=extra,
        scale=1.0,
        folds=0,
        resets=int(np.max(table.resets)) + 1,
        lineage=table.lineage.left(table.updates),
    )


def with_prior(table: Table, eta: Array) -> Table:
    """Another prior (V x K) under what has been learnt.

    Raises
    ------
    InputError
        If it is one of other words or topics.
    """
    n, K = table.n, table.M.shape[1]
    if eta.shape != (n, K):
        raise InputError(f"a prior of shape {eta.shape}, expected words x topics = {(n, K)}")
    return table._replace(
        M=np.array(table.M[:n]),
        eta=np.array(eta, dtype=np.float64, order="C"),
        eta_sums=eta_sums(eta, n, K),
        lineage=table.lineage.left(table.updates),
    )


def remapped(table: Table, change: RowMap, eta: Array | None = None) -> Table:
    """Words have joined, as if they had always been there, and words have gone."""
    if change.before != table.n:
        raise InputError("the change of words is not one of the words of this posterior")
    if table.n == 1 and eta is not None:
        table = _own_prior(table, len(eta[0]))
    if (len(table.eta) > 1) != (eta is not None) and len(change.added):
        raise InputError(
            "the prior differs between words, so words that join need one of their own"
            if eta is None
            else "all words have the same prior, so words that join take it: leave it out"
        )
    table = reserved(table, change.after)
    if not change.appends:
        table = _exchanged(table, change)
    if len(change.added):
        table = with_words(table, change, eta)
    return table._replace(n=change.after, lineage=table.lineage.followed(table.updates))


def _own_prior(table: Table, n_columns: int) -> Table:
    """The prior of the only word is its own, not one for all words that may come."""
    shape = (1, max(table.eta.shape[1], n_columns))
    return table._replace(eta=with_room(np.broadcast_to(table.eta[:1], shape), 1, 2))


def _exchanged(table: Table, change: RowMap) -> Table:
    """Words have gone, and holes will be filled."""
    taken = np.setdiff1d(change.added[change.added < table.n], table.holes)
    if len(np.setdiff1d(taken, change.dropped)):
        raise InputError("words that join would take the ids of words that stay")
    holes = np.setdiff1d(np.union1d(table.holes, change.dropped), change.added)
    if len(change.dropped):
        table = without_words(table, change.dropped)
    return table._replace(holes=holes)


def reserved(table: Table, n: int) -> Table:
    """The same with room for ``n`` words."""
    M = with_room(table.M, table.n, n)
    return table._replace(
        M=M, eta=table.eta if len(table.eta) == 1 else with_room(table.eta, table.n, n)
    )


def without_words(table: Table, dropped: Array) -> Table:
    """Rows of zeros in the place of these words; m and the sums of eta are taken anew."""
    M = table.M.copy()
    M[dropped] = 0.0
    holes = np.union1d(table.holes, dropped)
    sums = sums_of_words(table.eta, table.n, holes, M.shape[1])
    drops = np.zeros(max(len(table.drops), dropped[-1] + 1), dtype=np.int64)
    drops[: len(table.drops)] = table.drops
    drops[dropped] += 1
    return table._replace(M=M, m=M[: table.n].sum(axis=0), eta_sums=sums, drops=drops)


def with_words(table: Table, change: RowMap, eta: Array | None) -> Table:
    """Rows of eta for words that join; they are zero in M already."""
    rows, K = table.eta, table.M.shape[1]
    if len(rows) > 1:
        if (change.added < change.before).any():
            rows = rows.copy()  # somebody may still read the row of the word before
        rows[change.added] = eta
    new = rows if len(rows) == 1 else rows[change.added]
    sums = table.eta_sums + eta_sums(new, len(change.added), K)
    return table._replace(eta=rows, eta_sums=sums)


def merged(table: Table, topics: list[int]) -> Table:
    """The first of these topics has taken what all have learnt, the others are gone."""
    first, rest = topics[0], topics[1:]
    M, eta, scale = table.M.copy(), table.eta.copy(), table.scale
    if not isinstance(scale, float):
        M, scale = M * scale, 1.0
    M[:, first] = M[:, topics].sum(axis=1)
    if eta.shape[1] > 1:
        eta[:, first] = eta[:, topics].mean(axis=1)
        eta = without_columns(eta, rest)
    M = without_columns(M, rest)
    return table._replace(
        M=M,
        m=M[: table.n].sum(axis=0),
        eta=eta,
        eta_sums=sums_of_words(eta, table.n, table.holes, M.shape[1]),
        extra={name: _summed(array, topics) for name, array in table.extra.items()},
        scale=scale,
        folds=0,
        resets=0,
        lineage=table.lineage.left(table.updates),
    )


def _summed(numbers: Array, topics: list[int]) -> Array:
    """One number for each topic; the first of these has the sum, the others are gone."""
    numbers = numbers.copy()
    numbers[topics[0]] = numbers[topics].sum()
    return np.delete(numbers, topics[1:])


def handed_over(table: Table, topic: int, shares: Array) -> Table:
    """What a topic has learnt has gone to others by their shares (K numbers)."""
    to, M, weights = np.flatnonzero(shares), table.M.copy(), shares
    if not isinstance(table.scale, float):
        weights = shares * (table.scale[topic] / table.scale)
    M[:, to] += M[:, [topic]] * weights[to]
    M[:, topic] = 0.0
    return table._replace(
        M=M,
        m=_shared(table.m, topic, weights),
        extra={name: _shared(array, topic, shares) for name, array in table.extra.items()},
        lineage=table.lineage.left(table.updates),
    )


def _shared(numbers: Array, topic: int, shares: Array) -> Array:
    """One number for each topic; others have taken that of one by their shares."""
    numbers = numbers + numbers[topic] * shares
    numbers[topic] = 0.0
    return numbers


def sums_of_words(eta: Array, n: int, holes: Array, n_topics: int) -> Array:
    """sum_v eta_kv of all words but the holes."""
    alive = eta if len(eta) == 1 else np.delete(eta[:n], holes, axis=0)
    return eta_sums(alive, n - len(holes), n_topics)


def without_columns(rows: Array, columns: list[int]) -> Array:
    """In C order, which `delete` does not always give and the kernels write to."""
    return np.ascontiguousarray(np.delete(rows, columns, axis=1))


def with_room(rows: Array, used: int, wanted: int) -> Array:
    """The rows with space for ``wanted``; doubling makes many small growths cheap."""
    if wanted <= len(rows):
        return rows
    grown = np.zeros((max(wanted, 2 * len(rows)), rows.shape[1]))
    grown[:used] = rows[:used]
    return grown
