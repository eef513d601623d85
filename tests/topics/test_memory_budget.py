"""`fit` with a budget of memory: the same model, bit for bit, and nothing is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

import biterms
from biterms import (
    BTM,
    HDP,
    KPS,
    LDA,
    SVB,
    SVI,
    Annealed,
    BatchVB,
    InputError,
    MemoryBudget,
    Record,
    SeedWords,
    SettingError,
    StopLearning,
    TopicModel,
    Vectoriser,
)
from biterms.store import budget as budgets
from biterms.store import columns
from biterms.text import chunks, pair_tally
from tests.examples import examples
from tests.open_files import LINUX, mapped_files, open_files
from tests.topics import limited
from tests.topics.bits import bits
from tests.topics.newsroom import news

SEED: dict[str, Any] = {"random_state": 0, "n_threads": 1}
TEXTS, LABELS = news(1500)


@pytest.fixture(scope="module", autouse=True)
def small_pieces() -> Iterator[None]:
    """Some texts, documents and places at a time where there would be many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "_TEXTS", 90)
        patch.setattr(chunks, "_BLOCK", 30)
        patch.setattr(columns, "LARGE", 0)
        patch.setattr(columns, "RUNS_AT_ONCE", 3)
        patch.setattr(Annealed, "shuffled_together", 256)
        patch.setattr(pair_tally, "AT_ONCE", 40)
        yield


