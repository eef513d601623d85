"""Windows of texts: every run of a given number of words, as tables of windows x words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biterms.errors import InputError

#: Words of texts, and entries of a table, that are held at once.
_BLOCK = 1 << 20
_EXPECTED = "expected a sequence of integers, the columns of its words"


def blocks(texts: Iterable[Any]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The words of many texts in one array, with the lengths of the texts."""
    block: list[Any] = []
    lengths: list[int] = []
    size = 0
    for text in texts:
        try:
            lengths.append(len(text))
        except TypeError:
            raise InputError(f"a text is {type(text).__name__}, {_EXPECTED}") from None
        block.append(text)
        size += lengths[-1] + 1
        if size > _BLOCK:
            yield _joined(block), np.array(lengths)
            block, lengths, size = [], [], 0
    if block:
        yield _joined(block), np.array(lengths)


def _joined(block: list[Any]) -> NDArray[np.int64]:
    try:
        tokens = np.concatenate([text for text in block if len(text)] or [np.zeros(0, np.int64)])
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"a text is not a sequence of numbers, {_EXPECTED}") from None
    if tokens.ndim != 1 or tokens.dtype.kind not in "iu":
        raise InputError(f"a text holds {tokens.dtype} in {tokens.ndim} dimensions, {_EXPECTED}")
    return tokens.astype(np.int64, copy=False)


def n_windows(lengths: NDArray[np.int64], window: int) -> NDArray[np.int64]:
    """Of each text; a text that is shorter is one window, an empty one too."""
    return np.maximum(lengths - window + 1, 1)


def slide(
    places: NDArray[np.int64], lengths: NDArray[np.int64], window: int, n_words: int
) -> Iterator[sparse.csr_array]:
    """Tables with an entry above 0 where a window has a word, a bounded number of windows each.

    `places` are the columns in the table of the words of all texts, −1 for those without one.
    """
    windows = n_windows(lengths, window)
    text = np.repeat(np.arange(len(lengths)), lengths)
    position = np.arange(len(places)) - (np.cumsum(lengths) - lengths)[text]
    base = (np.cumsum(windows) - windows)[text]
    asked = places >= 0
    # Both grow with the place of the word in the block, so that a range of windows is a slice.
    first = (base + np.maximum(position - window + 1, 0))[asked]
    last = (base + np.minimum(position, windows[text] - 1))[asked]
    columns = places[asked]
    step = max(1, _BLOCK // min(window, max(1, int(lengths.max()))))
    for start in range(0, int(windows.sum()), step):
        here = slice(np.searchsorted(last, start), np.searchsorted(first, start + step))
        low = np.maximum(first[here] - start, 0)
        high = np.minimum(last[here] - start, step - 1)
        yield _table(low, high, columns[here], (step, n_words))


def _table(
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    column: NDArray[np.int64],
    shape: tuple[int, int],
) -> sparse.csr_array:
    """Row `low[i]` to row `high[i]` have `column[i]`."""
    often = high - low + 1
    rows = np.arange(often.sum()) + np.repeat(low - (np.cumsum(often) - often), often)
    entries = np.ones(len(rows), dtype=np.int64), (rows, np.repeat(column, often))
    return sparse.csr_array(entries, shape=shape)
