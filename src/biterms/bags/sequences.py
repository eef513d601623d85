"""Documents as words in order: numbers for words, and which stand side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from reprlib import repr as short
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array

Analyser = Callable[[str], Sequence[Any]]
#: documents that are read at a time
BLOCK = 10_000


class Block(NamedTuple):
    """Words of some documents, one after the other, and where each document begins."""

    words: Array
    ptr: Array


class Numbers:
    """Numbers of words; with ``grow`` new ones get the next number."""

    def __init__(self) -> None:
        self.of: dict[Any, int] = {}

    def blocks(
        self, documents: Iterable[Any], analyser: Analyser | None, *, grow: bool
    ) -> Iterator[Block]:
        """Words that have no number stay in their place as -1."""
        rest = enumerate(documents)
        while some := list(islice(rest, BLOCK)):
            rows = [self._row(read(at, document, analyser), grow) for at, document in some]
            ptr = np.cumsum([0, *map(len, rows)])
            yield Block(np.array([i for row in rows for i in row], dtype=np.int64), ptr)

    def _row(self, words: Sequence[Any], grow: bool) -> list[int]:
        try:
            if grow:
                return [self.of.setdefault(word, len(self.of)) for word in words]
            return [self.of.get(word, -1) for word in words]
        except TypeError:
            raise InputError(
                f"{short(words)} are no words, expected texts or numbers: give a list for each "
                "document"
            ) from None


def read(at: int, document: Any, analyser: Analyser | None) -> Sequence[Any]:
    """The words of a document: a text is cut by the analyser, a list is taken as it is."""
    words: Any
    if isinstance(document, str):
        words = document.split() if analyser is None else analyser(document)
    else:
        words = document.tolist() if isinstance(document, np.ndarray) else document
    if not isinstance(words, Sequence) or isinstance(words, str | bytes):
        raise InputError(
            f"document {at} is {short(document)} and has the words {short(words)}, expected a text "
            "or a list of its words, and an analyser that gives such a list"
        )
    return list(words)


def neighbours(block: Block, n_words: int) -> tuple[Array, Array]:
    """Keys u * n_words + v of words side by side, and the document of each."""
    owner = np.repeat(np.arange(len(block.ptr) - 1), np.diff(block.ptr))
    u, v = block.words[:-1], block.words[1:]
    fine = (owner[:-1] == owner[1:]) & (u >= 0) & (v >= 0)
    return u[fine] * n_words + v[fine], owner[:-1][fine]
