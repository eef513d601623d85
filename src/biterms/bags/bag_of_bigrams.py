"""The bag of bigrams: words that stand side by side, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from biterms.bags.bag_of_biterms import MEGABYTE, MOST_FEATURES
from biterms.bags.runs import Run, Runs
from biterms.bags.sequences import Analyser, Block, Numbers, neighbours
from biterms.bags.weights import Weighting, check_settings, idf
from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.settings import check_whole

#: keys of bigrams are first * ROOM + second: the words need not be known before
ROOM = 1 << 31


class BagOfBigrams(TransformerMixin, BaseEstimator):
    """Terms, and bigrams that ``threshold`` documents or more have, each with its own count.

    A document is a text (cut by ``analyser``, by default at white space) or a list of its words.
    tf is the count over the number of words, idf log(N/df) of the term or of the bigram.
    ``terms=False`` leaves bigrams alone, as in the paper.
    """

    def __init__(
        self,
        threshold: int = 2,
        *,
        weighting: Weighting = "counts",
        terms: bool = True,
        analyser: Analyser | None = None,
        memory: int = 1024,
    ) -> None:
        self.threshold = threshold
        self.weighting = weighting
        self.terms = terms
        self.analyser = analyser
        self.memory = memory

    def fit(self, X: Iterable[Any], y: Any = None) -> Self:
        """Find the bigrams of these documents; they may come from a generator."""
        self._check()
        words, n_docs, documents = Numbers(), 0, np.zeros(0, dtype=np.int64)
        with Runs(self.memory * MEGABYTE) as runs:
            for block in words.blocks(_documents(X), self.analyser, grow=True):
                runs.add(_found(block))
                documents = _added(documents, _documents_of_terms(block), len(words.of))
                n_docs += len(block.ptr) - 1
            found = runs.total(self.threshold)
        self._known(found, words)
        self._learn(found, words, documents, n_docs)
        return self

    def transform(self, X: Iterable[Any]) -> sparse.csr_matrix:
        """Documents x (terms, bigrams)."""
        check_is_fitted(self, "bigrams_")
        self._check()
        blocks = self._words.blocks(_documents(X), self.analyser, grow=False)
        tables = [self._table(block) for block in blocks]
        if not tables:
            return sparse.csr_matrix((0, self._n_features_out))
        return sparse.csr_matrix(sparse.vstack(tables, format="csr"))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Terms, and bigrams as "New York"."""
        check_is_fitted(self, "bigrams_")
        words = [str(word) for word in self._words.of]
        pairs = [f"{words[u]} {words[v]}" for u, v in self.bigrams_.tolist()]
        return np.array([*words[: self._n_terms], *pairs], dtype=object)

    @property
    def _n_features_out(self) -> int:
        return self._n_terms + len(self._keys)

    def _check(self) -> None:
        check_settings(self.threshold, self.weighting)
        check_whole("memory", self.memory)
        if not isinstance(self.terms, bool | np.bool_):
            raise SettingError(f"terms={self.terms!r}: expected True or False")
        if self.analyser is not None and not callable(self.analyser):
            raise SettingError(
                f"analyser={self.analyser!r}: expected None or a function from a text to its words"
            )

    def _known(self, found: Run, words: Numbers) -> None:
        if len(words.of) + len(found.keys) > MOST_FEATURES:
            raise SettingError(
                f"threshold={self.threshold}: {len(found.keys):,} bigrams, expected at most "
                f"{MOST_FEATURES:,} features: raise the threshold"
            )

    def _learn(self, found: Run, words: Numbers, documents: Array, n_docs: int) -> None:
        self._words, self._keys = words, found.keys
        self.bigrams_ = np.column_stack(np.divmod(found.keys, ROOM))
        self.bigram_documents_ = found.counts
        self._n_terms = len(words.of) if self.terms else 0
        own = np.concatenate([documents, found.counts] if self.terms else [found.counts])
        self.idf_ = idf(own, n_docs)
        self.n_docs_ = n_docs

    def _table(self, block: Block) -> sparse.csr_matrix:
        """Counts of what is known, then the weights."""
        n_docs = len(block.ptr) - 1
        keys, owner = neighbours(block, ROOM)
        at = np.searchsorted(self._keys, keys)
        kept = at < len(self._keys)
        kept[kept] = self._keys[at[kept]] == keys[kept]
        rows, columns = [owner[kept]], [self._n_terms + at[kept]]
        if self._n_terms:
            fine = block.words >= 0
            rows.append(np.repeat(np.arange(n_docs), np.diff(block.ptr))[fine])
            columns.append(block.words[fine])
        places = np.concatenate(rows), np.concatenate(columns)
        shape = n_docs, self._n_features_out
        table = sparse.csr_matrix((np.ones(len(places[0])), places), shape=shape)
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


def _found(block: Block) -> Run:
    """Each bigram once per document."""
    keys, owner = neighbours(block, ROOM)
    order = np.lexsort((keys, owner))
    keys, owner = keys[order], owner[order]
    new = np.ones(len(keys), dtype=bool)
    new[1:] = (keys[1:] != keys[:-1]) | (owner[1:] != owner[:-1])
    return Run(*np.unique(keys[new], return_counts=True))


def _documents_of_terms(block: Block) -> Array:
    owner = np.repeat(np.arange(len(block.ptr) - 1), np.diff(block.ptr))
    pairs = np.unique(np.column_stack([owner, block.words]), axis=0)
    return np.bincount(pairs[:, 1]) if len(pairs) else np.zeros(0, dtype=np.int64)


def _added(total: Array, more: Array, n_words: int) -> Array:
    wide = np.zeros(n_words, dtype=np.int64)
    wide[: len(total)] += total
    wide[: len(more)] += more
    return wide
