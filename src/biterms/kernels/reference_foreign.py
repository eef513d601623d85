"""Runs of letters that are not ASCII, in plain Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from biterms.kernels.text_shapes import Tokens

_RUN = re.compile(r"[^\x00-\x7f]+")
_LOWER = str.maketrans({chr(c): chr(c + 32) for c in range(ord("A"), ord("Z") + 1)})


def foreign_runs(text: str, n: int) -> Tokens:
    """The runs of ``n`` documents, one per line, numbered in order of appearance."""
    numbers: dict[str, int] = {}
    lines = text.split("\n")
    if len(lines) != n:
        raise ValueError(f"{len(lines)} lines for {n} documents")
    ids = [[numbers.setdefault(run, len(numbers)) for run in _RUN.findall(line)] for line in lines]
    ptr = np.cumsum([0, *map(len, ids)], dtype=np.int64)
    return Tokens(ptr, np.array([i for row in ids for i in row], dtype=np.int32), list(numbers))


def with_runs(text: str, runs: Tokens, words: Sequence[str]) -> str:
    """The text with ``words[i]`` for run ``i``; lines that have any run are in lower case."""
    lines, each = text.split("\n"), iter(runs.ids.tolist())
    if len(lines) != len(runs.ptr) - 1:
        raise ValueError("text: expected as many lines as there are pointers for")
    changed = [
        _RUN.sub(lambda _: words[next(each)], line.translate(_LOWER)) if n else line
        for line, n in zip(lines, np.diff(runs.ptr).tolist(), strict=True)
    ]
    return "\n".join(changed)
