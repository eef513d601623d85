"""What forgetting is worth: LPP of texts that were forgotten, by learning again or by subtracting.

    python benchmarks/forgetting.py [--texts 60000] [--gone 580] [--topics 50]

A stream of headlines that come with the package, followed with its texts retained. Some texts of
the last third are forgotten. LPP of these texts, by the words that all models know: the lower, the
less a model remembers of them. Subtracting takes away what the final topics say of them, all at
once, which is what a model without a journal could do.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from merging import known_to_all

from biterms import LDA, SVB, Record, TopicModel, load, sample_headlines
from biterms.learning import Statistics, Step
from biterms.learning.minibatches import one_batch
from biterms.streams import Texts, follow, forget


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("texts", 60_000), ("gone", 580), ("topics", 50)):
        options.add_argument(f"--{name}", type=int, default=default)
    asked = options.parse_args()
    texts = [record.text for record in sample_headlines()[: asked.texts]]
    late = np.arange(2 * len(texts) // 3, len(texts))
    gone = {*np.random.default_rng(0).choice(late, asked.gone, replace=False).tolist()}
    with tempfile.TemporaryDirectory() as place:
        compare(Path(place), texts, gone, asked.topics)


def compare(place: Path, texts: list[str], gone: set[int], topics: int) -> None:
    """Follow with and without the texts, forget them, and print what is left of them."""
    records = [Record(text, f"n{i}", None, None) for i, text in enumerate(texts)]
    empty = Record("", "", None, None)
    follow_all(place / "all", records, topics)
    follow_all(
        place / "never", [empty if i in gone else one for i, one in enumerate(records)], topics
    )
    shutil.copytree(place / "all", place / "forgot")
    begin = time.perf_counter()
    found = forget(place / "forgot", [f"n{i}" for i in gone])
    seconds = time.perf_counter() - begin
    models = {name: load(place / name) for name in ("all", "never", "forgot")}
    about = [texts[i] for i in sorted(gone)]
    rows = {
        "not forgotten": models["all"],
        "subtracted": subtracted(models["all"], about),
        "forgotten by learning again": models["forgot"],
        "never seen": models["never"],
    }
    common = known_to_all(list(rows.values()), about)
    print(f"{len(gone)} of {len(texts)} texts, from step {found.state} on, in {seconds:.1f} s")
    for name, model in rows.items():
        print(f"{name:<30} LPP {model.model_.score(model.counts(common)):.3f}")
    same = models["forgot"].model_.components_, models["never"].model_.components_
    print("the same bits:", bool(np.array_equal(*same)))


def follow_all(folder: Path, records: list[Record], topics: int) -> None:
    """Follow a stream whose cuts depend on the number of texts alone."""
    model = TopicModel(LDA(topics, learner=SVB(), random_state=0, n_threads=1))
    follow(Texts(records), folder, model, within=None, retain="30d")


def subtracted(model: TopicModel, texts: list[str]) -> TopicModel:
    """The model without what its topics say of some texts."""
    other = deepcopy(model)
    learnt, engine = other.model_, other.model_.engine()
    fitted: Any = other.fitted
    batch = one_batch(learnt._read(fitted.text.encode(texts)))
    state = learnt.state
    settings = engine.local_settings(state)  # type: ignore[attr-defined]
    result = engine.result(state, settings, batch.packed)  # type: ignore[attr-defined]
    posterior = state.posterior
    words = batch.packed.words
    rows = np.minimum(result.stats, posterior.scale * posterior.M[words])
    taken = Statistics(
        words,
        rows,
        n_words=posterior.n_words,
        documents=len(texts),
        anchor=posterior.anchor,
        extra=engine.extra(result),  # type: ignore[attr-defined]
    )
    posterior.add(-taken, Step(1.0, 1.0))
    return other


if __name__ == "__main__":
    main()
