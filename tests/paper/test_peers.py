"""Libraries of others on the same documents: measured alike, repeatable, chosen by training."""

from __future__ import annotations

import gzip
import json
import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.measures.lpp import lpp, split
from paper import learning, peers, settings
from paper.job import Found, Job
from paper.sets import Sets

SETTINGS = settings.read("small")
MODELS = SETTINGS["peers"]["models"]
WORDS = 30
# what tomotopy says when it is imported, which is in the first test
pytestmark = pytest.mark.filterwarnings("ignore:builtin type:DeprecationWarning")


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Sets:
    """One set, `own`: three themes of ten words each, a word of another one now and then."""
    folder, draw = tmp_path_factory.mktemp("peers"), np.random.default_rng(0)
    words = draw.integers(10, size=(160, 8)) + 10 * draw.integers(3, size=(160, 1))
    words = np.where(draw.random(words.shape) < 0.1, draw.integers(WORDS, size=words.shape), words)
    with gzip.open(folder / "own.jsonl.gz", "wt", encoding="utf8") as file:
        for row in words:
            text = " ".join(f"w{i}" for i in row)
            file.write(json.dumps({"text": text, "label": ""}) + "\n")
    wanted = SETTINGS | {"sets": {"own": {"files": {"terms": "own.jsonl.gz"}}}}
    wanted |= {"peers": SETTINGS["peers"] | {"sets": ["own"], "documents": 0}}
    return Sets(
        wanted | {"rule": {"large": 100, "topics": {"large": 25}, "batch": {"large": 50}}},
        folder,
        folder / "cache",
    )


def job(sets: Sets, model: str, **changes: Any) -> Job:
    [found] = [one for one in peers.jobs(sets.settings, sets) if one["model"] == model]
    return Job(found.settings | {"test_documents": 40, "tuning_documents": 100} | changes)


def learnt(job: Job, candidate: int, documents: Any, words: list[str], seed: int = 0) -> Any:
    from paper.peer_models import learn

    wanted = job.settings | job["candidates"][candidate]
    return learn(wanted, documents, words, seed, job["least_share"])


def rows(found: list[Found]) -> dict[str, float]:
    return {one.measure: one.value for one in found if one.measure != "learning seconds"}


@pytest.mark.parametrize("model", MODELS)
def test_a_job_is_measured_and_repeatable(sets: Sets, model: str) -> None:
    asked, parts = job(sets, model), sets.parts("own", 0, 40)
    found = rows(list(peers.run(asked, sets)))
    scores = [found[f"candidate {i}"] for i in range(len(asked["candidates"]))]
    assert found["chosen"] == np.argmax(scores)
    train = parts.train[learning.order(asked, parts)]
    again, other = (
        learnt(asked, int(found["chosen"]), train, parts.words, seed) for seed in (0, 1)
    )
    assert lpp(again, parts.observed, parts.held) == pytest.approx(found["lpp"], rel=1e-6)
    assert lpp(other, parts.observed, parts.held) != pytest.approx(found["lpp"], rel=1e-6)
    # a word by chance has 1/30, a word of a known theme 1/10
    assert -math.log(WORDS) - 0.5 < found["lpp"] < -math.log(10)
    assert again.topics_.shape == (len(again.used), WORDS)
    for values in (again.topics_, again.transform(parts.observed)):
        assert values.min() >= 0
        assert_allclose(values.sum(axis=1), 1, rtol=1e-5)
    assert -1 <= found["npmi"] <= 1
    assert found["topics"] == again.used.sum()


def test_candidates_are_chosen_on_a_tenth_of_some_training_documents(sets: Sets) -> None:
    asked = job(sets, "bitermplus")
    parts = sets.parts("own", 0, 40)
    few = parts.train[learning.order(asked, parts)][:100]
    order = np.random.default_rng(0).permutation(100)
    observed, held, _ = split(few[np.sort(order[:10])])
    rest, words = few[np.sort(order[10:])], sets.corpus("own").words
    found = rows(list(peers.run(asked, sets)))
    for number in range(len(asked["candidates"])):
        model = learnt(asked, number, rest, words)
        assert found[f"candidate {number}"] == pytest.approx(lpp(model, observed, held))


def test_one_candidate_needs_no_choice(sets: Sets) -> None:
    found = list(peers.run(job(sets, "bitermplus", candidates=[{"alpha": 1.0}]), sets))
    measures = ["chosen", "lpp", "npmi", "topics", "learning seconds"]
    assert [one.measure for one in found] == measures
    assert {one.documents for one in found} == {100}  # two full minibatches of 120


@pytest.mark.parametrize("model", ["gensim_hdp", "tomotopy_hdp"])
def test_topics_of_hdp_count_by_their_share(sets: Sets, model: str) -> None:
    parts = sets.parts("own", 0, 40)
    found = learnt(job(sets, model, least_share=1.0), -1, parts.train, parts.words)
    assert found.used.sum() == 1
    assert len(found.used) > 1


def test_some_learn_from_the_first_documents_only(sets: Sets) -> None:
    limited = job(sets, "bitermplus", train_limit=90)
    assert {one.documents for one in peers.run(limited, sets)} == {90}


def test_numbers_by_the_number_of_topics() -> None:
    wanted = {"title": "x", "passes": 2, "candidates": [{"alpha": "10/K"}, {"eta": 0.1}]}
    found = peers.of_model(wanted, 40)
    assert found == {"K": 40, "train_limit": 0, "passes": 2} | {
        "candidates": [{"alpha": 0.25}, {"eta": 0.1}]
    }
