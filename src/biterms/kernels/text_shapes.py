"""Words of texts as kernels take and give them, in their order and before they are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Sequences:
    """Words of documents in their order: ``words[ptr[d]:ptr[d+1]]``; -1 is an unknown one."""

    ptr: NDArray[np.int64]
    words: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ptr) - 1


class Rules(NamedTuple):
    """Which tokens are kept beside words."""

    tags: bool = False
    urls: bool = False
    numbers: bool = False


class Tokens(NamedTuple):
    """Tokens ``ids[ptr[d]:ptr[d + 1]]`` of document d; ``words[id]``, in order of appearance."""

    ptr: NDArray[np.int64]
    ids: NDArray[np.int32]
    words: list[str]
