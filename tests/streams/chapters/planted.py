"""Streams in which it is known what happens to topics."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from biterms import LDA, Annealed, Record, TopicModel, Vectoriser
from biterms.streams import Texts, follow

SUBJECTS = {
    "sport": [
        "goal",
        "team",
        "match",
        "coach",
        "player",
        "league",
        "stadium",
        "referee",
        "score",
        "season",
    ],
    "space": [
        "rocket",
        "orbit",
        "telescope",
        "galaxy",
        "launch",
        "planet",
        "moon",
        "astronaut",
        "comet",
        "satellite",
    ],
    "money": [
        "bank",
        "rates",
        "stocks",
        "lending",
        "inflation",
        "market",
        "bonds",
        "investor",
        "shares",
        "profit",
    ],
    "food": [
        "bread",
        "cheese",
        "recipe",
        "oven",
        "butter",
        "sugar",
        "kitchen",
        "soup",
        "pepper",
        "dinner",
    ],
}
OTHER = [
    "tennis",
    "racket",
    "court",
    "serve",
    "champion",
    "tournament",
    "volley",
    "umpire",
    "doubles",
    "ace",
]
BEGIN = 1_300_000_000 // 86_400 * 86_400


def text(random: Random, words: list[str]) -> str:
    return " ".join(random.sample(words, 5))


def records(n: int, subjects: Any, apart: int = 300) -> list[Record]:
    """Texts `apart` seconds from each other; `subjects` gives words for the i-th."""
    random = Random(3)
    return [
        Record(text(random, subjects(i, random)), f"t{i}", str(BEGIN + i * apart), None)
        for i in range(n)
    ]


def model(topics: int = 4, seed: int = 0, **settings: Any) -> TopicModel:
    return TopicModel(
        LDA(topics, learner=Annealed(held=800), random_state=seed, n_threads=1, **settings),
        text=Vectoriser(min_df=2),
        keep=100,
    )


def rows(folder: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return db.execute(query).fetchall()


def followed(folder: Path, given: list[Record], **settings: Any) -> TopicModel:
    new = settings.pop("model", None) or model()
    return follow(Texts(given), folder, new, every=100, most=100, within=None, **settings)
