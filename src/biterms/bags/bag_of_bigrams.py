"""The bag of bigrams: words that stand side by side, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.bags.pair_rows import both_words, check_features, rows_of, run_of
from biterms.bags.runs import MEGABYTE, Runs
from biterms.bags.sequences import Analyser, WordNumbers
from biterms.bags.weights import Weighting, check_settings, idf
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, PairRows, Sequences
from biterms.parameters import Parameters, not_fitted, scikit_tags
from biterms.settings import all_threads, check_bool, check_threads, check_whole


class BagOfBigrams(Parameters):
    """Documents as counts of words and of words side by side.

    Parameters
    ----------
    threshold : int, default=2
        Bigrams in fewer documents are left out; words are all kept.
    weighting : {"counts", "tf", "tf-idf"}, default="counts"
        "tf" is the count over the number of words of the document, "tf-idf" times log(N/df) of the
        word or the bigram.
    terms : bool, default=True
        Whether words are features, too; the paper has bigrams alone.
    analyser : callable, optional
        From a text to its words; None cuts at white space.
    memory : int, default=1024
        Megabytes of bigrams that `fit` holds; the rest waits on disk.
    n_threads : int, optional
        None: all processors.

    Attributes
    ----------
    bigrams_ : array of shape (bigrams, 2)
        WordNumbers of both words of each bigram, in the order of the features.
    bigram_documents_ : array of int
        Number of documents that have each bigram.
    idf_ : array of float
        log(N/df) of each feature.

    Examples
    --------
    >>> bigrams = BagOfBigrams(threshold=2)
    >>> bigrams.fit_transform(["new york is big", "a new york"]).toarray().astype(int).tolist()
    [[1, 1, 1, 1, 0, 1], [1, 1, 0, 0, 1, 1]]
    >>> bigrams.get_feature_names_out().tolist()
    ['new', 'york', 'is', 'big', 'a', 'new york']
    """

    def __init__(
        self,
        threshold: int = 2,
        *,
        weighting: Weighting = "counts",
        terms: bool = True,
        analyser: Analyser | None = None,
        memory: int = 1024,
        n_threads: int | None = None,
    ) -> None:
        self.threshold = threshold
        self.weighting = weighting
        self.terms = terms
        self.analyser = analyser
        self.memory = memory
        self.n_threads = n_threads

    def fit(self, X: Iterable[Any], y: Any = None) -> Self:
        """Find the bigrams of documents.

        Parameters
        ----------
        X : iterable of str or of sequences of words
            The documents; a generator will do.
        y : ignored
            For scikit-learn.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If X has no documents in it.
        SettingError
            If a setting is out of range, or if there are too many bigrams for a table.
        """
        self._check()
        words = WordNumbers()
        self._learn(words, words.blocks(_documents(X), self.analyser, grow=True))
        return self

    def fit_transform(self, X: Iterable[Any], y: Any = None) -> sparse.csr_matrix:
        """Find the bigrams of documents and return their features; a generator will do.

        Parameters
        ----------
        X : iterable of str or of sequences of words
            The documents; each is read once.
        y : ignored
            For scikit-learn.

        Returns
        -------
        sparse matrix of shape (documents, features)
            Weights of words, then of bigrams.
        """
        self._check()
        words = WordNumbers()
        blocks = list(words.blocks(_documents(X), self.analyser, grow=True))
        self._learn(words, blocks)
        return self._tables(blocks)

    def transform(self, X: Iterable[Any]) -> sparse.csr_matrix:
        """Return the features of documents.

        Parameters
        ----------
        X : iterable of str or of sequences of words
            The documents; words and bigrams that `fit` did not keep are left out.

        Returns
        -------
        sparse matrix of shape (documents, features)
            Weights of words, then of bigrams.
        """
        self._check_fitted()
        self._check()
        return self._tables(self._words.blocks(_documents(X), self.analyser, grow=False))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Return the name of each feature: words, then bigrams as "New York".

        Parameters
        ----------
        input_features : ignored
            For scikit-learn.

        Returns
        -------
        array of str
            The names.
        """
        self._check_fitted()
        words = [str(word) for word in self._words]
        pairs = [f"{words[u]} {words[v]}" for u, v in self.bigrams_.tolist()]
        return np.array([*words[: self._n_terms], *pairs], dtype=object)

    @property
    def bigrams_(self) -> Array:
        """WordNumbers of both words of each bigram, in the order of the features."""
        return both_words(self._rows)

    def __sklearn_tags__(self) -> Any:
        return scikit_tags(string=True, two_d_array=False)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_rows")

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted("this BagOfBigrams knows no bigrams yet: call fit first")

    @property
    def _n_features_out(self) -> int:
        return self._n_terms + len(self._rows.second)

    def _check(self) -> None:
        check_settings(self.threshold, self.weighting)
        check_whole("memory", self.memory)
        check_threads(self.n_threads)
        check_bool("terms", self.terms)
        if self.analyser is not None and not callable(self.analyser):
            raise SettingError(
                f"analyser={self.analyser!r}: expected None or a function from a text to its words"
            )

    def _threads(self) -> int:
        return self.n_threads or all_threads()

    def _learn(self, words: WordNumbers, blocks: Iterable[Sequences]) -> None:
        n_docs, documents = 0, np.zeros(0, dtype=np.int64)
        with Runs(self.memory * MEGABYTE) as runs:
            for block in blocks:
                runs.add(run_of(kernels.bigram_counts(block, len(words), 1, self._threads())))
                n_docs += len(block)
                documents = self._with_terms(documents, block, len(words))
            found = runs.total(self.threshold)
        check_features(self.threshold, len(words), len(found.keys), "bigrams")
        self._words, self._rows = words, rows_of(found, len(words))
        self.bigram_documents_ = found.counts
        self._n_terms = len(words) if self.terms else 0
        self.idf_ = idf(np.concatenate([documents[: self._n_terms], found.counts]), n_docs)
        self.n_docs_ = n_docs

    def _with_terms(self, documents: Array, block: Sequences, n_words: int) -> Array:
        """WordNumbers of documents that have each term, with those of another block."""
        none = PairRows(np.zeros(n_words + 1, np.int64), *np.zeros((2, 0), np.int32))
        _, terms, _ = kernels.bigram_bags(block, none, True, self._threads())
        more = np.bincount(terms, minlength=n_words)
        more[: len(documents)] += documents
        return more

    def _tables(self, blocks: Iterable[Sequences]) -> sparse.csr_matrix:
        tables = [self._table(block) for block in blocks]
        if not tables:
            return sparse.csr_matrix((0, self._n_features_out))
        return sparse.csr_matrix(sparse.vstack(tables, format="csr"))

    def _table(self, block: Sequences) -> sparse.csr_matrix:
        """Counts of what is known, then the weights."""
        given = block, self._rows, self._n_terms > 0, self._threads()
        indptr, indices, data = kernels.bigram_bags(*given)
        shape = len(block), self._n_features_out
        table = sparse.csr_matrix((data, indices, indptr), shape=shape)
        return self._weighed(table, np.diff(block.ptr))

    def _weighed(self, table: sparse.csr_matrix, lengths: Array) -> sparse.csr_matrix:
        if self.weighting == "counts":
            return table
        table.data /= np.repeat(lengths, np.diff(table.indptr))
        if self.weighting == "tf-idf":
            table.data *= self.idf_[table.indices]
            table.eliminate_zeros()
        return table


def _documents(X: Iterable[Any]) -> Iterable[Any]:
    table = getattr(X, "ndim", 1) != 1
    if table or isinstance(X, str | bytes) or not isinstance(X, Iterable):
        raise InputError(f"{type(X).__name__} was given, expected texts or lists of words")
    return X
