"""How long it takes to look at a model of K = 100 topics while it learns.

python benchmarks/views.py          after each of 10 updates of 250 texts; wall clock and CPU

Made-up texts of V = 100,000 words, and Congress tweets if the data folder has them, also with seed
words. With SVB(0.95) most of the topics of the made-up texts have forgotten nearly everything, so
that many words have to be compared to rank those of one topic.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import corpora
import numpy as np
from report import RESULTS, Section, save
from timing import Ratio, machine, machine_line

from biterms import LDA, SVB, SVI, SeedWords, TopicModel, load

K, V, KEPT, UPDATES, SIZE = 100, 100_000, 10_000, 10, 250
NEW = SIZE * (UPDATES + 1)
TWEETS, N_TWEETS = "congress_tweets/congress_tweets.jsonl.gz", 200_000
SEEDS = [["health", "care"], ["tax", "cuts"], ["gun", "violence"]]
FIRST_WORD = np.zeros(1, dtype=np.int64)
#: what is asked after each update, in this order
ASKED: dict[str, Callable[[TopicModel, str], Any]] = {
    "topics()": lambda model, _: model.topics(),
    "topics() again": lambda model, _: model.topics(),
    "explain(text)": lambda model, text: model.explain(text),
    "find(word)": lambda model, _: model.find(model.text_.names(FIRST_WORD)[0]),
    "typical(3), needs mixtures": lambda model, _: model.typical(3),
    "topics(documents=True)": lambda model, _: model.topics(documents=True),
}
#: milliseconds at most
TARGETS = {"topics()": 20.0, "explain(text)": 3.0}


def texts(n: int, seed: int) -> list[str]:
    """Eight words each by Zipf's law: some of all texts, most of one of a hundred subjects."""
    rng = np.random.default_rng(seed)
    probability = 1 / np.arange(1, V + 1) ** 1.05
    ranks = np.searchsorted(np.cumsum(probability / probability.sum()), rng.random((n, 8)))
    subject = rng.integers(0, K, (n, 1))
    words = np.where(rng.random((n, 8)) < 0.3, ranks, (ranks * K + subject * 7919) % V)
    return [" ".join(f"w{word}" for word in row) for row in words.tolist()]


def every_word() -> list[str]:
    """Every word in three texts, so that all of them are in the vocabulary."""
    rng = np.random.default_rng(0)
    words = np.concatenate([rng.permutation(V) for _ in range(3)]).reshape(-1, 10)
    return [" ".join(f"w{word}" for word in row) for row in words.tolist()]


def tweets() -> list[str]:
    """Tweets in the order of their dates; none where there is no data."""
    folder = Path(os.environ.get("BITERMS_DATA", corpora.ROOT.parent / "shared" / "data"))
    return corpora.texts(TWEETS, N_TWEETS + NEW) if (folder / TWEETS).is_file() else []


def model(learner: Any, guide: Any = None) -> TopicModel:
    lda = LDA(K, learner=learner, passes=1, random_state=0)
    return TopicModel(lda, guide=guide, keep=KEPT)


def timed(ask: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds of the clock and of this thread."""
    wall, cpu = time.perf_counter(), time.thread_time()
    ask()
    return 1e3 * (time.perf_counter() - wall), 1e3 * (time.thread_time() - cpu)


def measured(model: TopicModel, more: list[str]) -> Iterator[tuple[str, float, float]]:
    """What was asked, and milliseconds of the clock and of this thread."""
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/model")
        loaded = load(f"{folder}/model")
        yield "topics(), the first after load", *timed(loaded.topics)
    for at in range(0, len(more), SIZE):
        model.update(more[at : at + SIZE])
        for name, ask in ASKED.items():
            spent = timed(lambda ask=ask, at=at: ask(model, more[at]))
            if at:  # the first look at a model is a look at all words
                yield name, *spent


def section(title: str, model: TopicModel, more: list[str]) -> Section:
    found = list(measured(model, more))
    rows, ratios = [], []
    for name in dict.fromkeys(name for name, _, _ in found):
        wall = [w for which, w, _ in found if which == name]
        cpu = [c for which, _, c in found if which == name]
        rows.append([name, f"{min(wall):.1f}", f"{median(wall):.1f}", f"{median(cpu):.1f}"])
        if name in TARGETS:
            ratios.append(Ratio(f"{name}, ms of CPU", cpu, TARGETS[name], at_least=False))
    title = f"{title}: K = {K}, V = {model.model_.n_features_in_:,}, {KEPT:,} texts kept"
    return Section(title, ["", "least ms", "median ms", "CPU ms"], rows, ratios)


def sections() -> Iterator[tuple[str, Section]]:
    first, more = every_word() + texts(30_000, 1), texts(NEW, 2)
    for learner in (SVI(), SVB(0.95)):
        name = type(learner).__name__
        yield name, section(name, model(learner).fit(first), more)
    if found := tweets():
        first, more = found[:N_TWEETS], found[N_TWEETS:]
        yield "tweets", section("Congress tweets, SVI", model(SVI()).fit(first), more)
        guided = model(SVI(), SeedWords(SEEDS)).fit(first)
        yield "seeds", section("Congress tweets, SVI, seed words", guided, more)


def main() -> None:
    about, record = machine(), {}
    print(machine_line(about))
    for name, one in sections():
        print(one.show(), flush=True)
        record[name] = one.record()
    print("- before views followed changes: topics() 1,500 to 3,000 ms, and 299 ms at V = 2,100")
    save(RESULTS / "views.json", about, record)


if __name__ == "__main__":
    main()
