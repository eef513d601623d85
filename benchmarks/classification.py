"""A linear SVM on bags of words, biterms and bigrams: six sets, two weightings, five folds.

python benchmarks/classification.py                    everything; long texts take hours
python benchmarks/classification.py --only tmn,ohscal  some sets
python benchmarks/classification.py --all-documents    bags learnt from all documents, as the paper
python benchmarks/classification.py --quick            a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import available  # noqa: F401  (before what may be missing)
import classification_chart
import corpora
import numpy as np
from report import Section, parser, run
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from timing import VERDICT

from biterms import BagOfBigrams, BagOfBiterms, Vectoriser
from biterms.measures import Classification, classification

WEIGHTINGS = ("tf", "tf-idf")
SHORT, LONG = (2, 5, 10, 15, 20, 25, 30), (10, 20, 40, 60, 80, 100)
#: thresholds at which C is chosen, too; at the others it is 1: a large C takes minutes
CHOOSE_SHORT, CHOOSE_MEDIUM = (2, 10), (10, 60)
#: LIBLINEAR's own
MAX_ITER = 1000
N_FOLDS = 5
#: whether words are features too; the paper has bigrams alone, and 2 is its best threshold
BIGRAMS = {"bigrams 2": False, "words, bigrams 2": True}


@dataclass(frozen=True)
class Set:
    """Documents of labels, and what the paper claims of them."""

    title: str
    file: str
    thresholds: tuple[int, ...] = SHORT
    above: bool = True
    choose: tuple[int, ...] = CHOOSE_SHORT
    weightings: tuple[str, ...] = WEIGHTINGS
    unordered: bool = False  # words as they stand between spaces, sorted by the publisher


SETS = {
    "tmn": Set("TMN titles", "tmn/tmn_titles.jsonl.gz"),
    "stackoverflow": Set("StackOverflow titles", "stackoverflow/stackoverflow_titles.jsonl.gz"),
    "nyt_titles": Set("New York Times titles", "nyt_titles/nyt_titles.jsonl.gz"),
    "search_snippets": Set("search snippets", "search_snippets/search_snippets.jsonl.gz"),
    "ohscal": Set(
        "Ohscal (medium texts)",
        "ohscal/ohscal.jsonl.gz",
        LONG,
        choose=CHOOSE_MEDIUM,
        unordered=True,
    ),
} | {  # each takes half an hour and more
    name: Set(
        "20 Newsgroups (long texts)",
        "20newsgroups/20newsgroups.jsonl.gz",
        LONG,
        above=False,
        choose=(),
        weightings=(weighting,),
    )
    for name, weighting in (("20newsgroups", "tf"), ("20newsgroups_idf", "tf-idf"))
}


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    limit: int | None = None
    thresholds: int | None = None
    Cs: tuple[float, ...] = (0.1, 1.0, 10.0)
    all_documents: bool = False


class BagOfWords(TransformerMixin, BaseEstimator):
    """Counts, tf (counts over the length), or tf · log(N / df): the paper's weights of words."""

    def __init__(self, weighting: str = "counts") -> None:
        self.weighting = weighting

    def fit(self, X: sparse.csr_matrix, _y: Any = None) -> BagOfWords:
        documents = np.bincount(X.nonzero()[1], minlength=X.shape[1])
        self.idf_ = np.log(X.shape[0] / np.maximum(documents, 1))
        return self

    def transform(self, X: sparse.csr_matrix) -> sparse.csr_array:
        X = sparse.csr_array(X, dtype=np.float64)
        if self.weighting == "counts":
            return X
        lengths = np.maximum(X.sum(axis=1), 1)
        weights = self.idf_ if self.weighting == "tf-idf" else np.ones(X.shape[1])
        return sparse.csr_array(X.multiply(1 / lengths[:, None]).multiply(weights[None]))


class InOrder(TransformerMixin, BaseEstimator):
    """The words that the other bags have, in the order of the text."""

    def fit(self, texts: list[str], _y: Any = None) -> InOrder:
        self.words_ = Vectoriser(min_df=3).fit(texts)
        return self

    def transform(self, texts: list[str]) -> list[list[int]]:
        return [row[row >= 0].tolist() for row in self.words_.ordered(texts)]


def documents(data: Set, limit: int | None) -> tuple[list[str], list[str], str]:
    """Shuffled; without labels that have fewer documents than there are folds."""
    rows = [json.loads(line) for line in corpora.lines(data.file)]
    rows = [rows[i] for i in np.random.default_rng(0).permutation(len(rows))[:limit]]
    sizes = Counter(row["label"] for row in rows)
    kept = [row for row in rows if row["label"] and sizes[row["label"]] >= N_FOLDS]
    left = f"{len(rows) - len(kept):,} documents of too rare labels, or none, left out"
    return [row["text"] for row in kept], [row["label"] for row in kept], left


def words(data: Set) -> Any:
    """From texts to counts."""
    if data.unordered:
        return CountVectorizer(lowercase=False, token_pattern=r"\S+", dtype=np.float64)
    return Vectoriser(min_df=3)


