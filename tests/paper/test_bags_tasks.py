"""Tasks that count and classify, on sets small enough to count by hand."""

from __future__ import annotations

import gzip
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import BagOfBiterms
from paper import bags, bigrams, describe, settings, svm
from paper.job import Job, distinct
from paper.sets import Sets

#: publisher's terms: no word and no document is left out
TERMS = ["a b a c", "b a c", "a b", "c d c d c", "b"]
#: three words or more in three documents or more: river, boat, rain, bank, money
TEXTS = [
    "river boat rain",
    "river boat rain bank",
    "river boat bank river boat",
    "rain bank river money",
    "money money river bank tide",
    "money tide",
]


def sets_of(folder: Path, texts: list[str], labels: list[str], kind: str = "texts") -> Sets:
    """One set, `own`, of these documents."""
    rows = [{"text": t, "label": y} for t, y in zip(texts, labels, strict=True)]
    with gzip.open(folder / "own.jsonl.gz", "wt", encoding="utf8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    wanted = settings.read() | {"sets": {"own": {"files": {kind: "own.jsonl.gz"}, "threshold": 2}}}
    return Sets(wanted, folder, folder / "cache")


def found(task: Any, sets: Sets, **changes: Any) -> dict[str, float]:
    about = {"task": task.TASK, "set": "own", "model": "", "seed": 0, "documents_limit": 0}
    return {one.measure: one.value for one in task.run(Job(about | changes), sets)}


def test_a_set_is_described(tmp_path: Path) -> None:
    sets = sets_of(tmp_path, TERMS, ["x", "y", "x", "", "y"], "terms")
    assert found(describe, sets) == {
        "documents": 5,
        "mean length": 15 / 5,
        "mean distinct words": 11 / 5,
        "vocabulary": 4,
        "labels": 2,
    }


@pytest.mark.parametrize("threshold", [1, 2, 3])
def test_biterms_are_counted_as_by_loops(tmp_path: Path, threshold: int) -> None:
    together = Counter(
        pair for t in TERMS for pair in itertools.combinations(sorted(set(t.split())), 2)
    )
    kept = {pair for pair, n in together.items() if n >= threshold}
    own = [sum({u, v} <= set(t.split()) for u, v in kept) for t in TERMS]
    terms = [len(set(t.split())) for t in TERMS]
    sets = sets_of(tmp_path, TERMS, [""] * 5, "terms")
    measured = found(bags, sets, threshold=threshold)
    assert measured["features"] == 4 + len(kept)
    assert measured["pairs"] == len(kept)
    assert measured["mean features"] == pytest.approx(np.mean(np.add(own, terms)))
    assert measured["mean pairs"] == pytest.approx(np.mean(own))


BIGRAMS = {"thresholds": [1, 2, 3], "empty_thresholds": [1, 2, 3], "frequencies": [1, 2, 3]}


def test_bigrams_are_counted_as_by_hand(tmp_path: Path) -> None:
    """In 3 documents: river boat; in 2: boat rain, rain bank, bank river; five more in one.

    Tide is too rare, and leaves the last document too short; the fifth has only bigrams of its own.
    """
    sets = sets_of(tmp_path, TEXTS, [""] * 6)
    assert found(bigrams, sets, min_df=3, **BIGRAMS) == {
        "bigrams at 1": 9,
        "bigrams at 2": 4,
        "bigrams at 3": 1,
        "empty documents at 1": 0,
        "empty documents at 2": 1,
        "empty documents at 3": 2,
        "bigrams of frequency 1": 5,
        "bigrams of frequency 2": 3,
        "bigrams of frequency 3": 1,
    }
    with_tide = found(bigrams, sets, min_df=1, **BIGRAMS)
    assert (with_tide["bigrams at 1"], with_tide["bigrams of frequency 1"]) == (10, 6)


def test_what_was_counted_before_changes_no_bigrams(tmp_path: Path) -> None:
    sets = sets_of(tmp_path, TEXTS, [""] * 6)
    before = found(bigrams, sets, min_df=3, **BIGRAMS)
    found(bags, sets, threshold=2)
    assert found(bigrams, sets, min_df=3, **BIGRAMS) == before


SVM = {"folds": 5, "C": 1.0, "max_iter": 1000, "weighting": "tf"}
#: labels that only the order of two words tells; then one that is too rare, and none
ORDERED = [f"{pair} w{i}" for i in range(20) for pair in ("a b", "b a")] + ["a a a"] * 4 + ["b b b"]
ORDERED_LABELS = ["ab", "ba"] * 20 + ["rare"] * 4 + [""]


def ordered(folder: Path, model: str, threshold: int) -> dict[str, float]:
    sets = sets_of(folder, ORDERED, ORDERED_LABELS, "terms")
    return found(svm, sets, model=model, threshold=threshold, **SVM)


def test_bigrams_tell_labels_of_the_order(tmp_path: Path) -> None:
    measured = ordered(tmp_path, "bigrams", 2)
    assert measured["features"] == 2
    assert [measured[f"accuracy fold {i}"] for i in range(1, 6)] == [1.0] * 5
    assert (measured["accuracy"], measured["macro f1"]) == (1.0, 1.0)
    assert (measured["labels"], measured["left out documents"]) == (2, 5)
    assert measured["not converged folds"] == 0


@pytest.mark.parametrize(("model", "threshold", "features"), [("bow", 0, 22), ("bob", 2, 63)])
def test_bags_without_order_do_not(
    tmp_path: Path, model: str, threshold: int, features: int
) -> None:
    """Words a, b and 20 others; pairs: a + b, and a and b with each of the others."""
    measured = ordered(tmp_path, model, threshold)
    assert measured["features"] == features
    assert measured["accuracy"] <= 0.6


@pytest.mark.parametrize("weighting", ["tf", "tf-idf"])
def test_words_weigh_as_the_terms_of_the_bag_of_biterms(tmp_path: Path, weighting: Any) -> None:
    X = sets_of(tmp_path, TERMS, [""] * 5, "terms").corpus("own").counts
    bag = BagOfBiterms(1, weighting=weighting).fit_transform(X)
    assert_allclose(svm.weighed(X, weighting).toarray(), bag[:, : X.shape[1]].toarray(), rtol=1e-6)


def test_a_plan_asks_for_each_job_once(tmp_path: Path) -> None:
    """The paper: 20 Newsgroups at one threshold in a full run, at all of them in plan `all`."""
    plans = {plan: settings.read(plan) for plan in ("full", "all")}
    asked = {
        plan: distinct(svm.jobs(wanted, Sets(wanted, tmp_path, tmp_path)))
        for plan, wanted in plans.items()
    }
    news = {
        plan: {
            (job["threshold"], job["weighting"])
            for job in jobs
            if (job["set"], job["model"]) == ("20newsgroups", "bob")
        }
        for plan, jobs in asked.items()
    }
    assert news["full"] == {(10, "tf")}
    assert news["all"] == set(itertools.product([10, 20, 40, 60, 80, 100], ["tf", "tf-idf"]))
    assert {job.key for job in asked["full"]} < {job.key for job in asked["all"]}
