"""The data: texts of a folder through the paper's preprocessing, kept for the next time."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from biterms import Vectoriser
from biterms.measures.lpp import split
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


@dataclass(frozen=True)
class Parts:
    """Documents to learn from, and test documents cut in a seen and a held-out part."""

    train: sparse.csr_matrix
    seen: sparse.csr_matrix
    held: sparse.csr_matrix
    words: list[str]


class Sets:
    """The sets of a data folder under some settings, each prepared once, in `cache`."""

    def __init__(self, settings: Table, data: Path, cache: Path) -> None:
        self.settings, self.data, self.cache = settings, data, cache

    def corpus(self, name: str, documents: int = 0) -> Corpus:
        """A set, or `documents` of its texts if it has more."""
        return _load(self.prepared(name, documents))

    def parts(self, name: str, documents: int, test_documents: int) -> Parts:
        """The first documents that are long enough are for tests, the others to learn from."""
        corpus = self.corpus(name, documents)
        if corpus.own_test:
            return self._published(name, corpus, documents, test_documents)
        least = self.settings["measures"]["test_terms"]
        distinct = np.diff(corpus.counts.indptr)
        test = np.flatnonzero(distinct >= least)[:test_documents]
        seen, held, _ = split(corpus.counts[test], min_terms=least)
        train = np.delete(np.arange(len(distinct)), test)
        return Parts(
            corpus.counts[train], sparse.csr_matrix(seen), sparse.csr_matrix(held), corpus.words
        )

    def _published(self, name: str, corpus: Corpus, documents: int, tests: int) -> Parts:
        folder, n = self.data / self.settings["sets"][name]["files"]["bag"], corpus.own_test
        parts = (
            _bag(folder / f"data_test_1_part_{i}.txt.gz", len(corpus.words))[:tests] for i in (1, 2)
        )
        train = corpus.counts[n:]
        return Parts(train[: documents or None], *parts, corpus.words)

    def mark(self, name: str) -> str:
        """Changes with anything that makes other documents or other measures of them."""
        told = [self.settings["sets"][name]["files"], self.settings["preprocessing"]]
        told += [self.settings["measures"], self.settings.get("vectors")]
        return _hash(told)

    def prepared(self, name: str, documents: int) -> Path:
        """The file of a prepared set; made when it is not there."""
        about = self.settings["sets"][name]
        told = [about["files"], self.settings["preprocessing"], self._seed, documents]
        path = self.cache / f"{name}-{_hash(told)}.npz"
        if not path.is_file():
            self.cache.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(f".{os.getpid()}.npz")
            _save(beside, self._made(about["files"], documents))
            beside.replace(path)
        return path

    @property
    def _seed(self) -> int:
        return int(self.settings["measures"]["data_seed"])

    def _made(self, files: Table, documents: int) -> Corpus:
        if "bag" in files:
            return _authors(self.data / files["bag"])
        rows = self._shuffled(files.get("texts") or files["terms"], documents)
        texts, labels = [row["text"] for row in rows], np.array([row["label"] for row in rows])
        if "terms" in files:
            return _of_terms(texts, labels)
        if "words" in files:
            return _of_words(texts, labels, _lines(self.data / files["words"]), self._shortest)
        return self._of_texts(texts, labels)

    @property
    def _shortest(self) -> int:
        return int(self.settings["preprocessing"]["min_words"])

    def _shuffled(self, file: str, documents: int) -> list[dict[str, Any]]:
        lines = _lines(self.data / file)
        order = np.random.default_rng(self._seed).permutation(len(lines))
        return [json.loads(lines[i]) for i in order[: documents or None]]

    def _of_texts(self, texts: list[str], labels: np.ndarray) -> Corpus:
        rules = self.settings["preprocessing"]
        text = Vectoriser(language=rules["language"], min_df=rules["min_df"])
        pieces = [(piece.ptr, piece.words) for piece in text.fit_in_order(texts)]
        order = np.concatenate([words for _, words in pieces])
        lengths = np.concatenate([np.diff(ptr) for ptr, _ in pieces])
        return _long_enough(
            list(text.get_feature_names_out()), lengths, order, labels, self._shortest
        )


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


def _of_words(texts: list[str], labels: np.ndarray, words: list[str], shortest: int) -> Corpus:
    """Words of a given vocabulary; equal texts once."""
    column = {word: i for i, word in enumerate(words)}
    first = {text: i for i, text in reversed(list(enumerate(texts)))}
    kept = sorted(first.values())
    rows = [[column.get(token, -1) for token in TOKEN.findall(texts[i].lower())] for i in kept]
    return _long_enough(words, *_flat(rows), labels[kept], shortest)


def _of_terms(texts: list[str], labels: np.ndarray) -> Corpus:
    """Terms between spaces, as the publisher has prepared them; none is left out."""
    column: dict[str, int] = {}
    rows = [[column.setdefault(term, len(column)) for term in text.split()] for text in texts]
    return _long_enough(list(column), *_flat(rows), labels, 0)


def _authors(folder: Path) -> Corpus:
    """Test documents first, then the training documents in the order of the file."""
    words = _lines(folder / "vocab.txt.gz")
    test = sum(_bag(folder / f"data_test_1_part_{i}.txt.gz", len(words)) for i in (1, 2))
    X = sparse.vstack([test, _bag(folder / "train.txt.gz", len(words))], format="csr")
    order = np.repeat(X.indices, X.data.astype(int))
    ptr = np.concatenate([[0], np.cumsum(X.sum(axis=1).A1.astype(int))])
    return Corpus(words, ptr, order.astype(np.int32), np.full(X.shape[0], ""), test.shape[0])


def _flat(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([len(row) for row in rows]), np.array([i for row in rows for i in row])


def _bag(path: Path, width: int) -> sparse.csr_matrix:
    """Lines `n id:count id:count ...`."""
    rows = [[item.split(":") for item in line.split()[1:]] for line in _lines(path)]
    flat = np.array([item for row in rows for item in row], dtype=np.float64)
    indptr = np.cumsum([0, *map(len, rows)])
    X = sparse.csr_matrix((flat[:, 1], flat[:, 0].astype(int), indptr), shape=(len(rows), width))
    X.sort_indices()
    return X


def _hash(told: list[Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]


def _lines(path: Path) -> list[str]:
    if not path.is_file():
        raise SystemExit(
            f"{path} is missing: settings.toml names it for a set; --data names another folder"
        )
    with gzip.open(path, "rt", encoding="utf8") as file:
        return file.read().splitlines()


def _save(path: Path, corpus: Corpus) -> None:
    np.savez(
        path,
        words=np.array(corpus.words),
        ptr=corpus.ptr,
        order=corpus.order,
        labels=corpus.labels,
        own_test=corpus.own_test,
    )


@lru_cache(maxsize=4)
def _load(path: Path) -> Corpus:
    with np.load(path) as kept:
        words, own = kept["words"].tolist(), int(kept["own_test"])
        return Corpus(words, kept["ptr"], kept["order"], kept["labels"], own)
