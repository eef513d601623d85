"""Points as the page gets them: what is packed can be read again."""

from __future__ import annotations

import base64
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.report.documents import documents_content, planes
from biterms.report.page import packed
from biterms.topics.document_map import DocumentMap
from tests.report.samples import points


def read(
    data: bytes, topics: int, columns: int, size: int
) -> tuple[np.ndarray, list[int], list[int]]:
    """The format point by point, as `planes` describes it."""
    counts = np.frombuffer(data[: 4 * topics * columns], dtype="<u4").reshape(topics, columns)
    low, y_low, high = (data[4 * topics * columns + plane * size :][:size] for plane in range(3))
    xs, ys, i = [], [], 0
    for n in counts.ravel().tolist():
        x = 0
        for _ in range(n):
            x = (x + low[i] + 256 * (high[i] >> 4)) % 4096
            xs.append(x)
            ys.append(y_low[i] + 256 * (high[i] & 15))
            i += 1
    return counts, xs, ys


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 4095), st.integers(0, 4095)), max_size=8),
        min_size=6,
        max_size=6,
    )
)
def test_what_is_packed_can_be_read(groups: list[list[tuple[int, int]]]) -> None:
    groups = [sorted(group) for group in groups]
    flat = np.array([point for group in groups for point in group], dtype=np.uint16).reshape(-1, 2)
    counts = np.array([len(group) for group in groups], dtype=np.uint32).reshape(2, 3)
    documents = DocumentMap((0, 1), counts, flat[:, 0], flat[:, 1], (0, 0, 1, 1), len(flat))
    found, xs, ys = read(planes(documents), 2, 3, len(flat))
    assert found.tolist() == counts.tolist()
    assert (xs, ys) == (flat[:, 0].tolist(), flat[:, 1].tolist())


def test_a_text_takes_three_bytes_at_most() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 4096, (2, 100_000)).astype(np.uint16)
    order = np.lexsort((y, x))
    one = DocumentMap((0,), np.array([[len(x)]]), x[order], y[order], (0, 0, 1, 1), len(x))
    assert len(base64.b64decode(packed(planes(one)))) < 3 * len(x)


def test_the_content_names_topics_by_their_places() -> None:
    data = points(3, 2, 10)
    result = documents_content(data, {0: 2, 1: 0, 2: 1})
    assert result
    assert result["topics"] == [2, 0, 1]
    assert (result["columns"], result["points"], result["texts"]) == (3, 30, 30)
    assert zlib.decompress(base64.b64decode(result["packed"])) == planes(data)


@pytest.mark.parametrize("size", [None, 0])
def test_no_points_are_no_map(size: int | None) -> None:
    empty = None if size is None else points(3, 2, 0)
    assert documents_content(empty, {0: 0, 1: 1, 2: 2}) is None
