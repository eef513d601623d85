"""The bag of biterms as a representation (section 3 of the paper)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.bags.blocks import Seen, parts
from biterms.bags.columns import compare_columns, note_columns
from biterms.bags.counts import read_counts
from biterms.bags.pair_rows import both_words, check_features, rows_of, run_of
from biterms.bags.runs import MEGABYTE, Runs
from biterms.bags.weights import Weighting, check_settings, idf, weighed
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, PairRows
from biterms.parameters import Parameters, not_fitted, scikit_tags
from biterms.settings import all_threads, check_threads, check_whole

#: A pair takes at most this many bytes while it is counted.
PAIR_BYTES = 24


class BagOfBiterms(Parameters):
    """Documents as weights of words and of pairs of words.

    Parameters
    ----------
    threshold : int, default=2
        Pairs in fewer documents are left out; words are all kept.
    weighting : {"counts", "tf", "tf-idf"}, default="counts"
        Weights of words: counts, count / length, or that times log(N/df). A pair weighs the lesser
        of its two words.
    ordered : bool, default=False
        Whether a pair is two features, (u, v) and (v, u), as the paper defines it, or one.
    memory : int, default=1024
        Megabytes of pairs that `fit_blocks` holds; the rest waits on disk.
    n_threads : int, optional
        None: all processors.

    Attributes
    ----------
    pairs_ : array of shape (pairs, 2)
        Columns u < v of the words of each pair, in the order of the features.
    pair_documents_ : array of int
        Number of documents that have each pair.
    idf_ : array of float
        log(N/df) of each word.

    Notes
    -----
    Section 3 of the paper: w_uv = min(w_u, w_v).

    Examples
    --------
    >>> bag = BagOfBiterms(threshold=2)
    >>> bag.fit_transform([[2, 4, 0], [1, 1, 1]]).toarray().astype(int).tolist()
    [[2, 4, 0, 2], [1, 1, 1, 1]]
    >>> bag.get_feature_names_out(["bank", "river", "boat"]).tolist()
    ['bank', 'river', 'boat', 'bank + river']
    """

    n_features_in_: int

    def __init__(
        self,
        threshold: int = 2,
        *,
        weighting: Weighting = "counts",
        ordered: bool = False,
        memory: int = 1024,
        n_threads: int | None = None,
    ) -> None:
        self.threshold = threshold
        self.weighting = weighting
        self.ordered = ordered
        self.memory = memory
        self.n_threads = n_threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the pairs of documents.

        Parameters
        ----------
        X : array or sparse matrix of shape (documents, words)
            Counts.
        y : ignored
            For scikit-learn.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X is not a table of finite, non-negative numbers.
        SettingError
            If a setting is out of range, or if there are too many pairs for a table.
        """
        self._check()
        counts = read_counts(self, X)
        pairs = kernels.pair_counts(counts, self.threshold, self._threads())
        self._learn(X, pairs, Seen.none(counts.n_words).with_block(counts))
        return self

    def fit_blocks(self, blocks: Iterable[Any]) -> Self:
        """Find the pairs of documents that come in tables, one after the other.

        Parameters
        ----------
        blocks : iterable of arrays or sparse matrices
            Counts, documents x words, all of the same words.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If there are no tables, or if they have different numbers of words.
        """
        self._check()
        door, first, seen = self.unfitted(), None, None
        with Runs(self.memory * MEGABYTE) as runs:
            for X in blocks:
                counts = read_counts(self, X)
                seen = (seen or Seen.none(counts.n_words)).with_block(counts)
                (note_columns if first is None else compare_columns)(door, X)
                first = X if first is None else first
                for part in parts(counts, self.memory * MEGABYTE // PAIR_BYTES):
                    runs.add(run_of(kernels.pair_counts(part, 1, self._threads())))
            found = runs.total(self.threshold)
        if seen is None:
            raise InputError("no blocks were given, expected at least one table of counts")
        self._learn(first, rows_of(found, len(seen.documents)), seen)
        return self

    def transform(self, X: Any) -> sparse.csr_matrix:
        """Return the features of documents.

        Parameters
        ----------
        X : array or sparse matrix of shape (documents, words)
            Counts; pairs that `fit` did not keep are left out.

        Returns
        -------
        sparse matrix of shape (documents, features)
            Weights of words, then of pairs.
        """
        self._check_fitted()
        self._check()
        counts = read_counts(self, X)
        compare_columns(self, X)
        weights = weighed(counts, self.weighting, self.idf_ if self.weighting == "tf-idf" else None)
        indptr, indices, data = kernels.bags(counts, weights, self._rows, self._threads())
        shape = len(counts), counts.n_words + len(self._rows.second)
        bags = sparse.csr_matrix((data, indices, indptr), shape=shape)
        if self.ordered:
            bags = sparse.csr_matrix(sparse.hstack([bags, bags[:, counts.n_words :]], format="csr"))
        if self.weighting == "tf-idf":  # terms of all documents weigh nothing
            bags.eliminate_zeros()
        return bags

    def fit_transform(self, X: Any, y: Any = None) -> sparse.csr_matrix:
        """Find the pairs of documents and return their features.

        Parameters
        ----------
        X : array or sparse matrix of shape (documents, words)
            Counts.
        y : ignored
            For scikit-learn.

        Returns
        -------
        sparse matrix of shape (documents, features)
            Weights of words, then of pairs.
        """
        return self.fit(X).transform(X)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Return the name of each feature: words, then pairs as "bank + river".

        Parameters
        ----------
        input_features : array of str, optional
            Names of the words; None: those of the table that was fitted, or x0, x1, ...

        Returns
        -------
        array of str
            The names.
        """
        self._check_fitted()
        names, pairs = _names(self, input_features), self.pairs_
        if self.ordered:
            pairs = np.concatenate([pairs, pairs[:, ::-1]])
        both = [f"{names[u]} + {names[v]}" for u, v in pairs.tolist()]
        return np.array([*names, *both], dtype=object)

    def to_words(self, topics: Any) -> Array:
        """Convert topics over these features to topics over words.

        Parameters
        ----------
        topics : array of shape (topics, features)
            Weights of words and pairs.

        Returns
        -------
        array of shape (topics, words)
            Weights of words; the sums of the rows stay the same.

        Raises
        ------
        InputError
            If there is not a column for each feature.

        Notes
        -----
        Appendix of the paper: p(w_i) = sum_j phi_ij over the pairs whose first word it is, or
        phi_ii + 1/2 of all pairs with w_i where both orders are one feature.
        """
        self._check_fitted()
        topics = np.asarray(topics, dtype=np.float64)
        if topics.ndim != 2 or topics.shape[1] != self._n_features_out:
            raise InputError(
                f"topics have the shape {topics.shape}, expected one row per topic and "
                f"{self._n_features_out} columns: one per feature"
            )
        return np.asarray(topics @ self._words_of_features())

    def __sklearn_tags__(self) -> Any:
        return scikit_tags(sparse=True, positive_only=True)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_rows")

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted("this BagOfBiterms knows no pairs yet: call fit or fit_blocks first")

    @property
    def pairs_(self) -> Array:
        """Columns u < v of the words of each pair, in the order of the features."""
        return both_words(self._rows)

    @property
    def _n_features_out(self) -> int:
        return len(self._rows.ptr) - 1 + (2 if self.ordered else 1) * len(self._rows.second)

    def _words_of_features(self) -> sparse.csr_array:
        """Features x words: the share of each that is the word's."""
        n_words, (u, v) = len(self._rows.ptr) - 1, self.pairs_.T
        first, second = (sparse.eye_array(n_words, format="csr")[words] for words in (u, v))
        pairs = [first, second] if self.ordered else [(first + second) / 2]
        return sparse.csr_array(sparse.vstack([sparse.eye_array(n_words), *pairs], format="csr"))

    def _check(self) -> None:
        check_settings(self.threshold, self.weighting)
        if not isinstance(self.ordered, bool | np.bool_):
            raise SettingError(f"ordered={self.ordered!r}: expected True or False")
        check_whole("memory", self.memory)
        check_threads(self.n_threads)

    def _threads(self) -> int:
        return self.n_threads or all_threads()

    def _learn(self, X: Any, pairs: PairRows, seen: Seen) -> None:
        n_pairs = (2 if self.ordered else 1) * len(pairs.second)
        check_features(self.threshold, len(seen.documents), n_pairs, "pairs")
        note_columns(self, X)
        self._rows = pairs
        self.pair_documents_ = pairs.documents
        self.idf_ = idf(seen.documents, seen.n_docs)
        self.n_docs_ = seen.n_docs


def _names(model: Any, given: Any) -> list[str]:
    known = getattr(model, "feature_names_in_", None)
    if given is None:
        numbered = [f"x{i}" for i in range(model.n_features_in_)]
        return numbered if known is None else list(known)
    names = [str(name) for name in given]
    if len(names) != model.n_features_in_:
        raise InputError(
            f"input_features has {len(names)} names, expected {model.n_features_in_}: one per word"
        )
    return names
