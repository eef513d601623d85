"""Short texts about three things, with forms of words that share a stem."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms import LDA, Annealed, TopicModel, Vectoriser

SUBJECTS = {
    "football": "late goal wins match|team scores goals|coach praises team|match ends in draw|"
    "striker scores winning goal|coach changes team before match",
    "space": "rocket reaches orbit|telescope sees distant galaxy|rockets launch satellite|"
    "satellite enters orbit|astronauts see galaxy|telescope launched into orbit",
    "money": "bank raises rates|stocks fall as rates rise|banks lend money|market stocks rally|"
    "central bank cuts rates|money flows into market",
}


def news(n: int = 300, seed: int = 0) -> tuple[list[str], list[str]]:
    """n texts and the subject of each."""
    rng = np.random.default_rng(seed)
    names = list(SUBJECTS)
    labels = [names[i] for i in rng.integers(0, len(names), n)]
    lines = {name: text.split("|") for name, text in SUBJECTS.items()}
    return [lines[label][rng.integers(0, len(lines[label]))] for label in labels], labels


def newspaper(n: int = 300, *, seed: int = 0, **settings: Any) -> TopicModel:
    """A model of three topics that has read n texts."""
    return fresh(**settings).fit(news(n, seed)[0])


def fresh(n_topics: int = 3, *, min_df: int = 3, **settings: Any) -> TopicModel:
    """A model that has read nothing; settings of the model over counts, and guide and keep."""
    own = {name: settings.pop(name) for name in ("guide", "keep") if name in settings}
    if "inference" not in settings:
        settings = {"learner": Annealed(starts=2)} | settings  # ten are not needed for three topics
    model = LDA(n_topics, **({"random_state": 0, "n_threads": 1} | settings))
    return TopicModel(model, text=Vectoriser(min_df=min_df), **own)
