"""A learner is a few numbers per minibatch, and hyperparameters that can be cloned and searched."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

from biterms import KPS, SVB, SVI, BatchVB
from biterms.errors import BitermsError, SettingError
from biterms.learning import Annealed, Learner, Moment, Step
from tests.examples import examples

LEARNERS = [Annealed(), BatchVB(), SVI(), SVB(), KPS()]
many = examples(30)


@many
@given(
    tau=st.floats(0, 1e4),
    kappa=st.floats(0, 1),
    t=st.integers(1, 10**6),
    size=st.integers(1, 10**4),
    docs=st.integers(1, 10**7),
)
def test_svi_weighs_the_past_and_the_minibatch(
    tau: float, kappa: float, t: int, size: int, docs: int
) -> None:
    """decay + rho = 1 and gain = rho D/|C| with rho = (tau + t)^-kappa."""
    rho = 1 / (tau + t) ** kappa
    step = SVI(tau, kappa=kappa).step(Moment(t, size, docs))
    assert math.isclose(step.decay, 1 - rho, rel_tol=1e-9, abs_tol=1e-12)
    assert math.isclose(step.gain, rho * docs / size, rel_tol=1e-9)
    assert step.prior == 0
    assert 0 <= step.decay < 1


def test_svi_takes_the_given_number_of_documents_for_the_collection() -> None:
    known, counted = SVI(total_docs=1000), SVI()
    assert known.step(Moment(3, 10, 77)) == counted.step(Moment(3, 10, 1000))


@pytest.mark.parametrize("tau", [0, 0.0])
def test_the_first_step_without_delay_is_batch_vb(tau: float) -> None:
    assert SVI(tau, kappa=0.6).step(Moment(1, 20, 20)) == BatchVB().step(Moment(1, 20, 20))


def test_svb_counts_each_document_once() -> None:
    assert SVB().step(Moment(9, 20, 10**6)) == Step(1.0, 1.0, 0.0, 1.0)


def test_kps_adds_the_prior_with_every_minibatch() -> None:
    assert KPS().step(Moment(9, 20, 10**6)) == Step(1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("kind", [SVB, KPS])
def test_the_past_fades_with_every_minibatch(kind: type[Learner]) -> None:
    assert kind(decay=0.5).step(Moment(1, 10, 10)).decay == 0.5


def test_the_prior_of_kps_fades_with_what_was_learnt() -> None:
    """p <- d p + 1: after three minibatches 0.5 (0.5 (0.5 + 1) + 1) + 1. That of SVB stays."""
    priors = {}
    for learner in (SVB(0.5), KPS(0.5)):
        p = 1.0
        for t in range(1, 4):
            step = learner.step(Moment(t, 10, 10))
            p = step.prior_decay * p + step.prior
        priors[type(learner).__name__] = p
    assert priors == {"SVB": 1.0, "KPS": 1.875}


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_a_learner_holds_its_hyperparameters_and_nothing_else(learner: Learner) -> None:
    before = dict(vars(learner))
    learner.check()
    learner.step(Moment(1, 10, 10))
    learner.step(Moment(2, 10, 20))
    assert vars(learner) == before == learner.get_params()


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_learners_are_cloned_with_their_settings(learner: Learner) -> None:
    name, value = next(iter(learner.get_params().items()))
    half = (value or 100) / 2
    other = clone(learner).set_params(**{name: half})
    assert clone(other).get_params() == learner.get_params() | {name: half}
    assert learner.get_params()[name] == value


def test_the_defaults_are_the_documented_ones() -> None:
    assert SVI().get_params() == {"tau": 64, "kappa": 0.6, "total_docs": None}
    assert SVB().get_params() == KPS().get_params() == {"decay": 1.0, "exact": False}


NONSENSE = [
    *(SVI(tau=tau) for tau in (-1, math.nan, math.inf, "64", None)),
    *(SVI(kappa=kappa) for kappa in (-0.1, 1.1, math.nan, "0.6", None)),
    *(SVI(total_docs=docs) for docs in (0, -5, math.nan, math.inf, "many")),
    *(kind(decay=decay) for kind in (SVB, KPS) for decay in (0, -1, 1.1, math.nan, "1", None)),
    *(BatchVB(tol=tol) for tol in (-1e-9, math.nan, "small", None)),
]


@pytest.mark.parametrize("learner", NONSENSE, ids=repr)
def test_nonsense_is_refused_by_name(learner: Learner) -> None:
    usual = vars(type(learner)())
    [(name, value)] = [item for item in vars(learner).items() if item[1] is not usual[item[0]]]
    with pytest.raises(SettingError, match="expected") as caught:
        learner.check()
    assert isinstance(caught.value, BitermsError)
    assert isinstance(caught.value, ValueError)
    assert f"{type(learner).__name__}({name}={value!r})" in str(caught.value)


@pytest.mark.parametrize(
    "learner",
    [SVI(0), SVI(np.float32(3), kappa=np.float64(1)), SVI(total_docs=np.int64(9)), SVB(0.01)],
    ids=repr,
)
def test_sensible_settings_are_accepted(learner: Learner) -> None:
    learner.check()


@many
@given(
    first=st.floats(1, 1e4),
    power=st.floats(0.1, 10),
    size=st.integers(1, 500),
    docs=st.integers(500, 10**6),
    share=st.floats(0, 1),
)
def test_a_minibatch_of_annealed_memory_is_one_document_at_a_time(
    first: float, power: float, size: int, docs: int, share: float
) -> None:
    """rho = 1/W for each document: keep (1 - rho)^|C|; what they add sums to 1 - keep of D."""
    begin = min(first, docs / 2)
    W = max(1.0, begin * (docs / begin) ** (share**power))
    step = Annealed(first, power=power).step(Moment(1, size, docs, share))
    keep = math.exp(size * math.log1p(-1 / W)) if W > 1 else 0.0
    assert math.isclose(step.decay, keep, rel_tol=1e-6, abs_tol=1e-9)
    assert math.isclose(step.gain * size, (1 - keep) * docs, rel_tol=1e-6)
    assert step.rounds == (2 if share < 0.7 else 1)


def test_on_a_stream_half_of_what_was_seen_is_remembered() -> None:
    keep = (1 - 1 / 500) ** 100
    assert math.isclose(Annealed().step(Moment(11, 100, 1000)).decay, keep)
    assert math.isclose(Annealed(most=200).step(Moment(11, 100, 1000)).decay, (1 - 1 / 200) ** 100)


@pytest.mark.parametrize("most", ["7d", "168 h", "1w", timedelta(days=7)], ids=str)
def test_on_a_stream_the_documents_of_a_span_of_time_are_remembered(most: Any) -> None:
    learner = Annealed(100, most=most)
    learner.check()
    assert learner.horizon == 7 * 86_400
    for docs, recent, memory in [
        (1000, 300, 300),
        (1000, 600, 500),  # half of all at most
        (1000, 40, 100),  # `first` at least
        (80, 80, 40),
        (1000, None, 500),  # no time is known yet
    ]:
        moment = Moment(11, 100, docs, recent=recent)
        assert math.isclose(learner.step(moment).decay, (1 - 1 / memory) ** 100)
    assert Annealed().step(Moment(1, 100, 9000, 0.5)) == learner.set_params(first=500).step(
        Moment(1, 100, 9000, 0.5, recent=300)
    )


@pytest.mark.parametrize(
    "settings",
    [
        *({"first": 0}, {"first": "a"}, {"first": "30d"}, {"power": 0}, {"most": -1}),
        *(
            {"most": "30 days"},
            {"most": "d"},
            {"most": "0.5s"},
            {"most": "-3h"},
            {"most": "9999w9"},
        ),
        *({"most": timedelta(0)}, {"most": timedelta.max}, {"most": "99999999w"}, {"most": "٣d"}),
    ],
    ids=str,
)
def test_a_memory_that_makes_no_sense_is_refused(settings: dict) -> None:
    with pytest.raises(SettingError, match="expected"):
        Annealed(**settings).check()


@pytest.mark.parametrize(
    ("docs", "topics", "first"),
    [
        (100_000, 50, 500),
        (100_000, 100, 500),
        (100_000, 150, 750),
        (100_000, 5000, 1000),
        (16_000, 5000, 800),
        (8_000, 5000, 500),
        (600, 5000, 300),
    ],
)
def test_many_topics_need_a_longer_memory(docs: int, topics: int, first: float) -> None:
    assert Annealed().memory(docs, 0.0, topics=topics) == first
    assert Annealed(first=2000).memory(docs, 0.0, topics=topics) == min(2000, docs / 2)
