"""In which order documents are learnt from."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms.models.variational import PIECES, Schedule


@pytest.mark.parametrize("n", [0, 1, 100, 8_192, 8_193, 20_000, 64 * 300])
def test_every_document_comes_once(n: int) -> None:
    order = Schedule(n, 8_192).order(0, np.random.RandomState(0))
    assert_array_equal(np.sort(order), np.arange(n))


def test_a_block_holds_runs_from_anywhere() -> None:
    """8,192 documents are 128 runs of 64: few places of a file, of a sorted one many classes."""
    order = Schedule(100_000, 8_192).order(0, np.random.RandomState(0))
    block = np.sort(order[:8_192])
    runs = np.split(block, np.flatnonzero(np.diff(block) > 1) + 1)
    assert 90 < len(runs) <= PIECES
    assert all(len(run) % 64 == 0 for run in runs if run[-1] != 99_999)
    assert len({place // 10_000 for place in block.tolist()}) == 10
    assert not np.array_equal(order[:8_192], block)


def test_without_blocks_the_order_is_left_or_all_are_shuffled() -> None:
    assert_array_equal(Schedule(9).order(0, np.random.RandomState(0)), np.arange(9))
    expected = np.random.RandomState(3).permutation(30)
    assert_array_equal(Schedule(30, 30).order(0, np.random.RandomState(3)), expected)
