"""Phrases as words: what they do to prediction, coherence, clusters, labels and speed.

python benchmarks/phrases.py                         everything (a few minutes)
python benchmarks/phrases.py --only figures,labels   some of it
python benchmarks/phrases.py --only choices          other rules, development sets only
python benchmarks/phrases.py --quick                 a smoke run; its numbers mean nothing

Nine tenths of the texts of a set are learnt from, with K = 50 topics, once with words alone and
once with phrases. Of each other text half of the words are observed and the rest is predicted, the
same letters by both: a text is cut into words and phrases, a phrase is observed or held out as a
whole, and the vocabulary without phrases has its words instead. What one of the two does not know
is left out for both. The log probability of all that is held out is divided by its number of
letters. Phrases predict better even without topics, because one word takes the place of two; so the
gain over the frequencies of the same vocabulary says what the topics know.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from statistics import median
from typing import Any, NamedTuple

import corpora
import numpy as np
from report import Section, parser, run
from scipy import sparse
from timing import Ratio, alternate, per_run

from biterms import LDA, TopicModel, Vectoriser
from biterms.measures import Cooccurrence, nmi, npmi, top_words
from biterms.measures.lpp import log_predictive
from biterms.text import collocations, neighbours
from biterms.topics.views import Topic

FILES = {
    "tmn": "tmn/tmn_titles.jsonl.gz",
    "search_snippets": "search_snippets/search_snippets.jsonl.gz",
    "abc_headlines": "abc_headlines/abc_headlines.jsonl.gz",
    "stackoverflow": "stackoverflow/stackoverflow_titles.jsonl.gz",
    "congress_tweets": "congress_tweets/congress_tweets.jsonl.gz",
}
SETS = ("tmn", "abc_headlines", "stackoverflow", "congress_tweets")
DEVELOPMENT = ("tmn", "search_snippets", "abc_headlines")
CLASSES = ("tmn", "search_snippets", "stackoverflow")
HEAD = ["set", "setting", "LPP per letter", "gain over frequencies", "NPMI", "NMI"]
MOST, LEAST_SPEED = 50_000, 1 / 3
#: topics of a set that are shown, and what they are learnt from
SHOWN, SIDES = 6, ("words", "words and phrases")
#: LPP, gain, NPMI, NMI of each seed
Scores = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    K: int = 50
    seeds: int = 3
    texts: int = MOST
    runs: int = 5


@dataclass(frozen=True)
class Set:
    """Texts in random order, the last tenth for testing, and their classes if they have any."""

    train: list[str]
    test: list[str]
    classes: list[str]


@cache
def read(name: str, most: int) -> Set:
    rows = [json.loads(line) for line in corpora.lines(FILES[name])]
    chosen = np.random.default_rng(0).permutation(len(rows))[:most]
    rows = [rows[i] for i in chosen]
    cut = len(rows) - len(rows) // 10
    texts = [row["text"] for row in rows]
    return Set(texts[:cut], texts[cut:], [row.get("label", "") for row in rows[cut:]])


@dataclass(frozen=True)
class Parts:
    """Test documents in one vocabulary."""

    observed: sparse.csr_matrix
    held: sparse.csr_matrix


def split(data: Set, words: Vectoriser, phrases: Vectoriser) -> tuple[Parts, Parts, float]:
    """Test documents in both vocabularies, and the letters that are held out."""
    tokens = phrases.analyser_.tokens(data.test)
    columns = phrases.words_.ids_of(tokens.words, phrases.analyser_.keys)
    stop = words.analyser_.stop_words
    inside = [[w for w in name.split(" ") if w not in stop] for name in tokens.words]
    flat = [word for own in inside for word in own]
    found = words.words_.ids_of(flat, words.analyser_.keys)
    owner = np.repeat(np.arange(len(inside)), list(map(len, inside)))
    known = (columns >= 0) & (np.bincount(owner[found < 0], minlength=len(inside)) == 0)
    letters = np.array([sum(map(len, own)) for own in inside], dtype=float)
    rows = np.repeat(np.arange(len(data.test)), np.diff(tokens.ptr))
    some = known[tokens.ids]
    shape = len(data.test), len(inside)
    X = sparse.csr_matrix((np.ones(some.sum()), (rows[some], tokens.ids[some])), shape)
    held, seen = X.copy(), X.copy()
    order = np.random.default_rng(0).random(X.nnz)
    for begin, end in zip(X.indptr, X.indptr[1:], strict=False):
        out = begin + np.argsort(order[begin:end])[: (end - begin) // 2]
        seen.data[out] = 0
        held.data[np.setdiff1d(np.arange(begin, end), out)] = 0
    of_words = found >= 0
    ones = np.ones(len(inside)), np.ones(of_words.sum())
    at = (np.arange(len(inside)), np.maximum(columns, 0)), (owner[of_words], found[of_words])
    widths = phrases.n_words_, words.n_words_
    maps = [
        sparse.csr_matrix((one, place), (len(inside), width))
        for one, place, width in zip(ones, at, widths, strict=True)
    ]
    with_phrases, plain = (Parts((seen @ m).tocsr(), (held @ m).tocsr()) for m in maps)
    return plain, with_phrases, float((held @ letters).sum())


def predicted(theta: Any, topics: Any, held: sparse.csr_matrix) -> float:
    """Log probability of all that is held out."""
    each = log_predictive(theta, topics, held)
    weight = np.asarray(held.sum(axis=1)).ravel()
    return float((each[weight > 0] * weight[weight > 0]).sum())


def frequencies(train: sparse.csr_matrix, held: sparse.csr_matrix) -> float:
    """The same by the frequencies of words alone, with one more count for each."""
    counts = np.asarray(train.sum(axis=0)).ravel() + 1.0
    return predicted(np.ones((held.shape[0], 1)), (counts / counts.sum())[None], held)


@dataclass(frozen=True)
class Learnt:
    """A vocabulary, the training documents in it, and models of them."""

    text: Vectoriser
    table: sparse.csr_matrix
    models: list[LDA]


class Rule(NamedTuple):
    """What a phrase has to be."""

    least: float = collocations.LEAST_NPMI
    between: int = neighbours.MOST_BETWEEN


@contextmanager
def follow(rule: Rule | None) -> Iterator[None]:
    """The rule in place of the one of the package."""
    before = Rule()
    collocations.LEAST_NPMI, neighbours.MOST_BETWEEN = before if rule is None else rule
    try:
        yield
    finally:
        collocations.LEAST_NPMI, neighbours.MOST_BETWEEN = before


@cache
def learnt(name: str, plan: Plan, rule: Rule | None) -> Learnt:
    """With phrases by this rule, or without phrases."""
    text = Vectoriser(phrases=rule is not None)
    with follow(rule):
        table = text.fit_transform(read(name, plan.texts).train)
    seeds = range(plan.seeds)
    return Learnt(text, table, [LDA(plan.K, random_state=seed).fit(table) for seed in seeds])


def measured(name: str, plan: Plan, rule: Rule) -> tuple[list[Scores], int]:
    """Figures without and with phrases, a row for each seed; and the number of phrases."""
    data, both = read(name, plan.texts), [learnt(name, plan, one) for one in (None, rule)]
    with follow(rule):
        *parts, letters = split(data, *(one.text for one in both))
        tables = [one.text.transform(data.test) for one in both]
    found = []
    for one, part, tests in zip(both, parts, tables, strict=True):
        base, scores = frequencies(one.table, part.held) / letters, []
        for model in one.models:
            lpp = predicted(model.transform(part.observed), model.topics_, part.held) / letters
            tops = top_words(model.topics_)
            coherence = npmi(tops, Cooccurrence.from_counts(one.table, np.unique(tops))).mean()
            agree = nmi(model.predict(tests), data.classes) if name in CLASSES else np.nan
            scores.append((lpp, lpp - base, float(coherence), agree))
        found.append(np.array(scores))
    return found, sum(" " in key for key in both[1].text.vocabulary_)


def figures(plan: Plan) -> Section:
    """Words against words and phrases."""
    rows = []
    for name in SETS:
        both, n = measured(name, plan, Rule())
        for words, scores in zip(("words", f"words and {n:,} phrases"), both, strict=True):
            rows.append([name, words, *map(_cell, scores.mean(axis=0))])
        change = both[1] - both[0]
        rows.append([name, "difference", *map(_change, change.mean(axis=0), change.std(axis=0))])
    size = f"K = {plan.K}, {plan.seeds} seeds, at most {plan.texts:,} texts of a set"
    notes = [size, "behind ±: the standard deviation of the difference between seeds"]
    return Section("phrases: prediction, coherence, clusters", HEAD, rows, notes=notes)


def choices(plan: Plan) -> Section:
    """What other rules change, on the development sets."""
    rows = []
    for name in DEVELOPMENT:
        for rule in RULES:
            both, n = measured(name, plan, rule)
            change = both[1] - both[0]
            cells = map(_change, change.mean(axis=0), change.std(axis=0))
            rows.append([name, f"{rule.least}, {rule.between}: {n:,} phrases", *cells])
    notes = ["settings: the least NPMI, and how many stop words may stand inside a phrase"]
    return Section("phrases: differences to words alone by rule", HEAD, rows, notes=notes)


RULES = (Rule(0.4), Rule(0.5), Rule(0.6), Rule(0.7), Rule(between=0))


def _cell(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.4f}"


def _change(value: float, error: float) -> str:
    return "" if np.isnan(value) else f"{value:+.4f} ± {error:.4f}"


def labels(plan: Plan) -> Section:
    """Topics that hold a phrase, beside those without phrases that lead most of their texts."""
    rows = []
    for name in SETS:
        train = read(name, plan.texts).train
        plain, other = (
            TopicModel(LDA(plan.K, random_state=0), text=Vectoriser(phrases=on)).fit(train)
            for on in (False, True)
        )
        lead = [model.transform(train).argmax(axis=1) for model in (plain, other)]
        table = np.zeros((plan.K, plan.K))
        np.add.at(table, tuple(lead), 1)
        shown = [{topic.id: _shown(topic) for topic in model.topics()} for model in (plain, other)]
        largest = np.argsort(-table.sum(axis=0), kind="stable").tolist()
        some = [k for k in largest if any(" " in word for word in shown[1][k][1])][:SHOWN]
        for k in some:
            pair = shown[0][int(table[:, k].argmax())], shown[1][k]
            rows.append([name, *(f"{label}: {', '.join(words)}" for label, words in pair)])
    return Section("phrases: label and top words", ["set", *SIDES], rows)


def _shown(topic: Topic) -> tuple[str, list[str]]:
    return topic.label, [word.word for word in topic.words[:5]]


def speed(plan: Plan) -> Section:
    """Texts to counts, without and with phrases."""
    rows, ratios = [], []
    for name in ("tmn", "congress_tweets"):
        texts = read(name, plan.texts).train

        def seconds(make: Any, texts: list[str] = texts) -> float:
            begin = time.perf_counter()
            make(texts)
            return time.perf_counter() - begin

        fitted = {on: Vectoriser(phrases=on).fit(texts) for on in (False, True)}
        tasks = {
            "fit_transform": lambda on: Vectoriser(phrases=on).fit_transform,
            "transform": lambda on, fitted=fitted: fitted[on].transform,
        }
        for task, make in tasks.items():
            runners = {on: (lambda _, on=on, make=make: seconds(make(on))) for on in (False, True)}
            found = alternate(runners, plan.runs)
            cells = [f"{len(texts) / median(found[on]):,.0f}" for on in (False, True)]
            rows.append([name, task, *cells])
            part = per_run(found[False], found[True])
            ratios.append(Ratio(f"{name}, {task}", part, LEAST_SPEED))
    head = ["set", "setting", "texts/s, words", "texts/s, with phrases"]
    return Section("phrases: speed", head, rows, ratios)


SECTIONS = {"figures": figures, "labels": labels, "speed": speed, "choices": choices}


def main() -> None:
    options = parser(__doc__, SECTIONS).parse_args()
    plan = Plan(10, 1, 2_000, 2) if options.quick else Plan()
    parts = {name: (lambda make=SECTIONS[name]: make(plan)) for name in options.only}
    run(options.out / "phrases.json", parts, lambda _: None, quick=options.quick)


if __name__ == "__main__":
    main()
