"""In how many documents, or windows of text, words occur alone and together."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from biterms.errors import InputError, SettingError
from biterms.measures.split import canonical
from biterms.measures.windows import blocks, n_windows, slide

#: Pairs of more words may not fit into memory.
MOST_TOP_WORDS = 10_000
#: Longer than any text, and small enough to calculate with.
LONGEST_WINDOW = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Cooccurrence:
    """Numbers of documents, or windows, that have words and pairs of words.

    Parameters
    ----------
    words : array of int
        Columns of the words that were counted, in rising order.
    pairs : csr_array
        ``pairs[i, j]`` documents have ``words[i]`` and ``words[j]``.
    total : int
        Documents in all.
    """

    words: NDArray[np.int64]
    pairs: sparse.csr_array
    total: int

    def __post_init__(self) -> None:
        if self.total < 1:
            raise InputError("no document to count words in; expected at least one")

    @classmethod
    def from_counts(cls, X: ArrayLike | sparse.spmatrix, words: ArrayLike) -> Cooccurrence:
        """Count in documents.

        Parameters
        ----------
        X : array or sparse matrix
            Documents x words; a word is in a document if its weight is above 0.
        words : array of int
            Columns of the words to count.

        Returns
        -------
        Cooccurrence
            The numbers of documents.

        Raises
        ------
        InputError
            If a word is not a column of X, or if there are no documents.

        Examples
        --------
        >>> counts = Cooccurrence.from_counts([[1, 2, 0], [0, 1, 1]], [0, 1])
        >>> counts.pairs.toarray().tolist(), counts.alone.tolist()
        ([[1, 1], [1, 2]], [1, 2])
        """
        counts, wanted = canonical(X), _distinct(words)
        if wanted[-1] >= counts.shape[1]:
            raise InputError(
                f"word {wanted[-1]} is asked for and the documents have {counts.shape[1]} columns; "
                "count in documents of the same vocabulary"
            )
        here = counts[:, wanted]
        return cls(wanted, _together(here), counts.shape[0])

    @classmethod
    def from_tokens(
        cls, texts: Iterable[Sequence[int] | NDArray[Any]], words: ArrayLike, *, window: int = 10
    ) -> Cooccurrence:
        """Count in sliding windows of texts.

        Parameters
        ----------
        texts : iterable of sequences of int
            The columns of the words of each text in their order; a number that is not asked for,
            such as -1, is another word.
        words : array of int
            Columns of the words to count.
        window : int, default=10
            Words of a window; a shorter text is one window.

        Returns
        -------
        Cooccurrence
            The numbers of windows.

        Raises
        ------
        InputError
            If a text is not a sequence of whole numbers, or if there are no texts.
        SettingError
            If ``window`` is out of range.

        Notes
        -----
        A window has a word or does not have it, however often. gensim's c_npmi takes the same
        windows, but when a word leaves one it counts as gone even if the window has it once more.
        """
        wanted, window = _distinct(words), operator.index(window)
        if not 1 <= window <= LONGEST_WINDOW:
            raise SettingError(f"window={window}, expected 1 to {LONGEST_WINDOW:,} words")
        pairs, total = sparse.csr_array((len(wanted), len(wanted)), dtype=np.int64), 0
        for tokens, lengths in blocks(texts):
            for here in slide(_places(wanted, tokens), lengths, window, len(wanted)):
                pairs = pairs + _together(here)
            total += int(n_windows(lengths, window).sum())
        return cls(wanted, pairs, total)

    @property
    def alone(self) -> NDArray[np.int64]:
        """Number of documents that have each word."""
        return np.asarray(self.pairs.diagonal(), dtype=np.int64)

    def places(self, columns: NDArray[np.int64]) -> NDArray[np.int64]:
        """Look up columns among the words that were counted.

        Parameters
        ----------
        columns : array of int
            Columns of words.

        Returns
        -------
        array of int
            The position of each column in ``words``.

        Raises
        ------
        InputError
            If one of them was not counted.
        """
        places = _places(self.words, columns)
        if (places < 0).any():
            missing = np.unique(columns[places < 0])
            raise InputError(f"word {missing[0]} was not counted; count all of the top words")
        return places


def _distinct(words: ArrayLike) -> NDArray[np.int64]:
    columns = np.unique(np.asarray(words))
    if not columns.size or columns.dtype.kind not in "iu" or columns[0] < 0:
        raise InputError("no words to count, or not as columns; expected integers not below 0")
    if len(columns) > MOST_TOP_WORDS:
        raise InputError(
            f"{len(columns):,} distinct words to count, expected at most {MOST_TOP_WORDS:,}; "
            "ask for fewer top words"
        )
    return columns.astype(np.int64)


def _places(words: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each column is in `words`, −1 where it is not."""
    places = np.searchsorted(words, columns)
    places[places == len(words)] = 0
    return np.where(words[places] == columns, places, -1)


def _together(here: sparse.csr_array) -> sparse.csr_array:
    once = here.astype(np.int64)
    once.data[:] = 1
    return sparse.csr_array(once.T @ once)
