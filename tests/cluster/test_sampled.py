"""The texts of a partition that may be remembered: those with the smallest random numbers."""

from __future__ import annotations

import numpy as np
import pytest

from biterms.cluster.chunks import chunks_of
from biterms.cluster.counting import APART, WAITING, Chunk, Sampled
from biterms.topics.sample import mixed


def chunks(texts: list[str], size: int) -> list[Chunk]:
    pieces = [texts[at : at + size] for at in range(0, len(texts), size)]
    return [chunk for piece in pieces for chunk in chunks_of(piece)]


@pytest.mark.parametrize("size", [0, 1, 7, 1000])
@pytest.mark.parametrize("n", [0, 5, 3 * (2 * WAITING + 3)])
def test_the_smallest_numbers_are_kept_however_many_chunks_there_are(size: int, n: int) -> None:
    texts, sampled = [f"text {i}" for i in range(n)], Sampled(2, size)
    assert [*sampled.watch(chunks(texts, 3))] == texts
    numbers = mixed(np.arange(2 * APART, 2 * APART + n, dtype=np.uint64))
    chosen = np.sort(np.argsort(numbers)[:size])
    part = sampled.part()
    assert part.places.tolist() == chosen.tolist()
    assert part.texts == [texts[i] for i in chosen.tolist()]
    assert part.numbers.tolist() == numbers[chosen].tolist()
