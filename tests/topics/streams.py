"""A stream in which words come into use and go out of use, and models that follow it."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms import BTM, HDP, KPS, LDA, SVB, Annealed, SeedWords, TopicModel, Vectoriser

BATCH, FIRST = 10, 40


def stream(n: int = 140) -> list[str]:
    """Texts about two things of their time; "common" stays, and some words are rare."""
    rng = np.random.default_rng(5)
    lines = []
    for i in range(n):
        season, subject = i // 35, "xy"[i % 2]
        some = [f"{subject}{season}w{w}" for w in rng.integers(0, 6, 4)]
        lines.append(" ".join([*some, f"rare{rng.integers(0, 400)}", "common"]))
    return lines


TEXTS = stream()
SEEDS = SeedWords([["x0w1", "x1w1", "x2w1"], ["y0w1", "y3w1"]], strength=2.0)
USUAL: dict[str, Any] = {"batch_size": BATCH, "random_state": 0, "n_threads": 1}
MODELS: dict[str, Any] = {
    "LDA": lambda: TopicModel(LDA(3, learner=SVB(0.9), **USUAL)),
    "guided": lambda: TopicModel(LDA(3, learner=KPS(), **USUAL), guide=SEEDS),
    "window": lambda: TopicModel(LDA(3, learner=Annealed(starts=2), biterms=2, **USUAL)),
    "HDP": lambda: TopicModel(HDP(5, learner=SVB(), **USUAL)),
    "BTM": lambda: TopicModel(BTM(3, sweeps=2, random_state=0)),
}


def new(name: str, **text: Any) -> TopicModel:
    """A model that exchanges words (at most 25) and forgets words that wait (beyond 30)."""
    settings = {"min_df": 2, "max_words": 25, "prune": True, "candidates": 30}
    words = Vectoriser(language=None, stop_words=None, **(settings | text))
    return MODELS[name]().set_params(text=words, keep=20)
