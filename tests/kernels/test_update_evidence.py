"""Evidence of words that are met: compiled = twin, for words of any past."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms.kernels import SHARES, Arrived, WordPast, compiled_evidence, reference_evidence


def some_past(rng: np.random.Generator, n: int) -> WordPast:
    """Words of any frequency, seen long ago or just now, with and without evidence."""
    evidence = 10.0 ** rng.uniform(-45, 30, (n, len(SHARES))) * (rng.random((n, 1)) < 0.7)
    return WordPast(
        count=np.where(rng.random(n) < 0.2, 0.0, 10.0 ** rng.uniform(-3, 5, n)),
        faded=rng.uniform(0, 50, n),
        at=rng.integers(0, 50_000, n).astype(np.float64),
        since=rng.random(n),
        evidence=evidence.astype(np.float32),
    )


@given(st.integers(0, 10_000))
def test_compiled_is_its_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one = some_past(rng, 30)
    other = WordPast(**{name: column.copy() for name, column in one.columns.items()})
    words = rng.permutation(30)[: rng.integers(0, 30)].astype(np.int32)
    x = 1 + rng.geometric(rng.choice([0.9, 0.3, 0.01]), len(words)) - 1
    n = int(rng.integers(1, 2000))
    now = Arrived(50.0 + rng.random(), 50_000.0, 10.0 ** rng.uniform(0, 6), 7.0, n)
    found, started = compiled_evidence.update_evidence(one, words, x, now)
    strength, weights = reference_evidence.update_evidence(other, words, x, now)
    assert_allclose(found, strength, rtol=1e-11)
    assert_allclose(started, weights, rtol=1e-12)
    assert_array_equal(one.since, other.since)
    for name in ("count", "faded", "at"):
        assert_allclose(getattr(one, name), getattr(other, name), rtol=1e-14)
    assert_allclose(one.evidence, other.evidence, rtol=1e-6, atol=1e-40)


@pytest.mark.parametrize(
    ("words", "x", "message"),
    [
        ([3], [1], "words: found 3"),
        ([-1], [1], "words: found -1"),
        ([0], [0], "found 0"),
        ([0], [], "one number for each word"),
    ],
)
def test_what_points_nowhere_is_refused(words: list[int], x: list[int], message: str) -> None:
    past = some_past(np.random.default_rng(0), 3)
    now = Arrived(50.0, 50_000.0, 100.0, 7.0, 10)
    with pytest.raises(ValueError, match=message):
        compiled_evidence.update_evidence(past, np.array(words), np.array(x, dtype=np.int64), now)
