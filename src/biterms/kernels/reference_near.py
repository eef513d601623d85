"""Words near each other in plain loops: the specification of the compiled one."""

from __future__ import annotations

from collections import Counter

import numpy as np

from biterms.kernels.shapes import Array, Pairs
from biterms.kernels.text_shapes import Sequences


def near_pairs(documents: Sequences, sizes: Array, window: int, n_threads: int = 1) -> Pairs:
    """How often two different places stand less than ``window`` apart, for each document.

    Words are places among the ``sizes[d]`` entries of their document; -1 is a gap between others.
    """
    ptr, found = [0], []
    for begin, end in zip(documents.ptr[:-1], documents.ptr[1:], strict=True):
        places = documents.words[begin:end].tolist()
        near = ((u, v) for i, u in enumerate(places) for v in places[i + 1 : i + window])
        times = Counter((min(pair), max(pair)) for pair in near)
        found += sorted((u, v, n) for (u, v), n in times.items() if 0 <= u < v)
        ptr.append(len(found))
    left, right, weight = np.array(found, dtype=np.int64).reshape(-1, 3).T
    return Pairs(
        np.array(ptr, dtype=np.int64),
        left.astype(np.int32),
        right.astype(np.int32),
        weight.astype(np.float32),
    )
