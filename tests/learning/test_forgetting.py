"""Topics that forget each by itself: what is kept, when, and that it is the same after anything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import HDP, LDA, SVB
from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.learning import Posterior, Statistics, Step, forgetting
from biterms.learning.forgetting import Forgetting, forget
from biterms.learning.random import Random
from biterms.learning.state import Clock, State
from tests.models.stored import again

BATCH = 20


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look after every 60 documents, so that tests are quick."""
    monkeypatch.setattr(forgetting, "DOCUMENTS", 60)


def drifting(n: int = 600, seed: int = 0) -> Array:
    """Counts of two subjects of 15 words; the second has other words from the middle on."""
    rng = np.random.default_rng(seed)
    X = np.zeros((n, 45), dtype=np.int64)
    for d in range(n):
        subject = rng.integers(0, 2)
        first = 15 * (subject + (subject == 1 and d >= n // 2))
        np.add.at(X[d], first + rng.integers(0, 15, 6), 1)
    return X


X = drifting()


def new(decay: Any = "adaptive", kind: Any = LDA, **settings: Any) -> Any:
    given = {"batch_size": BATCH, "random_state": 0, "n_threads": 1, "learner": SVB(decay)}
    return kind(2, **(given | settings))


def state_of(posterior: Posterior, documents: int, known: Forgetting | None = None) -> State:
    return State(
        posterior=posterior,
        random=Random.new(0),
        clock=Clock(documents=documents),
        first_topics=2,
        forgetting=known,
    )


def test_what_is_new_stays_and_the_past_fades_by_topic() -> None:
    """lam <- eta + rho M + S, written out over all words."""
    rng = np.random.default_rng(1)
    posterior, words = Posterior(30, 2, np.full((1, 1), 0.1)), np.arange(30, dtype=np.int32)
    past = 900 * rng.dirichlet(np.full(30, 0.2), 2).T
    posterior.add(Statistics(words, past, 30, 60, posterior.anchor), Step(1.0, 1.0))
    state = state_of(posterior, 60)
    forget(state, SVB("adaptive"))
    assert_allclose(posterior.lam(), 0.1 + past.T, rtol=1e-12)
    now = 300 * np.stack([past[:, 0] / 900, rng.dirichlet(np.full(30, 0.2))], axis=1)
    posterior.add(Statistics(words, now, 30, 60, posterior.anchor), Step(1.0, 1.0))
    state.set(clock=Clock(documents=119))
    forget(state, SVB("adaptive"))
    assert_array_equal(state.forgetting.powers, 1.0)  # type: ignore[union-attr]
    state.set(clock=Clock(documents=120))
    forget(state, SVB("adaptive"))
    assert state.forgetting is not None
    powers = state.forgetting.powers
    assert powers[0] == 1.0
    assert powers[1] < 0.2
    assert_allclose(posterior.lam(), 0.1 + (powers * past + now).T, rtol=1e-12)


def test_topics_forget_when_their_words_change_and_not_before_or_after() -> None:
    """Words alone, so that counts are as independent as the evidence takes them to be."""
    model, kept = new(biterms=False).partial_fit(X[:BATCH]), {}
    for at in range(BATCH, len(X), BATCH):
        model.partial_fit(X[at : at + BATCH])
        kept[at + BATCH] = model.forgetting_.min()
    assert all(power == 1 for documents, power in kept.items() if documents <= 300)
    assert kept[360] < 0.05
    assert kept[600] == 1


def test_new_documents_are_predicted_better_than_by_one_that_forgets_nothing() -> None:
    after = drifting(seed=1)[450:]
    assert new().fit(X[:400]).score(after) > new(1.0).fit(X[:400]).score(after)


@pytest.mark.parametrize("decay", ["adaptive", "hpp"])
@pytest.mark.parametrize("kind", [LDA, HDP])
def test_calls_threads_and_files_change_no_bit(decay: str, kind: Any) -> None:
    whole = new(decay, kind, n_threads=2).fit(X)
    parts = new(decay, kind).partial_fit(X[:BATCH])
    for at in range(BATCH, len(X), BATCH):
        parts.partial_fit(X[at : at + BATCH])
        if at % 100 == 0:
            parts = again(parts)
    assert_array_equal(parts.components_, whole.components_)
    assert_array_equal(parts.forgetting_, whole.forgetting_)
    assert whole.forgetting_.min() < 1


def test_an_interrupt_puts_it_off_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the topics forget, and before what they know then has been copied."""
    undisturbed, disturbed = (new().partial_fit(X[:BATCH]) for _ in range(2))
    interrupts = 0
    for at in range(BATCH, len(X), BATCH):
        undisturbed.partial_fit(X[at : at + BATCH])
        with monkeypatch.context() as patch:
            patch.setattr(forgetting, "_look" if at % 40 else "_copied", interrupted)
            while disturbed.n_docs_ < at + BATCH:
                try:
                    disturbed.partial_fit(X[at : at + BATCH])
                except KeyboardInterrupt:
                    interrupts += 1
                    patch.undo()
    assert interrupts > 5
    for model in (disturbed, undisturbed):
        model.partial_fit(X[:BATCH])
    assert_array_equal(disturbed.components_, undisturbed.components_)
    assert_array_equal(disturbed.forgetting_, undisturbed.forgetting_)


def interrupted(*_: Any) -> None:
    raise KeyboardInterrupt


def test_merged_topics_begin_to_be_watched_anew() -> None:
    model = new().set_params(n_topics=3).fit(X)
    assert len(model.forgetting_) == 3
    model.merge([0, 2])
    assert_array_equal(model.forgetting_, [1.0, 1.0])
    assert len(model.partial_fit(X[:60]).partial_fit(X[60:120]).forgetting_) == 2


def test_a_look_is_put_off_while_it_would_cost_more_than_learning() -> None:
    assert forgetting.due_at(None, 100) == 60
    known = Forgetting(documents=500, powers=np.ones(2))
    assert forgetting.due_at(known, 100) == 560
    assert forgetting.due_at(known, 40_000) == 500 + 40_000 // forgetting.ROWS


def test_other_names_are_refused() -> None:
    with pytest.raises(SettingError, match=r"'adaptiv'.*expected a number in \(0, 1\], or 'adap"):
        new("adaptiv").fit(X)
