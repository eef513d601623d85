"""The bag of biterms as a representation (section 3 of the paper)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from biterms import kernels
from biterms.bags.counts import admit, read_counts
from biterms.bags.runs import Run, Runs
from biterms.bags.weights import Weighting, check_settings, idf, weighed
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, Counts, PairRows
from biterms.settings import all_threads, check_threads, check_whole

#: columns of a sparse table that scikit-learn can use
MOST_FEATURES = 2**31 - 1
MEGABYTE = 1 << 20
#: a pair that is counted takes this many bytes at most, while it is counted
PAIR = 24


class BagOfBiterms(TransformerMixin, BaseEstimator):
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
        self._known(pairs, counts.n_words)
        admit(self, X, reset=True)
        self._learn(pairs, np.bincount(counts.indices, minlength=counts.n_words), len(counts))
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
        n_docs, documents, first, door = 0, np.zeros(0, dtype=np.int64), None, clone(self)
        with Runs(self.memory * MEGABYTE) as runs:
            for X in blocks:
                counts = read_counts(self, X)
                if first is None:
                    first, documents = X, np.zeros(counts.n_words, dtype=np.int64)
                if counts.n_words != len(documents):
                    raise InputError(
                        f"a block has {counts.n_words} words, expected {len(documents)} as in the "
                        "first: count all texts with one vocabulary"
                    )
                admit(door, X, reset=n_docs == 0)
                for part in _parts(counts, self.memory * MEGABYTE // PAIR):
                    runs.add(_keyed(kernels.pair_counts(part, 1, self._threads()), part.n_words))
                documents += np.bincount(counts.indices, minlength=len(documents))
                n_docs += len(counts)
            found = runs.total(self.threshold)
        if first is None:
            raise InputError("no blocks were given, expected at least one table of counts")
        pairs = _rows(found, len(documents))
        self._known(pairs, len(documents))
        admit(self, first, reset=True)
        self._learn(pairs, documents, n_docs)
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
        check_is_fitted(self, "pairs_")
        self._check()
        counts = read_counts(self, X)
        admit(self, X, reset=False)
        weights = weighed(counts, self.weighting, self.idf_ if self.weighting == "tf-idf" else None)
        indptr, indices, data = kernels.bags(counts, weights, self._rows, self._threads())
        shape = len(counts), counts.n_words + len(self._rows.second)
        bags = sparse.csr_matrix((data, indices, indptr), shape=shape)
        if self.ordered:
            bags = sparse.csr_matrix(sparse.hstack([bags, bags[:, counts.n_words :]], format="csr"))
        if self.weighting == "tf-idf":  # terms of all documents weigh nothing
            bags.eliminate_zeros()
        return bags

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
        check_is_fitted(self, "pairs_")
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
        check_is_fitted(self, "pairs_")
        topics = np.asarray(topics, dtype=np.float64)
        if topics.ndim != 2 or topics.shape[1] != self._n_features_out:
            raise InputError(
                f"topics have the shape {topics.shape}, expected one row per topic and "
                f"{self._n_features_out} columns: one per feature"
            )
        return np.asarray(topics @ self._words_of_features())

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.positive_only = True
        return tags

    @property
    def pairs_(self) -> Array:
        """Columns u < v of the words of each pair, in the order of the features."""
        first = np.repeat(np.arange(len(self._rows.ptr) - 1), np.diff(self._rows.ptr))
        return np.column_stack([first, self._rows.second])

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

    def _known(self, pairs: PairRows, n_words: int) -> None:
        if n_words + (2 if self.ordered else 1) * len(pairs.second) > MOST_FEATURES:
            raise SettingError(
                f"threshold={self.threshold}: {len(pairs.second):,} pairs and {n_words:,} words, "
                f"expected at most {MOST_FEATURES:,} features: raise the threshold"
            )

    def _learn(self, pairs: PairRows, documents: Array, n_docs: int) -> None:
        self._rows = pairs
        self.pair_documents_ = pairs.documents
        self.idf_ = idf(documents, n_docs)
        self.n_docs_ = n_docs


def _parts(counts: Counts, most_pairs: int) -> Iterator[Counts]:
    """Documents in parts of so many pairs at most; one document at least."""
    sizes = np.diff(counts.indptr)
    total = np.cumsum(sizes * (sizes - 1) // 2)
    begin = 0
    while begin < len(counts):
        before = total[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, before + most_pairs, side="right")))
        entries = slice(counts.indptr[begin], counts.indptr[end])
        indptr = counts.indptr[begin : end + 1] - counts.indptr[begin]
        yield Counts(indptr, counts.indices[entries], counts.data[entries], counts.n_words)
        begin = end


def _keyed(pairs: PairRows, n_words: int) -> Run:
    first = np.repeat(np.arange(n_words, dtype=np.int64), np.diff(pairs.ptr))
    return Run(first * n_words + pairs.second, pairs.documents)


def _rows(run: Run, n_words: int) -> PairRows:
    first, second = np.divmod(run.keys, max(1, n_words))
    ptr = np.concatenate([[0], np.cumsum(np.bincount(first, minlength=n_words))])
    return PairRows(
        ptr.astype(np.int64), second.astype(np.int32), run.counts.astype(np.int32, copy=False)
    )


def _names(model: BaseEstimator, given: Any) -> list[str]:
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
