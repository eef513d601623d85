"""Memory that serves one minibatch after the other changes no result."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms.kernels import Lazy, Local, Scratch, compiled
from tests.kernels.cases import counts_of, documents


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_used_memory_gives_the_same_bits_as_new(how: str) -> None:
    """Larger and smaller minibatches in turn: what the last one left must not show."""
    rng, K, used = np.random.default_rng(0), 7, Scratch()
    lazy = Lazy(rng.random((60, K)), np.full((1, 1), 0.1), 1.0, 1.0)
    sums, local = rng.random(K) + 40.0, Local(np.full(K, 0.3))
    for n in (20, 5, 40, 1):
        packed = compiled.pack(counts_of(documents(rng, n, 60, 9), 60), np.arange(n))
        answers = []
        for scratch in (used, None):
            rows = compiled.expect_words(lazy, packed.words, sums, how, 1, scratch)
            found = compiled.documents(packed, rows, local, scratch=scratch)
            answers.append((rows.rows.copy(), found.gamma.copy(), found.stats.copy()))
        for old, new in zip(*answers, strict=True):
            assert_array_equal(old, new)


def test_memory_is_handed_out_again_and_grows() -> None:
    scratch = Scratch()
    first = scratch.empty("rows", (10, 3))
    first[...] = 1.0
    assert np.shares_memory(scratch.empty("rows", (4, 2)), first)
    assert not np.shares_memory(scratch.empty("gamma", (4, 2)), first)
    assert scratch.empty("rows", (100, 3)).shape == (100, 3)
    assert scratch.empty("rows", (2, 3), np.float32).dtype == np.float32
