"""Documents as words in their order, and words as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from reprlib import repr as short
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Sequences

Analyser = Callable[[str], Sequence[Any]]
#: Words that are read at a time; the last document may make them more.
WORDS_PER_BLOCK = 1_000_000
UNKNOWN = repeat(-1)


class WordNumbers(dict[Any, int]):
    """WordNumbers of words; one that is asked for the first time gets the next."""

    def __missing__(self, word: Any) -> int:
        self[word] = number = len(self)
        return number

    def blocks(
        self, documents: Iterable[Any], analyser: Analyser | None, *, grow: bool
    ) -> Iterator[Sequences]:
        """Some documents at a time; without ``grow`` a word that has no number is -1."""
        numbers: list[int] = []
        ptr = [0]
        for at, document in enumerate(documents):
            self._append(numbers, read(at, document, analyser), grow)
            ptr.append(len(numbers))
            if len(numbers) >= WORDS_PER_BLOCK:
                yield _block(ptr, numbers)
                ptr, numbers = [0], []
        if len(ptr) > 1:
            yield _block(ptr, numbers)

    def _append(self, numbers: list[int], words: Sequence[Any], grow: bool) -> None:
        # There is no loop in Python here, because reading words takes more time than all the rest.
        try:
            numbers.extend(map(self.__getitem__, words) if grow else map(self.get, words, UNKNOWN))
        except TypeError:
            raise InputError(
                f"{short(words)} are not words, expected texts or numbers: give a list for each "
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
    return words


def _block(ptr: list[int], numbers: list[int]) -> Sequences:
    return Sequences(np.array(ptr, dtype=np.int64), np.array(numbers, dtype=np.int32))
