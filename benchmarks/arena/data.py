"""The documents of a set: to learn from, to test on, and those outside that count pairs."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from peer import repeated
from scipy import sparse

from arena.plan import Plan, groups
from biterms.bags import InOrder
from biterms.measures.lpp import split
from paper.corpus import Corpus
from paper.job import Job
from paper.sets import Sets


@dataclass(frozen=True)
class Data:
    """Training documents, test documents in two parts, and what measures them."""

    train: InOrder
    observed: InOrder
    held: sparse.csr_array
    words: list[str]
    labels: np.ndarray  # of the training documents, "" for none
    has_classes: bool

    def for_choosing(self, documents: int) -> Data:
        """Training documents alone: a tenth of the first ones validates the rest of them."""
        n = min(documents, len(self.labels))
        observed, held, _ = split(self.train[: n // 10])
        rest = slice(n // 10, n)
        return replace(
            self,
            train=self.train[rest],
            observed=observed,
            held=held,
            labels=self.labels[rest],
            has_classes=False,
        )


class Library:
    """The sets of a data folder, prepared once and kept in `cache`."""

    def __init__(self, plan: Plan, data: Path, cache: Path) -> None:
        self.plan, self.cache = plan, cache
        self.sets = Sets(plan.settings, data, cache)

    def of(self, job: Job) -> Data:
        """The documents that a job learns from and is measured on."""
        data = self._data(job["set"])
        return data.for_choosing(job["validated_on"]) if job["task"] == "choose" else data

    def _data(self, name: str) -> Data:
        corpus, about = self._corpus(name), self.plan.sets[name]
        documents = in_order(corpus)
        first = corpus.own_test or (len(corpus.ptr) - 1) // 10
        if corpus.own_test:
            published = self.sets.parts(name, 0, corpus.own_test)
            observed = InOrder(repeated(published.observed), len(corpus.words))
            held = sparse.csr_array(published.held)
        else:
            observed, held, _ = split(documents[:first])
        labels = corpus.labels[first:]
        own = corpus.words, labels, "classes" in about
        return Data(documents[first:], observed, held, *own)

    def reference(self, name: str) -> sparse.csr_array:
        """Pieces of the other sets, over the words of this one; kept for the next time."""
        marks = [self._prepared(each).stem for each in (name, *groups(self.plan, name))]
        length = self.plan.settings["measures"]["piece"]
        path = self.cache / f"outside-{'-'.join(mark[-6:] for mark in marks)}-{length}.npz"
        if not path.is_file():
            words = self._corpus(name).words
            others = [self._corpus(each) for each in groups(self.plan, name)]
            table = sparse.vstack([pieces(other, words, length) for other in others])
            beside = path.with_suffix(f".{os.getpid()}.npz")
            sparse.save_npz(beside, table.tocsr())
            beside.replace(path)
        return sparse.csr_array(sparse.load_npz(path))

    def _corpus(self, name: str) -> Corpus:
        return self.sets.corpus(name, self.plan.sets[name].get("documents", 0))

    def _prepared(self, name: str) -> Path:
        return self.sets.prepared(name, self.plan.sets[name].get("documents", 0))


def in_order(corpus: Corpus) -> InOrder:
    """All documents of a corpus, words in their order."""
    return InOrder.from_pieces([_sequences(corpus)], len(corpus.words))


def _sequences(corpus: Corpus) -> Any:
    from biterms.kernels import Sequences

    return Sequences(corpus.ptr.astype(np.int64), corpus.order)


def pieces(corpus: Corpus, words: list[str], length: int) -> sparse.csr_matrix:
    """Documents cut into pieces of at most `length` words, as counts of some words."""
    column = {word: i for i, word in enumerate(words)}
    column_of = np.array([column.get(word, -1) for word in corpus.words])
    sizes = np.diff(corpus.ptr)
    within = np.arange(len(corpus.order)) - np.repeat(corpus.ptr[:-1], sizes)
    begins = np.concatenate([[0], np.cumsum(-(-sizes // length))])
    piece = np.repeat(begins[:-1], sizes) + within // length
    columns = column_of[corpus.order]
    known = columns >= 0
    table = np.ones(known.sum()), (piece[known], columns[known])
    return sparse.csr_matrix(table, shape=(begins[-1], len(words)))


def sequences(documents: InOrder) -> list[np.ndarray]:
    """The words of each document in their order, without gaps."""
    ptr, places = documents.arrays()
    known = places >= 0
    begins = np.repeat(documents.table.indptr[:-1], np.diff(ptr))
    words = documents.table.indices[(begins + places)[known]].astype(np.int32)
    ends = np.concatenate([[0], np.cumsum(known)])[ptr[1:]]
    return np.split(words, ends[:-1])


def counts(documents: InOrder) -> sparse.csr_matrix:
    """Counts as other libraries expect them."""
    return sparse.csr_matrix(documents.table.astype(np.float64))
