"""The data of the benchmarks as counts: short texts of five kinds, Congress tweets."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from biterms import Vectoriser
from biterms.measures.lpp import log_predictive, split

ROOT = Path(__file__).resolve().parents[1]
TOKEN = r"[a-z0-9]+(?:[-'][a-z0-9]+)*"
MISSING = 2


@dataclass(frozen=True)
class Counts:
    """Training documents, test documents and the words of their columns."""

    train: sparse.csr_matrix
    test: sparse.csr_matrix
    words: list[str]


@dataclass(frozen=True)
class Parts:
    """Training documents, test documents already cut in an observed and a held-out part."""

    train: sparse.csr_matrix
    observed: sparse.csr_matrix
    held: sparse.csr_matrix
    words: list[str]


def folder() -> Path:
    """The data folder; the program ends with a message and code 2 when there is none."""
    path = Path(os.environ.get("BITERMS_DATA", ROOT.parent / "shared" / "data"))
    if not path.is_dir():
        print(
            f"No data in {path}: the benchmarks need the data sets. "
            "Set BITERMS_DATA to the folder that holds tmn/, tmn_authors_bow/, ...",
            file=sys.stderr,
        )
        raise SystemExit(MISSING)
    return path


def lines(name: str) -> list[str]:
    path = folder() / name
    if not path.is_file():
        print(f"{path} is missing: this benchmark cannot run without it.", file=sys.stderr)
        raise SystemExit(MISSING)
    with gzip.open(path, "rt", encoding="utf8") as file:
        return file.read().splitlines()


def texts(name: str, limit: int | None = None) -> list[str]:
    return [json.loads(line)["text"] for line in itertools.islice(lines(name), limit)]


def count(documents: list[str], **settings: object) -> tuple[sparse.csr_matrix, list[str]]:
    """Lowercase tokens without scikit-learn's English stop words; no stemming; no empty row."""
    tokens = CountVectorizer(
        lowercase=True, token_pattern=TOKEN, stop_words="english", dtype=np.float64, **settings
    )
    X = tokens.fit_transform(documents).tocsr()
    X.sort_indices()
    return X[np.diff(X.indptr) > 0], list(tokens.get_feature_names_out())


def titles(limit: int | None = None, seed: int = 0) -> Counts:
    """TMN titles, words of 3 or more titles, shuffled; the last tenth is the test set."""
    X, words = count(texts("tmn/tmn_titles.jsonl.gz"), min_df=3)
    return Counts(*_cut(X, limit, seed), words)


def stemmed(name: str, limit: int | None = None, seed: int = 0) -> Parts:
    """The paper's way: no stop words, stems in 3 or more texts, texts of 3 or more words."""
    text = Vectoriser(min_df=3)
    X = text.fit_transform(texts(name)).astype(np.float64)
    train, test = _cut(X[np.asarray(X.sum(axis=1)).ravel() >= 3], limit, seed)
    observed, held, _ = split(test)
    return Parts(train, observed, held, list(text.get_feature_names_out()))


def _cut(
    X: sparse.csr_matrix, limit: int | None, seed: int
) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Shuffled; the last tenth is the test set."""
    X = X[np.random.default_rng(seed).permutation(X.shape[0])[:limit]]
    cut = X.shape[0] - X.shape[0] // 10
    return X[:cut], X[cut:]


def tweets(limit: int = 200_000, words: int = 10_000) -> sparse.csr_matrix:
    """The first tweets by date over their most frequent words."""
    X, _ = count(texts("congress_tweets/congress_tweets.jsonl.gz", limit), max_features=words)
    return X


def spread(X: sparse.csr_matrix, width: int, seed: int = 0) -> sparse.csr_matrix:
    """The same documents with their columns scattered, in order, over `width` columns."""
    places = np.random.default_rng(seed).choice(width, X.shape[1], replace=False)
    places = np.sort(places).astype(X.indices.dtype)
    return sparse.csr_matrix((X.data, places[X.indices], X.indptr), shape=(X.shape[0], width))


def parse_bag(rows: list[str], width: int) -> sparse.csr_matrix:
    """Lines `n id:count id:count ...` as a matrix."""
    pairs = [[item.split(":") for item in row.split()[1:]] for row in rows]
    indptr = np.cumsum([0, *map(len, pairs)])
    flat = np.array(list(itertools.chain.from_iterable(pairs)), dtype=np.float64)
    X = sparse.csr_matrix((flat[:, 1], flat[:, 0].astype(int), indptr), shape=(len(rows), width))
    X.sort_indices()
    return X


def authors(limit: int | None = None) -> Parts:
    """TMNtitle as the authors' group published it, with its own test split."""
    base = "tmn_authors_bow"
    words = lines(f"{base}/vocab.txt.gz")
    train, observed, held = (
        parse_bag(lines(f"{base}/{name}.txt.gz"), len(words))
        for name in ("train", "data_test_1_part_1", "data_test_1_part_2")
    )
    return Parts(train[:limit], observed, held, words)


def unigram(data: Parts) -> float:
    """LPP of the training frequencies, with one more count per word."""
    counts = np.asarray(data.train.sum(axis=0)).ravel() + 1.0
    theta = np.ones((data.held.shape[0], 1))
    return float(log_predictive(theta, (counts / counts.sum())[None], data.held).mean())
