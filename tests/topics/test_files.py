"""A model out of a file is the model that was saved, and goes on as it would have."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import biterms
from biterms import KPS, SVB, SVI, Annealed, TopicModel, load, store
from biterms.errors import StopLearning, StoreError
from biterms.text.readers import Record
from biterms.topics.files import fields_of
from tests.topics import streams
from tests.topics.bits import bits, model_bits
from tests.topics.newsroom import fresh, news

TEXTS = news(300)[0]
MORE = news(100, seed=4)[0] + ["volcano erupts on island"] * 4


def records() -> list[Record]:
    return [
        Record(text, f"id {i}", f"2024-{1 + i % 12:02}-01", None if i % 7 else "section ☃")
        for i, text in enumerate(TEXTS)
    ]


@pytest.mark.parametrize("learner", [SVI(), SVB(), KPS()], ids=["SVI", "SVB", "KPS"])
def test_the_same_bits_now_and_later(learner: Any, tmp_path: Path) -> None:
    model = fresh(4, learner=learner, keep=50).fit(records())
    model.set_labels({1: "naïve ☃", 3: "three"}).merge_topics([0, 2])
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert_array_equal(again.transform(MORE), model.transform(MORE))
    assert list(again.topics()) == list(model.topics())
    assert again.ids_ == [0, 1, 3]
    assert again.labels_ == {1: "naïve ☃", 3: "three"}
    assert again.sample_.records == model.sample_.records
    assert again.typical(1) == model.typical(1)
    assert again.info() == model.info()
    again.update(MORE)
    model.update(MORE)
    assert "volcano" in again.words()
    assert again.words() == model.words()
    assert model_bits(again.model_) == model_bits(model.model_)
    assert again.sample_.records == model.sample_.records
    assert again.info()["data"] == model.info()["data"]


@pytest.mark.parametrize("random", [None, np.random.default_rng(3)], ids=["None", "Generator"])
@pytest.mark.filterwarnings("ignore::biterms.learning.seeds.SeedWarning")
@pytest.mark.parametrize("name", streams.MODELS)
def test_without_a_seed_the_same_bits_later(name: str, random: Any, tmp_path: Path) -> None:
    model = streams.new(name)
    model.set_params(model=model.model.set_params(random_state=random))
    model.update(streams.TEXTS[:65]).save(tmp_path / "model")
    again = load(tmp_path / "model")
    for more in (streams.TEXTS[65:90], streams.TEXTS[90:]):
        assert bits(again.update(more)) == bits(model.update(more))
    assert again.sample_.records == model.sample_.records


def test_it_is_saved_again_and_again(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    for _ in range(3):
        model.save(tmp_path / "model")
        model = load(tmp_path / "model").merge_topics([0, 1]) if len(model.ids_) > 2 else model
    assert load(tmp_path / "model").info()["n_topics"] == 2


def test_a_loaded_model_can_forget_and_learn_anew(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    model.save(tmp_path / "model")
    other = [f"{text} tonight" for text in TEXTS]
    again = load(tmp_path / "model").fit(other)
    assert_array_equal(again.transform(other), fresh().fit(other).transform(other))


def test_another_process_reads_it(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    model.save(tmp_path / "model")
    program = (
        "import biterms, sys\n"
        "print(biterms.load(sys.argv[1]).transform(['late goal']).tobytes().hex())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "model")], capture_output=True, text=True
    )
    assert done.stdout.strip() == model.transform(["late goal"]).tobytes().hex(), done.stderr


def test_a_model_that_has_learnt_nothing_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="learnt nothing"):
        TopicModel().save(tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_the_file_says_where_it_came_from(tmp_path: Path) -> None:
    fresh().fit(TEXTS).save(tmp_path / "model")
    made = json.loads((tmp_path / "model" / "model.json").read_text())["settings"]["provenance"]
    assert made["biterms"] == biterms.__version__
    assert {"instruction_set", "data", "seed", "n_docs", "n_words", "begun", "learnt"} <= {*made}


def test_a_model_that_was_stopped_says_so_from_its_file(tmp_path: Path) -> None:
    def stop(done: int, *_: Any) -> None:
        if done > 350:
            raise StopLearning

    model = fresh(learner=Annealed(starts=0)).fit(TEXTS, progress=stop)
    for _ in range(2):
        model.save(tmp_path / "model")
        model = load(tmp_path / "model")
    made = model.info()
    assert (made["stopped"], made["passes"], made["passes_asked"]) == (True, 1, 10)
    fresh().fit(TEXTS).save(tmp_path / "model")
    assert not load(tmp_path / "model").info()["stopped"]


Change = Callable[[dict[str, Any], dict[str, np.ndarray]], Any]
CHANGES: dict[str, Change] = {
    "ids-many": lambda s, a: s["topics"].update(ids=[0, 1]),
    "ids-same": lambda s, a: s["topics"].update(ids=[0, 1, 1]),
    "ids-text": lambda s, a: s["topics"].update(ids=["0", "1", "2"]),
    "labels-number": lambda s, a: s["topics"].update(labels=[[0, 3]]),
    "labels-other": lambda s, a: s["topics"].update(labels=[[9, "x"]]),
    "labels-shape": lambda s, a: s["topics"].update(labels=[[1, 2, 3]]),
    "keep-negative": lambda s, a: s["topics"].update(keep=-1),
    "no-topics": lambda s, a: s.pop("topics"),
    "no-model": lambda s, a: s.pop("model"),
    "no-words": lambda s, a: a.pop("text.keys"),
    "words-lost": lambda s, a: a.update({"text.id_of": np.full_like(a["text.id_of"], -1)}),
    "sample-large": lambda s, a: s["sample"].update(size=3),
    "sample-seen": lambda s, a: s["sample"].update(seen=2),
    "sample-fields": lambda s, a: a.update(
        {"sample.records": store.bytes_of_words(['[0, "text", 3, null, null]'])}
    ),
    "sample-no-json": lambda s, a: a.update({"sample.records": store.bytes_of_words(["[0"])}),
    "sample-deep": lambda s, a: a.update({"sample.records": store.bytes_of_words(["[" * 10**5])}),
    "provenance-list": lambda s, a: s.update(provenance=[]),
    "prior-kind": lambda s, a: s.update(prior={"kind": "pickle"}),
    "learnt-nothing": lambda s, a: s["model"].update(state=None),
}


@pytest.fixture(scope="module")
def written() -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Must not be changed."""
    return fields_of(fresh().fit(TEXTS))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_does_not_fit_together_is_refused(
    change: Change, written: tuple[dict[str, Any], dict[str, np.ndarray]], tmp_path: Path
) -> None:
    """Settings and arrays that are whole but say other things."""
    settings, arrays = json.loads(json.dumps(written[0])), dict(written[1])
    change(settings, arrays)
    store.write(tmp_path / "other", settings, arrays)
    with pytest.raises(StoreError, match="other cannot be used"):
        load(tmp_path / "other")


