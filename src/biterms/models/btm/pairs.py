"""Biterms of documents: one by one for the sampler, and as weights for what a document is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from scipy import sparse

from biterms.errors import InputError
from biterms.kernels import Array, Counts, Packed

Pairing = Literal["distinct", "tokens"]
#: 12 bytes each, and as many again while they are gathered
MOST_BITERMS = 10**8
#: numbers of one block: bounds the memory, changes no result
BLOCK_NUMBERS = 1 << 18


class PairBlock(NamedTuple):
    """Two entries of a document each, and how often that biterm is there."""

    left: Array
    right: Array
    weight: Array


def biterms_of(counts: Counts, pairing: Pairing) -> tuple[Array, Array]:
    """The words of every biterm, each as often as it is there, in the order of the documents."""
    found: list[tuple[Array, Array]] = [(np.empty(0, np.int32), np.empty(0, np.int32))]
    total = 0
    check_number(_pairs_each(counts.indptr, pairing).sum())
    for block in pair_blocks(counts.indptr, counts.data, pairing, BLOCK_NUMBERS):
        total += block.weight.sum()
        check_number(total)
        times = block.weight.astype(np.int64)
        found.append(
            (
                np.repeat(counts.indices[block.left], times),
                np.repeat(counts.indices[block.right], times),
            )
        )
    left, right = (np.concatenate(part) for part in zip(*found, strict=True))
    return left, right


def check_whole_counts(counts: Counts) -> None:
    """Refuse weights: a biterm is there or not."""
    odd = counts.data[counts.data != np.rint(counts.data)]
    if len(odd):
        raise InputError(
            f"BTM got a weight of {odd[0]:.6g}, expected whole numbers, since it draws a topic for "
            "each biterm: give counts, or use LDA, which takes any weights"
        )


def mixtures(packed: Packed, rows: Array, theta: Array, pairing: Pairing) -> Array:
    """p(z|d) = sum_b p(z|b) p(b|d), D x K; ``rows`` are p(w|z) of the words, each times anything.

    A document without biterms is its words, and one without words is theta.
    """
    D, K = len(packed), len(theta)
    document = np.repeat(np.arange(D), np.diff(packed.ptr))
    rows, total = rows.astype(np.float64), np.zeros((D, K))
    for left, right, weight in pair_blocks(packed.ptr, packed.counts, pairing, BLOCK_NUMBERS // K):
        p = rows[packed.labels[left]] * rows[packed.labels[right]] * theta
        _add_shares(total, p, weight, document[left])
    without = np.logical_not(total.any(axis=1))
    lone = np.flatnonzero(without[document])
    p = rows[packed.labels[lone]] * theta
    _add_shares(total, p, packed.counts[lone].astype(np.float64), document[lone])
    total[np.diff(packed.ptr) == 0] = theta
    return np.asarray(total / total.sum(axis=1, keepdims=True))


def pair_blocks(ptr: Array, counts: Array, pairing: Pairing, most: int) -> Iterator[PairBlock]:
    """All biterms, about ``most`` at a time; where a document is cut depends on itself alone."""
    each = _pairs_each(ptr, pairing)
    before = np.concatenate([[0], np.cumsum(each)])
    check_number(np.diff(before[ptr]).max(initial=0))
    for first, last in _groups(before[ptr], most):
        begin, end = ptr[first], ptr[last]
        for a, b in _groups(before[begin : end + 1], most):
            here = slice(begin + a, begin + b)
            block = _pairs(np.arange(here.start, here.stop), each[here], counts, pairing)
            if len(block.left):
                yield block


def _pairs(entries: Array, each: Array, counts: Array, pairing: Pairing) -> PairBlock:
    """Each entry with those after it; with itself, too, where tokens are paired."""
    left = np.repeat(entries, each)
    place = np.arange(len(left)) - np.repeat(np.cumsum(each) - each, each)
    right = left + place + (pairing == "distinct")
    f, g = (counts[entry].astype(np.float64) for entry in (left, right))
    if pairing == "distinct":
        return PairBlock(left, right, np.minimum(f, g))
    weight = np.where(left == right, f * (f - 1) / 2, f * g)
    met = weight > 0
    return PairBlock(left[met], right[met], weight[met])


def _pairs_each(ptr: Array, pairing: Pairing) -> Array:
    """How many biterms begin with each entry."""
    ends = np.repeat(ptr[1:], np.diff(ptr))
    return np.asarray(ends - np.arange(ptr[0], ptr[-1]) - (pairing == "distinct"))


def _groups(before: Array, most: int) -> Iterator[tuple[int, int]]:
    """Neighbours whose sizes, given by their sums, are together at most ``most``, or one alone."""
    begin, n = 0, len(before) - 1
    while begin < n:
        end = int(np.searchsorted(before, before[begin] + most, side="right")) - 1
        end = min(max(end, begin + 1), n)
        yield begin, end
        begin = end


def _add_shares(total: Array, p: Array, weight: Array, document: Array) -> None:
    """sum_b weight_b p_b / sum_z p_bz to the row of each document; these are in order."""
    if not len(p):
        return
    first, last = document[0], document[-1] + 1
    share = weight / p.sum(axis=1)
    place = document - first, np.arange(len(p))
    total[first:last] += sparse.csr_array((share, place), shape=(last - first, len(p))) @ p


def check_number(n: float) -> None:
    """Refuse more biterms than memory is meant for."""
    if n > MOST_BITERMS:
        raise InputError(
            f"the documents have {n:,.0f} biterms, expected at most {MOST_BITERMS:,}: give fewer "
            "documents at once with partial_fit, or shorter ones"
        )


def check_kept(n: int) -> None:
    """Refuse more biterms than iBTM may draw again when it has no window."""
    if n > MOST_BITERMS:
        raise InputError(
            f"window=None keeps all biterms to draw them again, and they would be {n:,}, expected "
            f"at most {MOST_BITERMS:,}: set a window for longer streams"
        )
