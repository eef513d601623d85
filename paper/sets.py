"""The data: texts of a folder through the paper's preprocessing, kept for the next time."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from biterms.measures.lpp import split
from paper.corpus import Corpus, bag, lines, load, of_bags, of_terms, of_texts, of_words, save
from paper.settings import Table


@dataclass(frozen=True)
class Parts:
    """Documents to learn from, and test documents cut in an observed and a held-out part."""

    train: sparse.csr_matrix
    observed: sparse.csr_matrix
    held: sparse.csr_matrix
    words: list[str]


class Sets:
    """The sets of a data folder under some settings, each prepared once, in `cache`."""

    def __init__(self, settings: Table, data: Path, cache: Path) -> None:
        self.settings, self.data, self.cache = settings, data, cache

    def corpus(self, name: str, documents: int = 0) -> Corpus:
        """A set, or `documents` of its texts if it has more."""
        return load(self.prepared(name, documents))

    def parts(self, name: str, documents: int, test_documents: int) -> Parts:
        """The first documents that are long enough are for tests, the others to learn from."""
        corpus = self.corpus(name, documents)
        if corpus.own_test:
            return self._published(name, corpus, documents, test_documents)
        least = self.settings["measures"]["test_terms"]
        distinct = np.diff(corpus.counts.indptr)
        test = np.flatnonzero(distinct >= least)[:test_documents]
        observed, held, _ = split(corpus.counts[test], min_terms=least)
        train = np.delete(np.arange(len(distinct)), test)
        return Parts(
            corpus.counts[train], sparse.csr_matrix(observed), sparse.csr_matrix(held), corpus.words
        )

    def _published(self, name: str, corpus: Corpus, documents: int, tests: int) -> Parts:
        folder, n = self.data / self.settings["sets"][name]["files"]["bag"], corpus.own_test
        parts = (
            bag(folder / f"data_test_1_part_{i}.txt.gz", len(corpus.words))[:tests] for i in (1, 2)
        )
        train = corpus.counts[n:]
        return Parts(train[: documents or None], *parts, corpus.words)

    def mark(self, name: str) -> str:
        """Changes with anything that makes other documents or other measures of them."""
        parts = [self.settings["sets"][name]["files"], self.settings["preprocessing"]]
        parts += [self.settings["measures"], self.settings.get("vectors")]
        return _hash(parts)

    def prepared(self, name: str, documents: int) -> Path:
        """The file of a prepared set; made when it is not there."""
        about = self.settings["sets"][name]
        parts = [about["files"], self.settings["preprocessing"], self._seed, documents]
        path = self.cache / f"{name}-{_hash(parts)}.npz"
        if not path.is_file():
            self.cache.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(f".{os.getpid()}.npz")
            save(beside, self._made(about["files"], documents))
            beside.replace(path)
        return path

    @property
    def _seed(self) -> int:
        return int(self.settings["measures"]["data_seed"])

    def _made(self, files: Table, documents: int) -> Corpus:
        if "bag" in files:
            return of_bags(self.data / files["bag"])
        rows = self._shuffled(files.get("texts") or files["terms"], documents)
        texts, labels = [row["text"] for row in rows], np.array([row["label"] for row in rows])
        rules = self.settings["preprocessing"]
        if "terms" in files:
            return of_terms(texts, labels)
        if "words" in files:
            return of_words(texts, labels, lines(self.data / files["words"]), rules["min_words"])
        return of_texts(texts, labels, rules)

    def _shuffled(self, file: str, documents: int) -> list[dict[str, Any]]:
        found = lines(self.data / file)
        order = np.random.default_rng(self._seed).permutation(len(found))
        return [json.loads(found[i]) for i in order[: documents or None]]


def _hash(parts: list[Any]) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]
