"""Files of word vectors, and what they should give."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from biterms.text.vectors import WordVectors

WORD = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1)


NUMBER = st.floats(-(2.0**100), 2.0**100, width=32)


@st.composite
def tables(draw: st.DrawFn) -> WordVectors:
    words = draw(st.lists(WORD, min_size=1, max_size=8))
    width = draw(st.integers(2, 5))
    rows = st.lists(NUMBER, min_size=width, max_size=width)
    vectors = draw(st.lists(rows, min_size=len(words), max_size=len(words)))
    return WordVectors(tuple(words), np.array(vectors, dtype=np.float32))


any_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def as_text(table: WordVectors, header: bool = False, end: str = "\n") -> bytes:
    lines = [f"{len(table.words)} {table.vectors.shape[1]}"] if header else []
    for word, row in zip(table.words, table.vectors, strict=True):
        lines.append(" ".join([word, *(repr(float(x)) for x in row)]))
    return "".join(line + end for line in lines).encode()


def first_of_each(table: WordVectors) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for word, row in zip(table.words, table.vectors, strict=True):
        found.setdefault(word, [float(x) for x in row])
    return found


def agrees(read: WordVectors, expected: dict[str, list[float]]) -> None:
    assert read.words == tuple(expected)
    assert read.vectors.dtype == np.float32
    assert read.vectors.tolist() == list(expected.values())


def npz(path: Path, **arrays: object) -> Path:
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path