def bags(data: Set, weighting: str, plan: Plan) -> dict[str, tuple[Any, tuple[float, ...]]]:
    """The representations, and the values of C that are tried on them."""
    Cs = plan.Cs if data.choose else (1.0,)
    found = {"BoW": (make_pipeline(words(data), BagOfWords(weighting)), Cs)}
    for threshold in data.thresholds[: plan.thresholds]:
        bag, at = BagOfBiterms(threshold, weighting=weighting), threshold in data.choose
        found[f"BoB {threshold}"] = make_pipeline(words(data), bag), plan.Cs if at else (1.0,)
    for name, terms in {} if data.unordered else BIGRAMS.items():
        bag = BagOfBigrams(2, weighting=weighting, terms=terms)
        found[name] = make_pipeline(InOrder(), bag), Cs
    return found


def measure(data: Set, plan: Plan) -> Section:
    """Each representation with each weighting; the paper's claim beside it."""
    texts, labels, left = documents(data, plan.limit)
    rows, kept = [], {}
    for weighting in data.weightings:
        found = {
            name: classification(
                texts,
                labels,
                representation=made,
                Cs=Cs,
                all_documents=plan.all_documents,
                max_iter=MAX_ITER,
            )
            for name, (made, Cs) in bags(data, weighting, plan).items()
        }
        rows += [row(name, weighting, found, data.above) for name in found]
        kept[weighting] = {name: one.as_dict() for name, one in found.items()}
    seen = "all documents" if plan.all_documents else "the training folds"
    notes = [
        f"{len(texts):,} documents, {len(set(labels))} labels; {left}",
        f"words, pairs and idf of {seen}; means over {N_FOLDS} folds of equal shares of labels",
        "BoB t: all words, and pairs of words in t or more documents",
        "bigrams t: words side by side, when others are left out, in t or more documents",
        "claims: mean and deviation over folds of the difference in accuracy",
    ]
    if data.unordered:
        notes.append("no bigrams: the order of the words is lost in this set")
    return Section(data.title, HEAD, rows, [], notes, {"found": kept})


HEAD = [
    "model",
    "setting",
    "features",
    "seconds",
    *("accuracy", "macro-F1", "SVM seconds", "claim at C = 1"),
    *("chosen C", "accuracy, chosen C", "macro-F1, chosen C", "claim at chosen C"),
]


def row(name: str, weighting: str, found: dict[str, Classification], above: bool) -> list[str]:
    one = found[name]
    return [
        name,
        weighting,
        f"{one.n_features:,.0f}",
        f"{one.seconds:.2f}",
        *(f"{one.mean(score, 'plain'):.4f}" for score in ("accuracy", "macro_f1")),
        f"{one.mean('seconds', 'plain'):.2f}",
        claim(name, found, above, "plain"),
        *choice(name, found, above),
    ]


def choice(name: str, found: dict[str, Classification], above: bool) -> list[str]:
    """Nothing where there was none."""
    one = found[name]
    if len(one.Cs) == 1:
        return [""] * 4
    chosen = ", ".join(f"{C:g}" for C in sorted({fold.chosen.C for fold in one.folds}))
    scores = [f"{one.mean(score):.4f}" for score in ("accuracy", "macro_f1")]
    return [chosen, *scores, claim(name, found, above, "chosen")]


def claim(name: str, found: dict[str, Classification], above: bool, svm: str) -> str:
    """BoB is above BoW, on long texts not below; bigrams are below BoB of the least threshold."""
    first = next((other for other in found if comparable(other, found[other], svm)), None)
    if name == "BoW" or first is None:
        return ""
    rival = "BoW" if name.startswith("BoB") else first
    gain = gains(found[name], found[rival], svm)
    middle = round(float(np.mean(gain)), 6) + 0.0  # no rounding error, no -0
    if rival == first:
        sign, holds = "<", middle < 0
    else:
        sign, holds = (">", middle > 0) if above else ("≥", middle >= 0)
    return f"{middle:+.4f} ± {np.std(gain, ddof=1):.4f} {sign} {rival} {VERDICT[holds]}"


def comparable(name: str, one: Classification, svm: str) -> bool:
    return name.startswith("BoB") and (svm == "plain" or len(one.Cs) > 1)


def gains(one: Classification, other: Classification, svm: str) -> list[float]:
    """Differences in accuracy, fold by fold: the folds are the same."""
    ours, theirs = ([getattr(f, svm).accuracy for f in x.folds] for x in (one, other))
    return [a - b for a, b in zip(ours, theirs, strict=True)]


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SETS)
    options.add_argument(
        "--all-documents", action="store_true", help="bags learnt from all documents"
    )
    return options.parse_args()


def draw(path: Path) -> None:
    known = json.loads(path.read_text(encoding="utf8"))
    classification_chart.draw(known, path.with_suffix(".png"))


def main() -> None:
    chosen = arguments()
    small: dict[str, Any] = {"limit": 600, "thresholds": 2, "Cs": (0.1, 1.0, 10.0)}
    plan = Plan(all_documents=chosen.all_documents, **(small if chosen.quick else {}))
    parts = {name: partial(measure, SETS[name], plan) for name in chosen.only}
    file = "classification_all_documents.json" if chosen.all_documents else "classification.json"
    run(chosen.out / file, parts, draw, quick=chosen.quick)


if __name__ == "__main__":
    main()