def test_a_model_that_could_not_be_loaded_replaces_nothing(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    model.save(tmp_path / "model")
    model._fitted = replace(model.fitted, ids=(0,) * len(model.ids_))
    with pytest.raises(StoreError, match=r"could not be loaded again.*nothing was replaced"):
        model.save(tmp_path / "model")
    assert load(tmp_path / "model").ids_ == [*range(len(model.ids_))]


def test_newer_truncated_and_foreign_files(tmp_path: Path) -> None:
    fresh().fit(TEXTS).save(tmp_path / "model")
    head = tmp_path / "model" / "model.json"
    whole = json.loads(head.read_text())
    head.write_text(json.dumps(whole | {"format_version": 99, "biterms": "9.0"}))
    with pytest.raises(StoreError, match=r"written by biterms '9.0' in format 99.*update biterms"):
        load(tmp_path / "model")
    head.write_text(json.dumps(whole)[:-9])
    with pytest.raises(StoreError, match="model cannot be read"):
        load(tmp_path / "model")
    head.write_text('{"format": "pickle"}')
    with pytest.raises(StoreError, match="does not say that it is a biterms model"):
        load(tmp_path / "model")
    shutil.rmtree(tmp_path / "model")
    with pytest.raises(StoreError, match="it does not exist"):
        load(tmp_path / "model")
