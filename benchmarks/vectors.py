"""Word vectors as a prior: what do they add, and what do vectors of the wrong words do?

python benchmarks/vectors.py                 the development sets, all texts and 2,000 of them
python benchmarks/vectors.py --only tmn      one set
python benchmarks/vectors.py --quick         a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
import numpy as np
from report import Section, parser, run
from timing import spread_text

from biterms import LDA, TopicModel, Vectors
from biterms.measures import evaluate
from biterms.text.vectors import WordVectors, read_vectors

#: file and number of topics
SETS = {
    "tmn": ("tmn/tmn_titles.jsonl.gz", 50),
    "search_snippets": ("search_snippets/search_snippets.jsonl.gz", 8),
    "abc_headlines": ("abc_headlines/abc_headlines.jsonl.gz", 50),
}
GLOVE = "glove/glove.6B.100d"
MEASURES = ("lpp", "npmi", "nmi", "seconds")


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    seeds: range = range(4)
    sizes: tuple[int | None, ...] = (None, 2_000)
    limit: int | None = 40_000


def guides() -> dict[str, Vectors | None]:
    """No vectors, those of the words, and those of other words."""
    path = corpora.folder() / GLOVE
    known = read_vectors(f"{path}.f16.npz", word_list=f"{path}.words.txt.gz")
    wrong = WordVectors(known.words, np.random.default_rng(0).permutation(known.vectors))
    return {"no vectors": None, "GloVe": Vectors(known), "GloVe, shuffled": Vectors(wrong)}


def measure(name: str, plan: Plan) -> Section:
    """LPP, NPMI and NMI of test documents, and how long learning took."""
    file, K = SETS[name]
    documents = [json.loads(line) for line in corpora.lines(file)]
    order = np.random.default_rng(0).permutation(len(documents))[: plan.limit]
    documents = [documents[i] for i in order]
    cut, rows, found = len(documents) // 10, [], {}
    test, train = documents[:cut], [document["text"] for document in documents[cut:]]
    for size in plan.sizes:
        for way, guide in guides().items():
            looks = [_look(LDA(K, random_state=s), guide, train[:size], test) for s in plan.seeds]
            numbers = [list(values) for values in zip(*looks, strict=True)]
            texts = f"{len(train[:size]):,}"
            found[f"{texts}, {way}"] = dict(zip(MEASURES, numbers, strict=True))
            shown = ["–" if None in values else spread_text(values) for values in numbers[:3]]
            rows.append([texts, way, *shown, f"{mean(numbers[3]):.2f}"])
    notes = [f"{len(plan.seeds)} seeds, mean ± sd; NPMI of 10 top words in the test documents"]
    head = ["texts", "guide", "LPP", "NPMI", "NMI", "CPU seconds"]
    return Section(f"word vectors: {name}, K = {K}", head, rows, [], notes, found)


def _look(
    model: LDA, guide: Vectors | None, train: list[str], test: list[Any]
) -> tuple[float, float, float | None, float]:
    begin = time.process_time()
    topics = TopicModel(model, guide=guide, keep=0).fit(train)
    seconds = time.process_time() - begin
    X = topics.text_.transform([document["text"] for document in test])
    labels = [document["label"] or None for document in test]
    said = evaluate(topics.model_, X, labels=labels if any(labels) else None)
    assert said.lpp is not None
    return said.lpp, said.npmi, said.nmi, seconds


def main() -> None:
    chosen = parser(__doc__, SETS).parse_args()
    plan = Plan(range(2), (200,), 500) if chosen.quick else Plan()
    parts = {name: partial(measure, name, plan) for name in chosen.only}
    run(chosen.out / "vectors.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()
