"""What merging costs: LPP of merged models beside one model that has learnt from all texts.

    python benchmarks/merging.py [--topics 50] [--seeds 3]

Headlines that come with the package, in their order; the last 4,000 are held out, and only words
that all models of a comparison know are predicted. Models begin with the first 10,000 texts. Then
one of them learns from all others, or several learn from a part each and are merged. The last rows
are models that were fitted to halves of the texts, each by itself, whose topics are aligned.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from biterms import LDA, SVB, SVI, Annealed, TopicModel, merge, sample_headlines

BEGIN, HELD_OUT = 10_000, 4_000
Texts = list[str]


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--topics", type=int, default=50)
    options.add_argument("--seeds", type=int, default=3)
    asked = options.parse_args()
    texts = [record.text for record in sample_headlines()]
    learn, test = texts[:-HELD_OUT], texts[-HELD_OUT:]
    print(f"{'models':<52} {'LPP':>8}  {'topics':>6}")
    for table in (lanes, fitted):
        rows: dict[str, list[tuple[float, int]]] = {}
        for seed in range(asked.seeds):
            for name, lpp, topics in table(learn, test, asked.topics, seed):
                rows.setdefault(name, []).append((lpp, topics))
        for name, found in rows.items():
            lpp, topics = np.mean(found, axis=0)
            print(f"{name:<52} {lpp:8.3f}  {topics:6.1f}", flush=True)


def lanes(learn: Texts, test: Texts, topics: int, seed: int) -> list[tuple[str, float, int]]:
    """Models that go on from one model."""
    learners: dict[str, Callable[[], Any]] = {
        "SVB": SVB,
        "SVB, decay .998": lambda: SVB(0.998),
        "SVI": SVI,
        "Annealed": lambda: Annealed(held=0),
    }
    found = []
    for name, learner in learners.items():
        model = LDA(topics, learner=learner(), random_state=seed, n_threads=1)
        base = TopicModel(model, keep=0).update(learn[:BEGIN])
        models = {f"{name}: one model": deepcopy(base).update(learn[BEGIN:])}
        for n in (2, 8):
            parts = [deepcopy(base).update(learn[BEGIN + i :: n]) for i in range(n)]
            exact = name.startswith("SVB")
            merged = merge(*parts, base=base, approximate=not exact)
            how = "exact" if exact else "approximate"
            models[f"{name}: {n} merged, {how}"] = merged
            models[f"{name}: one of {n}"] = parts[0]
        models[f"{name}: base"] = base
        found += scored(models, test)
    return found


def fitted(learn: Texts, test: Texts, topics: int, seed: int) -> list[tuple[str, float, int]]:
    """Models that have nothing in common."""
    half = len(learn) // 2
    kinds: list[Callable[[int], Any]] = [
        lambda seed: LDA(topics, random_state=seed, n_threads=1),
        lambda seed: LDA(topics, learner=SVB(), random_state=seed, n_threads=1),
    ]
    found = []
    for name, kind in zip(("Annealed", "SVB"), kinds, strict=True):
        every = TopicModel(kind(seed), keep=0).fit(learn)
        halves = [
            TopicModel(kind(seed + i), keep=0).fit(part)
            for i, part in enumerate((learn[:half], learn[half:]))
        ]
        models = {f"{name}, fit: all texts": every, f"{name}, fit: one half": halves[0]}
        for distance in (0.6, 0.7, 0.8, 0.9, 1.0):
            merged = merge(*halves, approximate=True, distance=distance)
            models[f"{name}, fit: halves aligned, distance {distance}"] = merged
        found += scored(models, test)
    return found


def scored(models: dict[str, TopicModel], test: Texts) -> list[tuple[str, float, int]]:
    """LPP on words that all of the models know, and the number of topics."""
    common = known_to_all(list(models.values()), test)
    return [
        (name, float(model.model_.score(model.counts(common))), len(model.ids_))
        for name, model in models.items()
    ]


def known_to_all(models: Sequence[TopicModel], texts: Texts) -> Texts:
    """The texts without words that one of the models does not know."""
    first = models[0].text_
    assert first is not None
    tokens = first.analyser_.tokens(texts)
    ids = [
        model.text_.words_.ids_of(tokens.words, model.text_.analyser_.keys)
        for model in models
        if model.text_ is not None
    ]
    known = np.all(np.array(ids) >= 0, axis=0)
    words = np.array(tokens.words, dtype=object)
    parts = (tokens.ids[a:b] for a, b in zip(tokens.ptr[:-1], tokens.ptr[1:], strict=True))
    return [" ".join(words[part[known[part]]]) for part in parts]


if __name__ == "__main__":
    main()
