"""A sweep over numbers of topics: the same texts for all, and a recommendation that follows."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from biterms import BTM, HDP, LDA, SeedWords, TopicModel, Vectoriser, evaluate_topics
from biterms.errors import InputError, SettingError, StopLearning
from biterms.measures import Cooccurrence, lpp, npmi, top_words
from biterms.topics.sweep_table import Sweep, Tried
from tests.topics.test_quality import subjects

TEXTS = subjects(1500, 6)


def tried(n_topics: int, scores: Any, npmi: float = 0.0) -> Tried:
    return Tried(n_topics, np.asarray(scores, float), npmi, 0.0, None, 1.0)


@pytest.fixture(scope="module")
def sweep() -> Sweep:
    return evaluate_topics(TEXTS, [12, 2, 6], seeds=2)


def test_planted_topics_are_recommended(sweep: Sweep) -> None:
    assert [row.n_topics for row in sweep] == [2, 6, 12]
    assert sweep.recommended == 6
    assert "6 topics predict held-out texts" in sweep.reason
    assert sweep[0].lpp < sweep[1].lpp
    assert sweep[1].stability > sweep[2].stability
    assert (sweep.n_texts, sweep.n_held) == (1350, 144)  # six are too short


def test_numbers_are_those_of_the_parts() -> None:
    """The held-out texts and words, by the functions of `biterms.measures`."""
    [row] = found = evaluate_topics(TEXTS, [4], model=TopicModel(LDA(n_threads=1)))
    held = np.zeros(1500, dtype=bool)
    held[np.random.default_rng(0).permutation(1500)[:150]] = True
    text = Vectoriser()
    X = text.fit_transform([TEXTS[i] for i in np.flatnonzero(~held)])
    Y = text.transform([TEXTS[i] for i in np.flatnonzero(held)])
    model = LDA(4, random_state=0, n_threads=1).fit(X)
    tops = top_words(model.topics_)
    assert row.lpp == pytest.approx(lpp.score(model, Y), abs=1e-9)
    assert row.npmi == pytest.approx(npmi(tops, Cooccurrence.from_counts(X, tops)).mean())
    assert (found.n_texts, found.n_held) == (1350, 144)


def test_copies_of_learnt_texts_say_nothing() -> None:
    """Half of the texts are copies in capitals: none of the rest is predicted from its copy."""
    texts = TEXTS[:750] + [text.upper() for text in TEXTS[:750]]
    found = evaluate_topics(texts, [2])
    assert 0 < found.n_held < 30


def test_the_smallest_number_within_the_noise() -> None:
    rng = np.random.default_rng(0)
    base = rng.normal(-7, 1, 400)
    noisy = base + rng.normal(0, 0.1, 400)
    sweep = Sweep(
        [tried(5, base - 0.2), tried(10, base - 0.005), tried(20, noisy + 0.002), tried(40, base)],
        n_texts=900,
        n_held=400,
    )
    assert sweep.recommended == 10
    assert "which is noise; 5 lose 0.2" in sweep.reason
    clear = Sweep([tried(5, base - 0.2), tried(10, base)], n_texts=900, n_held=400)
    assert clear.recommended == 10
    assert "more topics than were tried may predict better" in clear.reason


def test_what_coherence_says() -> None:
    rows = [tried(5, [-7.0, -7.1], 0.2), tried(10, [-6.0, -6.1], 0.1)]
    sweep = Sweep(rows, n_texts=9, n_held=2)
    assert (sweep.recommended, sweep.most_coherent) == (10, 5)
    assert "to read topics, take 5: the most coherent (NPMI 0.200, not 0.100)" in sweep.reason


def test_what_was_tried_is_kept_when_it_is_stopped() -> None:
    said: list[tuple[str, float]] = []

    def stop(what: str, share: float) -> None:
        said.append((what, share))
        if what.startswith("6 topics"):
            raise StopLearning

    found = evaluate_topics(TEXTS, [2, 6, 12], progress=stop)
    assert [row.n_topics for row in found] == [2]
    assert found.stopped
    assert "stopped: these are the numbers that were tried so far" in found.lines()
    shares = [share for _, share in said]
    assert shares == sorted(shares)
    assert said[0][0] == "2 topics (1 of 3)"
    assert shares[-1] <= 0.5

    def at_once(*_: Any) -> None:
        raise StopLearning

    with pytest.raises(StopLearning, match="before the first"):
        evaluate_topics(TEXTS, [2, 6], progress=at_once)


def test_it_shows_itself(sweep: Sweep) -> None:
    lines = repr(sweep).splitlines()
    assert lines[0].split() == ["topics", "LPP", "NPMI", "by", "chance", "stable", "seconds"]
    assert [line.startswith("->") for line in lines[1:4]] == [False, True, False]
    assert lines[-1].startswith("recommended: 6. ")
    assert "<pre>" in sweep._repr_html_()
    found = json.loads(json.dumps(sweep.as_dict()))
    assert found["recommended"] == 6
    assert [row["loss"] == 0 for row in found["numbers"]] == [row is sweep.best for row in sweep]
    assert list(sweep.to_pandas()["n_topics"]) == [2, 6, 12]
    assert len(sweep[1:]) == 2


def test_other_models_and_words() -> None:
    other = TopicModel(BTM(sweeps=3), text=Vectoriser(min_df=20))
    assert len(evaluate_topics(TEXTS, [3], model=other)) == 1
    auto = TopicModel(LDA("auto", passes=2))
    assert len(evaluate_topics(iter(TEXTS), [3], model=auto)) == 1


@pytest.mark.parametrize(
    ("texts", "numbers", "model", "error", "message"),
    [
        (TEXTS[:40], [2], None, InputError, "40 texts .* expected at least 50"),
        (TEXTS, [], None, SettingError, "no numbers of topics"),
        (TEXTS, [0, 5], None, SettingError, "numbers=0"),
        (TEXTS, [5], TopicModel(HDP()), SettingError, "HDP finds the number of topics itself"),
        (TEXTS, [5], TopicModel(guide=SeedWords({0: ["x"]})), SettingError, "has a guide"),
    ],
)
def test_what_makes_no_sense(
    texts: Any, numbers: Any, model: Any, error: Any, message: str
) -> None:
    with pytest.raises(error, match=message):
        evaluate_topics(texts, numbers, model=model)
