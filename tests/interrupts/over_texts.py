"""Models of texts that learn from a stream in which words come into use and go out of use."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from biterms import BTM, HDP, KPS, LDA, SVB, Annealed, SeedWords, TopicModel, Vectoriser, load
from biterms.text.readers import Record
from tests.interrupts.cases import Case
from tests.topics.bits import bits

#: texts of the first call, of a minibatch, and while the same words are in use
FIRST, BATCH, SEASON = 16, 8, 16
#: words that have an id, and that wait for one: more are exchanged and forgotten now and then
WORDS, WAITING = 14, 20
USUAL: dict[str, Any] = {"batch_size": BATCH, "random_state": 0, "n_threads": 1}
ONE_START = Annealed(starts=1)
#: a text a year
TEN_YEARS = Annealed(4, starts=1, most="3653d")
SEEDS = SeedWords([["x0w1", "x2w1"], ["y0w1", "y2w1"]], strength=2.0)
Make = Callable[[], Any]


def stream(n: int) -> list[Record]:
    """Texts about two subjects, each with words of its season, rare words and one that stays."""
    rng = np.random.default_rng(5)
    texts = [
        " ".join(
            [f"{'xy'[i % 2]}{i // SEASON}w{w}" for w in rng.integers(0, 3, 4)]
            + [f"rare{rng.integers(0, 100)}", "common"]
        )
        for i in range(n)
    ]
    return [Record(text, f"text {i}", f"{2000 + i}", None) for i, text in enumerate(texts)]


TEXTS = stream(48)


def of_texts(
    model: Any, words: int = WORDS, *, phrases: bool = False, **settings: Any
) -> TopicModel:
    text = Vectoriser(
        language=None,
        stop_words=None,
        min_df=2,
        max_words=words,
        prune=True,
        candidates=WAITING,
        phrases=phrases,
    )
    return TopicModel(model, text=text, keep=12, **settings)


def known(model: TopicModel) -> Any:
    """The state of a model; None if it has learnt nothing."""
    return bits(model) if hasattr(model, "_fitted") else None


def reloaded(model: TopicModel, folder: Path) -> TopicModel:
    if not hasattr(model, "_fitted"):
        return model
    model.save(folder)
    return load(folder)


def learnt_texts(model: TopicModel) -> int:
    return int(model.model_.n_docs_) if hasattr(model, "_fitted") else 0


def update(make: Make, cuts: list[int], *, watched: bool = False) -> Case:
    """`update` with texts from cut to cut; minibatches end there, and in between."""

    def go_on(model: TopicModel) -> None:
        for begin, end in pairwise(cuts):
            done = learnt_texts(model)
            if done < end:
                model.update(
                    TEXTS[max(done, begin) : end], progress=(lambda *_: None) if watched else None
                )

    def moments() -> list[Any]:
        model, found = make(), [None]
        ends = range(FIRST, len(TEXTS) + 1, BATCH) if len(cuts) == 3 else cuts[1:]
        for begin, end in pairwise([0, *ends]):
            found.append(known(model.update(TEXTS[begin:end])))
        return found

    return Case(make, go_on, moments, known, reloaded)


TWO_CALLS = [0, FIRST, len(TEXTS)]
SLICES = [0, 16, 32, 48]

UPDATES = {
    "update LDA": update(lambda: of_texts(LDA(3, learner=TEN_YEARS, **USUAL)), TWO_CALLS),
    "update LDA SVB scored": update(
        lambda: of_texts(LDA(3, learner=SVB(0.9), **USUAL)), TWO_CALLS, watched=True
    ),
    "update LDA few words": update(
        lambda: of_texts(LDA(3, learner=ONE_START, **USUAL), words=4), TWO_CALLS
    ),
    "update LDA alpha": update(
        lambda: of_texts(LDA(3, alpha="auto", inference="mean", **USUAL)), TWO_CALLS
    ),
    "update LDA guided": update(
        lambda: of_texts(LDA(3, learner=KPS(), **USUAL), guide=SEEDS), TWO_CALLS
    ),
    "update LDA window": update(
        lambda: of_texts(LDA(3, learner=ONE_START, biterms=3, **USUAL)), TWO_CALLS
    ),
    "update HDP": update(lambda: of_texts(HDP(4, learner=SVB(), **USUAL)), TWO_CALLS),
    "update HDP window": update(
        lambda: of_texts(HDP(4, biterms="adjacent", **USUAL)), TWO_CALLS, watched=True
    ),
    "update HDP guided": update(
        lambda: of_texts(HDP(4, learner=SVB(), **USUAL), guide=SEEDS), TWO_CALLS
    ),
    "update BTM": update(lambda: of_texts(BTM(3, sweeps=2, random_state=0)), SLICES),
    "update iBTM": update(
        lambda: of_texts(BTM(3, online="incremental", rejuvenations=2, window=200, random_state=0)),
        SLICES,
    ),
}


#: half of the texts have a phrase
PHRASED = [
    one._replace(text=one.text + " north korea" * (i // 2 % 2)) for i, one in enumerate(TEXTS)
]
#: after each text another one comes again, in capitals
COMING_AGAIN = [
    one
    for i, new in enumerate(PHRASED)
    for one in (new, new._replace(text=PHRASED[max(0, i - 3)].text.upper()))
]


def once(make: Make) -> Case:
    """`update` with texts of which half came before; one of them is the last."""

    def go_on(model: TopicModel) -> None:
        for end in (2 * FIRST, len(COMING_AGAIN)):
            if given_texts(model) < end:
                model.update(COMING_AGAIN[given_texts(model) : end])

    def moments() -> list[Any]:
        model, found = make(), [None]
        # a minibatch ends with a new text, and a call with the one after it
        minibatches = [2 * n - 1 for n in range(FIRST, len(TEXTS) + 1, BATCH)]
        for begin, end in pairwise(sorted([0, *minibatches, 2 * FIRST, len(COMING_AGAIN)])):
            found.append(known(model.update(COMING_AGAIN[begin:end])))
        return found

    return Case(make, go_on, moments, known, reloaded)


def given_texts(model: TopicModel) -> int:
    return model.fitted.duplicates.seen.texts if hasattr(model, "_fitted") else 0


UPDATES |= {
    "update LDA once": once(
        lambda: of_texts(
            LDA(3, learner=TEN_YEARS, **USUAL), words=40, phrases=True, duplicates="once"
        )
    )
}


def fit(make: Make) -> Case:
    """`fit` of a model that has learnt before: it is as it was, or it is the new one."""

    @cache
    def before() -> TopicModel:
        return make().fit(TEXTS[:FIRST])

    def begin() -> TopicModel:
        return deepcopy(before())

    def go_on(model: TopicModel) -> None:
        model.fit(TEXTS, progress=lambda *_: None)

    def moments() -> list[Any]:
        return [known(begin()), known(make().fit(TEXTS))]

    return Case(begin, go_on, moments, known, reloaded)


FITS = {
    "fit texts LDA": fit(lambda: of_texts(LDA(3, learner=ONE_START, passes=2, **USUAL))),
    "fit texts LDA guided": fit(
        lambda: of_texts(LDA(3, learner=ONE_START, passes=2, **USUAL), guide=SEEDS)
    ),
    "fit texts LDA window": fit(
        lambda: of_texts(LDA(3, learner=ONE_START, biterms=3, passes=2, **USUAL))
    ),
    "fit texts HDP": fit(lambda: of_texts(HDP(4, passes=2, **USUAL))),
    "fit texts BTM": fit(lambda: of_texts(BTM(3, sweeps=2, random_state=0))),
}