@pytest.fixture(scope="module")
def budget(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemoryBudget]:
    """A budget whose folder counts as one on a disk, wherever the tests are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budgets, "_VOLATILE", set())
        yield MemoryBudget("2G", tmp_path_factory.mktemp("spilled"))


def dated(texts: list[str]) -> list[Record]:
    """Two without a time, then one in five."""
    begin = datetime(2026, 3, 1, tzinfo=UTC)
    times = [
        None,
        None,
        *((begin + timedelta(minutes=7 * i % 9000)).isoformat() for i in range(9999)),
    ]
    return [
        Record(text, str(i), None if i % 5 == 4 else times[i], label)
        for i, (text, label) in enumerate(zip(texts, LABELS, strict=True))
    ]


CASES: dict[str, Any] = {
    "LDA": LDA(3, **SEED),
    "auto": LDA("auto", **SEED),
    "vb": LDA(3, inference="vb", learner=SVI(), alpha="auto", **SEED),
    "words": LDA(3, biterms=False, **SEED),
    "SVB": LDA(3, learner=SVB(), **SEED),
    "adaptive": LDA(3, learner=SVB("adaptive"), **SEED),
    "KPS": LDA(3, learner=KPS(), **SEED),
    "HDP": HDP(8, **SEED),
    "HDP-annealed": HDP(8, learner=Annealed(), **SEED),
    "window": LDA(3, biterms=3, passes=3, **SEED),
    "HDP-window": HDP(5, biterms="adjacent", passes=5, **SEED),
}


@pytest.mark.parametrize("case", CASES)
def test_the_model_is_the_same(case: str, budget: MemoryBudget) -> None:
    one = TopicModel(CASES[case], keep=100).fit(iter(TEXTS), memory=budget)
    two = TopicModel(CASES[case], keep=100).fit(TEXTS)
    assert bits(one) == bits(two)
    assert str(one.topics()) == str(two.topics())
    assert not [*budget.folder.iterdir()]


def test_records_keep_their_times_classes_and_ids(budget: MemoryBudget) -> None:
    made = LDA(3, learner=Annealed(50, most="2d"), **SEED)
    models = [TopicModel(made, keep=200) for _ in range(2)]
    for model, memory in zip(models, (budget, None), strict=True):
        model.fit(iter(dated(TEXTS)), memory=memory)
    one, two = models
    assert bits(one) == bits(two)
    assert one.model_.state.clock.arrivals is not None
    assert str(one.topics_over_time()) == str(two.topics_over_time())
    assert str(one.topics_per_class()) == str(two.topics_per_class())
    for model in models:
        model.update(dated(TEXTS)[:300])
    assert bits(one) == bits(two)


@examples(10)
@given(
    words=st.integers(5, 400),
    candidates=st.integers(1, 60),
    settings=st.fixed_dictionaries(
        {
            "min_df": st.integers(1, 4),
            "max_df": st.sampled_from([1.0, 0.5]),
            "max_words": st.sampled_from([None, 7, 50]),
        }
    ),
    duplicates=st.sampled_from(["keep", "once"]),
    seed=st.integers(0, 999),
)
def test_any_texts_and_words(
    budget: MemoryBudget,
    words: int,
    candidates: int,
    settings: dict[str, Any],
    duplicates: Any,
    seed: int,
) -> None:
    """Words come and go while texts are read, since few may wait."""
    draw = np.random.default_rng(seed)
    drawn = draw.zipf(1.3, (400, 5)) % words
    texts = [" ".join(f"word{w}" for w in row[: i % 6]) for i, row in enumerate(drawn)]
    texts += ["word0 word1 word2"] * 9
    own = {"language": None, "numbers": True, "candidates": candidates} | settings
    models = []
    for memory in (budget, None):
        model = TopicModel(
            LDA(2, passes=2, **SEED), text=Vectoriser(**own), keep=9, duplicates=duplicates
        )
        models.append(model.fit(iter(texts), memory=memory))
    assert bits(models[0]) == bits(models[1])


@examples(8)
@given(
    candidates=st.sampled_from([3, 20, 1000]),
    min_df=st.integers(1, 12),
    window=st.sampled_from([True, 3]),
    seed=st.integers(0, 999),
)
def test_phrases(
    budget: MemoryBudget, candidates: int, min_df: int, window: bool | int, seed: int
) -> None:
    """ "new york times", "new york", "the bank of america" among other words."""
    draw = np.random.default_rng(seed)
    parts = ["new york", "new york times", "the bank of america", "of", *"abcdefghij"]
    weights = np.array([4, 4, 4, 2, *[1] * 10]) / 24
    texts = [" ".join(row) for row in draw.choice(parts, (600, 4), p=weights)]
    own = {"language": None, "stop_words": ["of", "the"], "phrases": True, "max_df": 0.9}
    text = Vectoriser(**own, candidates=candidates, min_df=min_df)  # type: ignore[arg-type]
    one, two = (
        TopicModel(LDA(2, biterms=window, passes=2, **SEED), text=text).fit(texts, memory=memory)
        for memory in (budget, None)
    )
    assert one.text_.analyser_.phrases.pairs == two.text_.analyser_.phrases.pairs != []
    assert bits(one) == bits(two)


def test_seeds_guide_them(budget: MemoryBudget) -> None:
    guide = SeedWords([["goal"], ["bank", "stocks"]])
    one, two = (
        TopicModel(LDA(3, **SEED), guide=guide).fit(TEXTS, memory=memory)
        for memory in (budget, None)
    )
    assert bits(one) == bits(two)


def test_learning_can_be_stopped(budget: MemoryBudget) -> None:
    def stop(done: int, total: int | None, lpp: float | None = None) -> None:
        if done > 20_000:
            raise StopLearning

    one, two = (
        TopicModel(LDA(3, passes=30, **SEED)).fit(TEXTS, progress=stop, memory=memory)
        for memory in (budget, None)
    )
    assert one.info()["stopped"]
    assert bits(one) == bits(two)


@pytest.mark.parametrize("when", [0, 700, 1499])
def test_texts_that_break_off_leave_nothing(budget: MemoryBudget, when: int) -> None:
    def texts() -> Iterator[str]:
        yield from TEXTS[:when]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TopicModel(LDA(3, **SEED)).fit(texts(), memory=budget)
    assert (open_files(budget.folder), [*budget.folder.iterdir()]) == (0, [])


def test_learning_that_breaks_off_leaves_nothing(budget: MemoryBudget) -> None:
    def interrupt(*_: Any) -> None:
        assert (mapped_files(budget.folder) > 0) == LINUX
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TopicModel(LDA(3, **SEED)).fit(TEXTS, progress=interrupt, memory=budget)
    assert (open_files(budget.folder), [*budget.folder.iterdir()]) == (0, [])
    assert mapped_files(budget.folder) == 0


@pytest.mark.parametrize(
    ("model", "text", "said"),
    [
        (BTM(3), None, "BTM holds all biterms in memory"),
        (LDA(3, learner=BatchVB()), None, "BatchVB learns from all documents at once"),
        (LDA(3), CountVectorizer(), "a vectorizer of scikit-learn"),
    ],
    ids=["BTM", "BatchVB", "scikit-learn"],
)
def test_what_needs_all_in_memory_is_refused_before_a_text_is_read(
    budget: MemoryBudget, model: Any, text: Any, said: str
) -> None:
    texts = iter(TEXTS)
    with pytest.raises(SettingError, match=said):
        TopicModel(model, text=text).fit(texts, memory=budget)
    assert next(texts) == TEXTS[0]


def test_topics_that_do_not_fit_are_refused_before_anything_is_learnt(
    budget: MemoryBudget,
) -> None:
    model = TopicModel(LDA(3, **SEED)).fit(TEXTS)
    before = bits(model)
    model.model = LDA(1_000_000, **SEED)
    with pytest.raises(InputError) as error:
        model.fit(TEXTS, memory=MemoryBudget("300M", budget.folder))
    assert (
        "memory=300M: learning 1,000,000 topics of 36 words from 1,500 texts needs about 710M"
        in str(error.value)
    )
    assert "allow for that, or use fewer topics or words (max_words)" in str(error.value)
    model.model = LDA(3, **SEED)
    assert bits(model) == before


def test_words_that_do_not_fit_are_refused_while_they_are_read(tmp_path: Path) -> None:
    words = 0

    def texts() -> Iterator[str]:
        nonlocal words
        while True:
            yield f"word{words}"
            words += 1

    budget = MemoryBudget(budgets.BASE + (8 << 20), tmp_path)
    with pytest.raises(InputError, match=r"remembering [\d,]+ words, most of which are too rare"):
        TopicModel(LDA(3), text=Vectoriser(language=None, numbers=True)).fit(texts(), memory=budget)
    assert 8 << 20 <= 400 * words < 16 << 20  # 200 bytes for a word, and 200 for its spelling


def test_a_size_is_enough(monkeypatch: pytest.MonkeyPatch, budget: MemoryBudget) -> None:
    monkeypatch.setattr(budgets, "_folder", lambda: budget.folder)
    one = TopicModel(LDA(3, **SEED)).fit(TEXTS, memory="2G")
    assert bits(one) == bits(TopicModel(LDA(3, **SEED)).fit(TEXTS, memory=2 << 30))
    with pytest.raises(SettingError, match="expected a size"):
        TopicModel(LDA(3)).fit(TEXTS, memory="7d")


@pytest.mark.parametrize("how", [["disk"], []], ids=["on disk", "in memory"])
def test_a_hard_limit_is_kept_where_all_in_memory_would_not_fit(
    how: list[str], budget: MemoryBudget
) -> None:
    """The second of 200,000 texts; the system counts memory that is not a file's (Linux)."""
    program, package = str(Path(limited.__file__)), str(Path(biterms.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, program, str(budget.folder), *how],
        env=os.environ | {"PYTHONPATH": package},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("[[" if how or not LINUX else "not enough memory")
