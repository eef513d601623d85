"""Texts between reading and counting: until it is known which words and phrases there are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from biterms.kernels import Array, Tokens
from biterms.store.columns import Column
from biterms.store.space import IN_MEMORY, Space
from biterms.store.words import bytes_of_words, words_of_bytes


class KeptTexts:
    """Texts as places of words, piece by piece.

    When words move to other places, that is noted, and the texts follow when they are read.

    Parameters
    ----------
    space : Space
        Makes the columns that hold them.
    """

    def __init__(self, space: Space = IN_MEMORY) -> None:
        self._space = space
        self._ptr, self._ids, self._moves = map(space.column, (np.int64, np.int32, np.int32))
        self._since: list[int] = []  # of each piece: moves before it came

    def append(self, tokens: Tokens) -> None:
        """Take the next texts."""
        self._ptr.append(tokens.ptr)
        self._ids.append(tokens.ids)
        self._since.append(len(self._moves))

    def move(self, places: Array) -> None:
        """Note the new place of each word, -1 for one that is gone; the last number is -1."""
        if self._since:
            self._moves.append(places)

    def __iter__(self) -> Iterator[Tokens]:
        return self._moved(iter(self._ptr), iter(self._ids))

    def drain(self) -> Iterator[Tokens]:
        """The texts once more, and for the last time: memory is given back on the way."""
        return self._moved(self._ptr.drain(), self._ids.drain())

    def _moved(self, ptr: Iterator[Array], ids: Iterator[Array]) -> Iterator[Tokens]:
        last, now, latest = self._latest(), -1, np.empty(0, dtype=np.int32)
        for since, begins, places in zip(self._since, ptr, ids, strict=True):
            if since != now and since < len(last):
                latest = last.piece(len(last) - 1 - since)
            now = since
            yield Tokens(begins, latest[places] if since < len(last) else places, [])

    def _latest(self) -> Column:
        """Where words are in the end that came before each move; the last move comes first."""
        ends, after = self._space.column(np.int32), None
        for i in reversed(range(len(self._moves))):
            move = self._moves.piece(i)
            after = move if after is None else after[move]
            ends.append(after)
        return ends


class KeptSurfaces:
    """Texts cut into surface forms, piece by piece.

    Parameters
    ----------
    space : Space
        Where they are kept.
    """

    def __init__(self, space: Space = IN_MEMORY) -> None:
        self._texts, self._words = KeptTexts(space), space.column(np.uint8)

    def append(self, tokens: Tokens) -> None:
        """Take the next texts."""
        self._texts.append(tokens)
        self._words.append(bytes_of_words(tokens.words))

    def __iter__(self) -> Iterator[Tokens]:
        for tokens, words in zip(self._texts, self._words, strict=True):
            yield tokens._replace(words=words_of_bytes(words))
