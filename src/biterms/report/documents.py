"""The map of documents for the page: three bytes for each text, then compressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biterms.kernels import Array
from biterms.report.page import packed
from biterms.topics.document_map import SIDE, DocumentMap


def documents_content(
    documents: DocumentMap | None, position: Mapping[int, int]
) -> dict[str, Any] | None:
    """The points of a map as plain values for JSON.

    Parameters
    ----------
    documents : DocumentMap, optional
        The points.
    position : mapping of int to int
        Where each topic is in the list of the page.

    Returns
    -------
    dict or None
        ``packed`` has the table of counts and the places of the points (see `planes`); None if
        there are no points.
    """
    if documents is None or not len(documents.x):
        return None
    left, bottom, right, top = documents.box
    return {
        "topics": [position[k] for k in documents.ids],
        "columns": documents.counts.shape[1],
        "points": len(documents.x),
        "texts": documents.n_texts,
        "box": [round(side, 5) for side in (left, bottom, right, top)],
        "packed": packed(planes(documents)),
    }


def planes(documents: DocumentMap) -> bytes:
    """Counts as 32-bit numbers, then three planes of a byte per point.

    Points of a topic and a period are sorted from left to right, so their x is stored as the
    difference to the one before, modulo 4096. The planes are the low bytes of the differences, the
    low bytes of y, and the high four bits of both.
    """
    counts = np.ascontiguousarray(documents.counts, dtype="<u4").tobytes()
    steps, y = _steps(documents), documents.y
    high = (steps >> 8) << 4 | y >> 8
    parts = (steps & 255, y & 255, high)
    return counts + b"".join(part.astype(np.uint8).tobytes() for part in parts)


def _steps(documents: DocumentMap) -> Array:
    """Differences of x, the first of each group from 0."""
    x = documents.x.astype(np.int64)
    steps = np.diff(x, prepend=0)
    begins = np.concatenate([[0], np.cumsum(documents.counts.ravel())[:-1]])
    begins = np.unique(begins[begins < len(x)]).astype(np.int64)
    steps[begins] = x[begins]
    return np.asarray(steps % SIDE)
