"""A set of documents, by the ways to read one: texts, terms, words of a list, published bags."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from scipy import sparse

from biterms import Vectoriser
from paper.settings import Table

#: words of the authors' vocabulary have no digits; the other sets are cut by `Vectoriser`
TOKEN = re.compile(r"[a-z0-9]+(?:[-'][a-z0-9]+)*")


@dataclass(frozen=True)
class Corpus:
    """Documents in a random order that is always the same: words in order, and labels.

    Document d is `order[ptr[d] : ptr[d + 1]]`, columns of `words`; no word is unknown.
    """

    words: list[str]
    ptr: np.ndarray
    order: np.ndarray
    labels: np.ndarray
    own_test: int = 0  # the first documents are the publisher's own test documents

    @cached_property
    def counts(self) -> sparse.csr_matrix:
        """Documents × words."""
        shape = (len(self.ptr) - 1, len(self.words))
        parts = np.ones(len(self.order)), self.order.copy(), self.ptr.copy()  # sorted below
        X = sparse.csr_matrix(parts, shape=shape)
        X.sum_duplicates()
        return X

    def sequence(self, d: int) -> np.ndarray:
        return self.order[self.ptr[d] : self.ptr[d + 1]]


def of_texts(texts: list[str], labels: np.ndarray, rules: Table) -> Corpus:
    """Words as the library finds them, by the rules of the paper."""
    text = Vectoriser(language=rules["language"], min_df=rules["min_df"])
    pieces = [(piece.ptr, piece.words) for piece in text.fit_in_order(texts)]
    order = np.concatenate([words for _, words in pieces])
    lengths = np.concatenate([np.diff(ptr) for ptr, _ in pieces])
    words = list(text.get_feature_names_out())
    return _long_enough(words, lengths, order, labels, rules["min_words"])


def _long_enough(
    words: list[str], lengths: np.ndarray, order: np.ndarray, labels: np.ndarray, shortest: int
) -> Corpus:
    """Without unknown words (−1) and without documents of fewer than `shortest` words."""
    document = np.repeat(np.arange(len(lengths)), lengths)
    known = np.bincount(document[order >= 0], minlength=len(lengths))
    keep = known >= shortest
    order = order[(order >= 0) & keep[document]]
    ptr = np.concatenate([[0], np.cumsum(known[keep])])
    return Corpus(words, ptr, order.astype(np.int32), labels[keep])


def of_words(texts: list[str], labels: np.ndarray, words: list[str], shortest: int) -> Corpus:
    """Words of a given vocabulary; equal texts once."""
    column = {word: i for i, word in enumerate(words)}
    first = {text: i for i, text in reversed(list(enumerate(texts)))}
    kept = sorted(first.values())
    rows = [[column.get(token, -1) for token in TOKEN.findall(texts[i].lower())] for i in kept]
    return _long_enough(words, *_flat(rows), labels[kept], shortest)


def of_terms(texts: list[str], labels: np.ndarray) -> Corpus:
    """Terms between spaces, as the publisher has prepared them; none is left out."""
    column: dict[str, int] = {}
    rows = [[column.setdefault(term, len(column)) for term in text.split()] for text in texts]
    return _long_enough(list(column), *_flat(rows), labels, 0)


def of_bags(folder: Path) -> Corpus:
    """Test documents first, then the training documents in the order of the file."""
    words = lines(folder / "vocab.txt.gz")
    test = sum(bag(folder / f"data_test_1_part_{i}.txt.gz", len(words)) for i in (1, 2))
    X = sparse.vstack([test, bag(folder / "train.txt.gz", len(words))], format="csr")
    order = np.repeat(X.indices, X.data.astype(int))
    ptr = np.concatenate([[0], np.cumsum(np.asarray(X.sum(axis=1)).ravel().astype(int))])
    return Corpus(words, ptr, order.astype(np.int32), np.full(X.shape[0], ""), test.shape[0])


def _flat(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([len(row) for row in rows]), np.array([i for row in rows for i in row])


def bag(path: Path, width: int) -> sparse.csr_matrix:
    """Lines `n id:count id:count ...`."""
    rows = [[item.split(":") for item in line.split()[1:]] for line in lines(path)]
    flat = np.array([item for row in rows for item in row], dtype=np.float64)
    indptr = np.cumsum([0, *map(len, rows)])
    X = sparse.csr_matrix((flat[:, 1], flat[:, 0].astype(int), indptr), shape=(len(rows), width))
    X.sort_indices()
    return X


def lines(path: Path) -> list[str]:
    if not path.is_file():
        raise SystemExit(
            f"{path} is missing: settings.toml names it for a set; --data names another folder"
        )
    with gzip.open(path, "rt", encoding="utf8") as file:
        return file.read().splitlines()


def save(path: Path, corpus: Corpus) -> None:
    np.savez(
        path,
        words=np.array(corpus.words),
        ptr=corpus.ptr,
        order=corpus.order,
        labels=corpus.labels,
        own_test=corpus.own_test,
    )


@lru_cache(maxsize=4)
def load(path: Path) -> Corpus:
    with np.load(path) as kept:
        words, own = kept["words"].tolist(), int(kept["own_test"])
        return Corpus(words, kept["ptr"], kept["order"], kept["labels"], own)
