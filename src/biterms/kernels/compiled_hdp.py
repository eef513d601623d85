"""The compiled document step of HDP behind the signature of its twin in ``reference_hdp``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from biterms.kernels import _native
from biterms.kernels.compiled import entries, given, rows_of
from biterms.kernels.hdp_shapes import Atoms, Shares, Sticks
from biterms.kernels.row_shapes import Rows
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Packed

#: arrays over topics end with so many numbers more: vectors may read beyond the last topic
PADDING = 16
#: rows that NumPy copies at once
ROWS = 1 << 14


def atoms(
    packed: Packed,
    rows: Rows,
    sticks: Sticks,
    *,
    shares: Shares | None = None,
    stats: bool = True,
    fit: bool = False,
    keep: bool = False,
    n_threads: int = 1,
    scratch: Scratch | None = None,
) -> Atoms:
    """Infer the topics of documents with HDP; specified by ``reference_hdp.atoms``.

    Topics without weight (a log sigma of minus infinity) take no time.

    Parameters
    ----------
    packed : Packed
        The minibatch.
    rows : Rows
        The weights of its words in the topics.
    sticks : Sticks
        Settings of the document step.
    shares : Shares, optional
        Where iteration starts: the result of an earlier call.
    stats : bool, default=True
        Whether to return expected counts of words in topics.
    fit : bool, default=False
        Whether to return each document's part of the bound.
    keep : bool, default=False
        Whether to return the shares, for a later call.
    n_threads : int, default=1
        Threads; the result is the same for any number.
    scratch : Scratch, optional
        Memory to reuse; the next call with it overwrites the result.

    Returns
    -------
    Atoms
        Mixtures and usage of topics, and the rest if asked for.
    """
    wanted: dict[str, Any] = {
        "shares": shares,
        "stats": stats,
        "fit": fit,
        "keep": keep,
        "n_threads": n_threads,
    }
    living = np.flatnonzero(np.isfinite(sticks.log_sigma))
    if len(living) == len(sticks.log_sigma):
        return _atoms(packed, rows, sticks, scratch=scratch, **wanted)
    some = replace(sticks, log_sigma=sticks.log_sigma[living])
    found = _atoms(packed, _columns(rows, living), some, scratch=scratch, **wanted)
    return _spread(found, living, len(sticks.log_sigma))


def _columns(rows: Rows, topics: Array) -> Rows:
    logs = None if rows.logs is None else _take(rows.logs, topics)
    return Rows(_take(rows.rows, topics), logs, rows.shifts)


def _take(values: Array, topics: Array) -> Array:
    result = np.empty((len(values), len(topics)), dtype=values.dtype)
    for some in _pieces(len(values)):
        result[some] = values[some, topics]
    return result


def _pieces(n: int) -> Iterator[slice]:
    """Rows in pieces: NumPy answers no interrupt while it copies."""
    return (slice(at, at + ROWS) for at in range(0, n, ROWS))


def _spread(found: Atoms, topics: Array, n_topics: int) -> Atoms:
    """What was found for some topics, and nothing for the others."""

    def wide(values: Array) -> Array:
        result = np.zeros((len(values), n_topics), dtype=values.dtype)
        for some in _pieces(len(values)):
            result[some, topics] = values[some]
        return result

    stats = None if found.stats is None else wide(found.stats)
    return replace(found, theta=wide(found.theta), usage=wide(found.usage), stats=stats)


def _atoms(
    packed: Packed,
    rows: Rows,
    sticks: Sticks,
    *,
    shares: Shares | None,
    stats: bool,
    fit: bool,
    keep: bool,
    n_threads: int,
    scratch: Scratch | None,
) -> Atoms:
    n, (n_words, K), T = len(packed), rows.rows.shape, sticks.n_atoms
    scratch = scratch or Scratch()
    total = _log_sum(sticks.log_sigma)
    found = Atoms(
        scratch.empty("theta", (n, K), np.float32),
        scratch.empty("usage", (n, K), np.float32),
        np.empty((n, 2, T), dtype=np.float32),
        scratch.empty("stats", (n_words, K)) if stats else None,
        np.empty(n) if fit else None,
        _shares(packed, T, shares) if keep or shares is not None else None,
        np.empty(n, dtype=np.int32),
    )
    kept = (None, None) if found.shares is None else (found.shares.occupancy, found.shares.spread)
    _native.atoms(
        *entries(packed),
        *rows_of(rows),
        _padded(sticks.log_sigma, -np.inf),
        _padded(np.exp(sticks.log_sigma - total), 0.0),
        *(total, sticks.alpha, T, sticks.vb, *given(packed.pairs), sticks.weight, sticks.cap),
        *(sticks.max_iter, sticks.tol, sticks.exact, shares is None),
        *(
            found.theta,
            found.usage,
            found.gamma,
            found.stats,
            found.fit,
            *kept,
            found.iterations,
            n_threads,
        ),
    )
    return found


def _log_sum(logs: Array) -> float:
    """log sum_k exp(logs_k), one of which is finite."""
    largest = logs.max()
    return float(largest + np.log(np.exp(logs - largest).sum()))


def _padded(values: Array, padding: float) -> Array:
    return np.append(values, np.full(PADDING, padding)).astype(np.float32)


def _shares(packed: Packed, T: int, shares: Shares | None) -> Shares:
    if shares is None:
        occupancy = np.empty((len(packed), T), dtype=np.float32)
        return Shares(occupancy, np.empty((len(packed.labels), T), dtype=np.float32))
    return Shares(
        np.array(shares.occupancy, dtype=np.float32), np.array(shares.spread, dtype=np.float32)
    )
