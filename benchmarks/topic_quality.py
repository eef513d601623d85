"""The quality of topics: what coherence depends on, what is junk, and what counting costs.

python benchmarks/topic_quality.py                  all sections
python benchmarks/topic_quality.py --only planted   some of them
python benchmarks/topic_quality.py --quick          a smoke run; its numbers mean nothing

Texts are short: titles and headlines, 50 topics unless the table says otherwise, seed 0.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import numpy as np
from corpora import texts
from report import Section, parser, run

from biterms import LDA, TopicModel, Vectoriser
from biterms.bags.counts import counts_of
from biterms.topics.top_counts import TopCounts

SETS = {
    "ABC headlines": "abc_headlines/abc_headlines.jsonl.gz",
    "TMN titles": "tmn/tmn_titles.jsonl.gz",
    "StackOverflow titles": "stackoverflow/stackoverflow_titles.jsonl.gz",
    "NYT titles": "nyt_titles/nyt_titles.jsonl.gz",
}
#: a topic with more texts that were planted is junk, one with fewer is not
JUNK, SOUND = 0.6, 0.2


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    texts: int = 100_000
    numbers: tuple[int, ...] = (10, 50, 150)
    shares: tuple[float, ...] = (0.0, 0.2, 0.5)
    parts: tuple[int, ...] = (1_000, 5_000, 20_000, 74_399)


def texts_of(name: str, plan: Plan) -> list[str]:
    return texts(SETS[name], plan.texts)


def learnt(some: list[str], n_topics: int = 50) -> TopicModel:
    return TopicModel(LDA(n_topics, random_state=0, n_threads=1)).fit(some)


def sets(plan: Plan) -> Section:
    """Coherence, sharpness, stability and junk of real topics."""
    rows = []
    for name in SETS:
        some = texts_of(name, plan)
        for n_topics in plan.numbers:
            model = learnt(some, n_topics)
            quality = model.quality(stability=model.stability(some))
            sharp = [row.sharpness for row in quality if row.sharpness is not None]
            counts = [f"{quality.npmi:.3f}", f"{np.mean(sharp):.2f}"]
            stable = f"{np.mean([row.stability for row in quality]):.2f}"
            few = sum("few texts" in row.junk for row in quality)
            chance = sum("words together by chance" in row.junk for row in quality)
            other = len(quality.junk) - sum(
                bool({"few texts", "words together by chance"} & {*row.junk}) for row in quality
            )
            rows.append([name, f"{len(some):,}", str(n_topics), *counts, stable])
            rows[-1] += [str(each) for each in (few, chance, other)]
    head = ["set", "texts", "topics", "coherence", "sharp", "stable", "few texts", "chance"]
    return Section("Topics of real texts, and which of them are junk", [*head, "other"], rows)


def planted(plan: Plan) -> Section:
    """Texts of random words among titles: which topics are marked."""
    rows, some = [], texts_of("TMN titles", plan)
    vectoriser = Vectoriser()
    vectoriser.fit(some)
    names = vectoriser.get_feature_names_out()
    for share in plan.shares:
        rng, n = np.random.default_rng(0), int(share * len(some))
        random = [" ".join(names[row]) for row in rng.integers(0, len(names), (n, 8))]
        model = learnt(some + random)
        leads = model.transform(some + random).argmax(axis=1)
        is_random = np.arange(len(leads)) >= len(some)
        marked = {*model.quality().junk}
        part = {k: is_random[leads == k].mean() for k in range(50) if (leads == k).any()}
        junk = {k for k, each in part.items() if each > JUNK}
        sound = {k for k, each in part.items() if each < SOUND}
        cells = [f"{len(junk & marked)} of {len(junk)}", f"{len(sound & marked)} of {len(sound)}"]
        rows.append([f"{share:.0%}", f"{n:,}", *cells])
    head = ["share", "random texts", "marked, over 60% random", "marked, under 20% random"]
    note = "random texts have eight words, drawn alike from the vocabulary of the titles"
    return Section("Planted junk: texts of random words among TMN titles", head, rows, notes=[note])


def parts(plan: Plan) -> Section:
    """One model, its NPMI counted in fewer and fewer texts."""
    some, rows = texts_of("ABC headlines", plan), []
    model = learnt(some)
    order = np.random.default_rng(0).permutation(len(some))
    for n in plan.parts:
        part = [some[i] for i in order[:n]]
        rows.append([f"{len(part):,}", f"{model.evaluate(part).npmi:.3f}"])
    head = ["texts", "NPMI"]
    return Section("NPMI of one model, by the number of texts it is counted in", head, rows)


def learning(plan: Plan) -> Section:
    """Models of fewer and fewer texts, all counted in all texts."""
    some, rows = texts_of("ABC headlines", plan), []
    order = np.random.default_rng(0).permutation(len(some))
    for n in plan.parts:
        part = [some[i] for i in order[:n]]
        model = learnt(part)
        quality = model.quality(stability=model.stability(part))
        stable = np.mean([row.stability for row in quality])
        npmi = model.evaluate(some).npmi
        rows.append([f"{len(part):,}", f"{npmi:.3f}", f"{stable:.2f}", str(len(quality.junk))])
    head = ["texts learnt from", "NPMI over all texts", "stable", "junk"]
    return Section("50 topics of ABC headlines, learnt from fewer texts", head, rows)


def cost(plan: Plan) -> Section:
    """Seconds of counting beside those of `fit`."""
    rows = []
    for name in SETS:
        some = texts_of(name, plan)
        begin = time.perf_counter()
        model = learnt(some)
        fit = time.perf_counter() - begin
        assert model.text_ is not None
        documents = counts_of(model.text_.transform(some))
        begin = time.perf_counter()
        TopCounts.of(model.model_, documents)
        counting = time.perf_counter() - begin
        rows.append([name, f"{fit:.2f}", f"{counting:.3f}", f"{counting / fit:.1%}"])
    head = ["set", "fit, s", "of it counting, s", "share"]
    return Section("What counting top words in all texts costs", head, rows)


SECTIONS = {
    "sets": sets,
    "planted": planted,
    "parts": parts,
    "learning": learning,
    "cost": cost,
}


def main() -> None:
    options = parser(__doc__, SECTIONS).parse_args()
    plan = Plan(2_000, (10,), (0.0, 0.5), (500, 2_000)) if options.quick else Plan()
    chosen = {name: partial(SECTIONS[name], plan) for name in options.only}
    run(options.out / "topic_quality.json", chosen, lambda _: None, quick=options.quick)


if __name__ == "__main__":
    main()
