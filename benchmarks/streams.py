"""Tweets in the order of time, each scored before it is learnt from: which learner follows best?

python benchmarks/streams.py            200,000 tweets by all learners
python benchmarks/streams.py --quick    a smoke run; its numbers mean nothing
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
from report import Section, parser, run
from timing import spread_text

from biterms import KPS, LDA, SVB, SVI, Annealed, TopicModel
from biterms.text.readers import Record

FILE = "congress_tweets/congress_tweets.jsonl.gz"
#: texts that come together; the first 200 of them are scored before all are learnt from
PIECE = 1_000


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    texts: int = 200_000
    topics: int = 50
    seeds: range = range(3)


def learners(texts: int) -> dict[str, Any]:
    """Ours, each with the settings that suit a stream; SVI is told how many texts there will be."""
    annealed = {
        f"Annealed({words})": Annealed(**own)
        for words, own in (
            ("", {}),
            ("most=20_000", {"most": 20_000}),
            ("most=10_000", {"most": 10_000}),
            ('most="7d"', {"most": "7d"}),
            ('most="30d"', {"most": "30d"}),
            ("held=0", {"held": 0}),
        )
    }
    others = {
        "SVI(total_docs=...)": SVI(total_docs=texts),
        "SVB()": SVB(),
        "SVB(decay=0.95)": SVB(decay=0.95),
        "SVB(decay=0.99)": SVB(decay=0.99),
        "KPS()": KPS(),
    }
    return annealed | others


def read(limit: int) -> list[Record]:
    """Evenly over all years, in the order of time."""
    every = corpora.lines(FILE)
    found = map(json.loads, every[:: max(1, len(every) // limit)][:limit])
    return [Record(one["text"], str(i), one["date"], None) for i, one in enumerate(found)]


def measure(plan: Plan) -> Section:
    """Prequential LPP: over the whole stream, and over its last half."""
    records, rows, data = read(plan.texts), [], {}
    for name, learner in learners(len(records)).items():
        found = [follow(learner, records, plan.topics, seed) for seed in plan.seeds]
        whole, half, seconds = (list(values) for values in zip(*found, strict=True))
        data[name] = {"lpp": whole, "second half": half, "seconds": seconds}
        rows.append([name, spread_text(whole), spread_text(half), f"{mean(seconds):.1f}"])
        print(*rows[-1], sep="  ", flush=True)
    head = ["learner", "LPP", "LPP, second half", "CPU seconds"]
    note = (
        f"{len(records):,} tweets, K = {plan.topics}, {len(plan.seeds)} seeds, mean ± sd; words "
        "join as they become frequent, the same for all learners"
    )
    return Section("a stream in the order of time", head, rows, [], [note], data)


def follow(learner: Any, records: list[Record], K: int, seed: int) -> tuple[float, float, float]:
    """LPP of all pieces but the first and of those of the second half, and seconds."""
    model = TopicModel(LDA(K, learner=learner, random_state=seed, n_threads=1), keep=0)
    found, begin = list[float](), time.process_time()
    for at in range(0, len(records), PIECE):
        piece = records[at : at + PIECE]
        if at:
            found.append(model.model_.prequential_lpp(model.counts([one.text for one in piece])))
        model.update(piece)
    return mean(found), mean(found[len(found) // 2 :]), time.process_time() - begin


def main() -> None:
    chosen = parser(__doc__, ["stream"]).parse_args()
    plan = Plan(6_000, 5, range(2)) if chosen.quick else Plan()
    run(
        chosen.out / "streams.json",
        {"stream": partial(measure, plan)},
        lambda _: None,
        quick=chosen.quick,
    )


if __name__ == "__main__":
    main()
