"""Pairs that are counted part by part are those that are counted at once."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.kernels import Sequences
from biterms.store.space import DiskSpace, Space
from biterms.text import pair_tally
from biterms.text.pair_counts import PairCounts
from biterms.text.pair_tally import counted_pairs, most_frequent
from tests.examples import examples

Texts = list[list[list[int]]]
V = 9


def expected(texts: Texts, least: int) -> dict[tuple[int, int], int]:
    """Documents with each pair, one by one."""
    found = Counter[tuple[int, int]]()
    for piece in texts:
        for row in piece:
            found.update({(u, v) for u, v in pairwise(row) if u >= 0 and v >= 0})
    return {pair: n for pair, n in sorted(found.items()) if n >= least}


def sequences(texts: Texts) -> list[Sequences]:
    return [
        Sequences(
            np.cumsum([0, *map(len, piece)]),
            np.array([word for row in piece for word in row], dtype=np.int32),
        )
        for piece in texts
    ]


@examples(60)
@given(
    texts=st.lists(
        st.lists(st.lists(st.integers(-1, V - 1), max_size=6), max_size=5), min_size=1, max_size=4
    ),
    least=st.integers(1, 3),
    at_once=st.integers(1, 30),
    most_parts=st.integers(1, 5),
)
def test_every_pair_is_counted(
    texts: Texts,
    least: int,
    at_once: int,
    most_parts: int,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    words = [word for piece in texts for row in piece for word in {*row} if word >= 0]
    frequency = np.bincount(np.array(words, dtype=np.int64), minlength=V)
    with pytest.MonkeyPatch.context() as patch, DiskSpace(tmp_path_factory.getbasetemp()) as disk:
        patch.setattr(pair_tally, "AT_ONCE", at_once)
        patch.setattr(pair_tally, "MOST_PARTS", most_parts)
        parts = [*counted_pairs(sequences(texts), frequency, least, disk)]
    assert len(parts) <= most_parts + 1
    found = PairCounts.joined(parts)
    pairs = zip((found.codes >> 32).tolist(), (found.codes & (2**32 - 1)).tolist(), strict=True)
    assert dict(zip(pairs, found.documents.tolist(), strict=True)) == expected(texts, least)
    assert (np.diff(found.codes) > 0).all()
    together = sequences([[row for piece in texts for row in piece]])
    [at_once_] = counted_pairs(together, frequency, least, Space())
    assert at_once_.codes.tolist() == found.codes.tolist()
    assert at_once_.documents.tolist() == found.documents.tolist()


@examples(60)
@given(
    documents=st.lists(st.lists(st.integers(1, 5), max_size=8), max_size=5),
    most=st.integers(1, 20),
)
def test_the_rarest_are_forgotten_as_if_all_were_there(
    documents: list[list[int]], most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    parts = [
        PairCounts(100 * i + np.arange(len(part)), np.array(part, dtype=np.int64))
        for i, part in enumerate(documents)
    ]
    with DiskSpace(tmp_path_factory.getbasetemp()) as disk:
        one, two = (most_frequent(parts, most, space) for space in (disk, Space()))
    whole = PairCounts.joined(parts).forgotten(most)
    for found in (one, two):
        assert found.codes.tolist() == whole.codes.tolist()
        assert found.documents.tolist() == whole.documents.tolist()
