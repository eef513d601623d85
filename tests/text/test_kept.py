"""Texts that wait follow their words, however often these move."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import Vectoriser
from biterms.kernels import Tokens
from biterms.store.space import DiskSpace
from biterms.text.kept import KeptTexts
from tests.examples import examples


@st.composite
def events(draw: st.DrawFn) -> list[np.ndarray]:
    """Texts of some words (0, 1, ..., or -1), and moves of all words, one of which is always there.

    A move is an array that ends with -1.
    """
    n, found = 6, []
    for moves in draw(st.lists(st.booleans(), max_size=9)):
        if moves:
            alive = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
            alive[0] = True
            found.append(np.append(np.where(alive, np.cumsum(alive) - 1, -1), -1))
            n = int(alive.sum()) + draw(st.integers(0, 3))  # and some are new
        else:
            words = draw(st.lists(st.integers(-1, n - 1), max_size=5))
            found.append(np.array([*words, 9], dtype=np.int32)[:-1])
    return found


def is_move(event: np.ndarray) -> bool:
    return event.dtype == np.int64


@examples(100)
@given(events=events(), on_disk=st.booleans())
def test_texts_are_as_if_they_had_moved_each_time(
    events: list[np.ndarray], on_disk: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plain: list[np.ndarray] = []
    with DiskSpace(tmp_path_factory.getbasetemp()) as space:
        kept = KeptTexts(space) if on_disk else KeptTexts()
        for event in events:
            if is_move(event):
                kept.move(event)
                plain = [event[text] for text in plain]
            else:
                kept.append(Tokens(np.array([0, len(event)]), event, []))
                plain.append(event)
        for found in ([*kept], [*kept], [*kept.drain()]):
            assert [tokens.ids.tolist() for tokens in found] == [text.tolist() for text in plain]
            assert [tokens.ptr.tolist() for tokens in found] == [[0, len(text)] for text in plain]


def test_words_that_are_forgotten_leave_the_same_counts(tmp_path: Path) -> None:
    """100,000 words of 30,000 texts, of which 100 may wait."""
    draw = np.random.default_rng(0)
    texts = [
        f"common{i % 7} rare{n} other{i % 3}"
        for i, n in enumerate(draw.integers(90_000, size=30_000))
    ]
    settings = {"language": None, "candidates": 100, "numbers": True}
    with DiskSpace(tmp_path) as space:
        text = Vectoriser(**settings)
        counts = text.fit_encode(iter(texts), space)
        other = Vectoriser(**settings)
        table = other.fit_transform(texts)
        assert text.vocabulary_ == other.vocabulary_
        assert text.to_fields()[0] == other.to_fields()[0]
        for name in ("indptr", "indices", "data"):
            np.testing.assert_array_equal(getattr(counts, name), getattr(table, name))
