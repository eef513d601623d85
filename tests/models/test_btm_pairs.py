"""The biterms of documents, each as often as it is there."""

from __future__ import annotations

from typing import Any

import bitermplus
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from biterms.kernels import Counts
from biterms.models.btm.pairs import biterms_of


def table_of(X: np.ndarray) -> Counts:
    rows = sparse.csr_array(X)
    ids = rows.indptr.astype(np.int64), rows.indices.astype(np.int32)
    return Counts(*ids, rows.data.astype(np.float32), X.shape[1])


def sorted_pairs(pairs: Any) -> list[tuple[int, int]]:
    return sorted((int(min(pair)), int(max(pair))) for pair in pairs)


@given(
    rows=st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=5),
    block=st.integers(1, 40),
)
def test_biterms_are_pairs_with_their_multiplicity(rows: list[list[int]], block: int) -> None:
    """distinct: min(f_u, f_v) times; tokens: every two tokens, as bitermplus takes them."""
    X = np.array(rows, dtype=float)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biterms.models.btm.pairs.BLOCK_NUMBERS", block)
        distinct, tokens = (
            sorted_pairs(zip(*biterms_of(table_of(X), how), strict=True))
            for how in ("distinct", "tokens")
        )
    expected = [
        (u, v)
        for row in rows
        for u in range(6)
        for v in range(u + 1, 6)
        for _ in range(min(row[u], row[v]))
    ]
    assert distinct == sorted(expected)
    words = [np.repeat(np.arange(6), row).astype(np.int32) for row in rows]
    short = [each for each in words if 2 <= len(each) <= 15]  # its window
    if len(short) == sum(len(each) > 1 for each in words) and short:
        theirs = [pair for pairs in bitermplus.get_biterms(short) for pair in pairs]
        assert tokens == sorted_pairs(theirs)
