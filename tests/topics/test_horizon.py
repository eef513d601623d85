"""A memory of days: `Annealed(most="7d")` on texts that have times."""

from __future__ import annotations

import copy
import math
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import HDP, LDA, Annealed, TimeWarning, TopicModel, Vectoriser, load
from biterms.errors import InputError, StopLearning
from biterms.learning import Moment, Step
from biterms.text.readers import Record
from biterms.topics import stream
from tests.examples import examples
from tests.topics.bits import bits

BATCH, BEGIN = 20, datetime(2026, 3, 1, tzinfo=UTC)
WEEK = 7 * 86_400


def daily(days: range, each: int, seed: int = 0) -> list[Record]:
    """Texts about four subjects; from day 40 on, other words go together."""
    rng, found = np.random.default_rng(seed), []
    for day in days:
        for hour in np.linspace(0, 23, each):
            subject, words = rng.integers(0, 4), rng.integers(0, 8, 6)
            places = (subject + 4 * words) if day < 40 else (8 * subject + words)
            time = (BEGIN + timedelta(days=day, hours=float(hour))).isoformat()
            found.append(Record(" ".join(f"word{p}" for p in places), str(len(found)), time, None))
    return found


STREAM = daily(range(20), 15)


def new(most: Any = "7d", *, model: Any = LDA, **settings: Any) -> TopicModel:
    learner = Annealed(20, most=most, **({"starts": 1, "held": 0} | settings))
    made = model(4, learner=learner, batch_size=BATCH, random_state=0, n_threads=1)
    return TopicModel(made, text=Vectoriser(language=None, min_df=1), keep=10)


def remembered(model: TopicModel) -> int:
    clock = model.model_.state_.clock
    return clock.arrivals.within(WEEK, clock.documents)


def test_new_days_are_predicted_better_when_the_old_ones_are_forgotten() -> None:
    past, later, after = daily(range(40), 60), daily(range(40, 48), 60), daily(range(48, 52), 60, 1)
    lpp = {}
    for most in ("7d", None):
        model = new(most).update(past).update(later)
        lpp[most] = model.model_.score(model.counts([record.text for record in after]))
    assert lpp["7d"] > lpp[None] + 0.1


class Noted(Annealed):
    """Notes the moments of all minibatches."""

    moments: ClassVar[list[Moment]] = []

    def step(self, moment: Moment) -> Step:
        self.moments.append(moment)
        return super().step(moment)


def test_the_learner_gets_the_number_of_documents_in_the_span() -> None:
    """Counted one by one: a document has the time of the newest one of its minibatch."""
    Noted.moments.clear()
    model = new()
    model.model.set_params(learner=Noted(20, most="7d", starts=0, held=0))
    model.update(STREAM)
    newest = [datetime.fromisoformat(r.time or "") for r in STREAM[BATCH - 1 :: BATCH]]
    expected = [
        BATCH * sum(before >= now - timedelta(days=7) for before in newest[: i + 1])
        for i, now in enumerate(newest)
    ]
    assert {moment.step: moment.recent for moment in Noted.moments} == dict(enumerate(expected, 1))
    assert expected[-1] < len(STREAM) / 2


@cache
def begun(model: Any) -> TopicModel:
    return new(model=model, held=100, starts=0).update(STREAM[:60])


@pytest.mark.parametrize("model", [LDA, HDP])
@examples(5)
@given(
    cuts=st.sets(st.integers(1, 11), max_size=4),
    chunk=st.sampled_from([20, 60, 8192]),
    missing=st.booleans(),
)
def test_calls_and_pieces_make_no_difference(
    model: Any, cuts: set[int], chunk: int, missing: bool
) -> None:
    """Also where some texts have no time; the first texts of each call have one."""
    rest = [
        record._replace(time=None) if missing and i % BATCH > 3 else record
        for i, record in enumerate(STREAM[60:])
    ]
    once, parts = copy.deepcopy(begun(model)).update(rest), copy.deepcopy(begun(model))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "TEXTS_AT_ONCE", chunk)
        for begin, end in pairwise([0, *(BATCH * cut for cut in sorted(cuts)), len(rest)]):
            parts.update(iter(rest[begin:end]))
    assert bits(parts) == bits(once)
    assert remembered(parts) < len(STREAM) / 2


def test_a_saved_model_goes_on_to_the_bit(tmp_path: Path) -> None:
    model = new(timedelta(weeks=1)).update(STREAM[:200])
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.model_.learner.most == "1w"
    assert bits(again.update(STREAM[200:])) == bits(model.update(STREAM[200:]))


NO_TIMES = {
    "texts": [record.text for record in STREAM],
    "records": [record._replace(time=None) for record in STREAM],
    "unreadable": [record._replace(time="tomorrow") for record in STREAM],
}


@pytest.mark.parametrize("texts", NO_TIMES.values(), ids=NO_TIMES)
def test_texts_without_times_change_nothing(texts: list[Any]) -> None:
    message = "none of (the first 300 texts has|300 values is) a time"
    with pytest.raises(InputError, match=message):
        new().update(texts)
    model = new().update(STREAM)
    before = bits(model)
    with pytest.raises(InputError, match=message):
        model.update(iter(texts))
    assert bits(model) == before


def test_counts_have_no_times() -> None:
    X = np.eye(6) + 1
    bare = LDA(2, learner=Annealed(most="12h", starts=0), random_state=0)
    with pytest.raises(InputError, match=r"counts have no times.*TopicModel\.update"):
        bare.partial_fit(X)
    assert not hasattr(bare, "state_")
    learnt = bare.fit(X).components_
    with pytest.raises(InputError, match="counts have no times"):
        bare.partial_fit(X)
    assert (bare.components_ == learnt).all()


def test_fit_needs_no_times_and_the_memory_plays_no_role_in_it() -> None:
    texts = NO_TIMES["texts"]
    assert (new().fit(texts).model_.components_ == new(None).fit(texts).model_.components_).all()


def test_after_fit_the_memory_goes_back_to_its_times() -> None:
    """In any order; texts whose time is not known count as those before them."""
    order = np.random.default_rng(2).permutation(len(STREAM))
    model = new().fit([STREAM[i] for i in order])
    assert remembered(model) == pytest.approx(7 * 15, abs=2)
    assert remembered(model.update(daily(range(20, 22), 10))) == pytest.approx(5 * 15 + 20, abs=5)
    without = new().fit(NO_TIMES["texts"])
    assert without.model_.state_.clock.arrivals is None
    assert remembered(without.update(daily(range(20, 22), 10))) == 320
    assert remembered(without.update(daily(range(30, 31), 10))) == 10


@pytest.mark.parametrize("pattern", ["%d/%m/%Y %H:%M:%S", "%m/%d/%Y %H:%M:%S", "%d.%m.%Y %H:%M:%S"])
def test_days_and_months_in_any_order_are_the_same_times(pattern: str, tmp_path: Path) -> None:
    """What is the day is decided on the first texts, and remembered for those that do not tell."""
    whole = [datetime.fromisoformat(record.time or "").replace(microsecond=0) for record in STREAM]
    iso = [r._replace(time=at.isoformat()) for r, at in zip(STREAM, whole, strict=True)]
    other = [r._replace(time=at.strftime(pattern)) for r, at in zip(STREAM, whole, strict=True)]
    known = [model.model_.state_.clock for model in (new().fit(iso), new().fit(other))]
    assert known[0].arrivals == known[1].arrivals is not None
    once, parts = new().update(iso), new().update(other)
    assert parts.info()["day_first"] is (pattern[1] == "d")
    parts.save(tmp_path / "model")
    later = [STREAM[0]._replace(time=at) for at in ("2026-04-05", "2026-04-06")]
    unclear = [
        record._replace(time=datetime.fromisoformat(record.time or "").strftime(pattern))
        for record in later
    ]
    again = load(tmp_path / "model").update(unclear).model_.state_.clock
    assert again.arrivals == once.update(later).model_.state_.clock.arrivals


def test_a_guess_of_what_is_the_day_does_not_bind_later_texts() -> None:
    first = [record._replace(time="03/04/2026") for record in STREAM[:60]]
    with pytest.warns(TimeWarning, match=r"month before day is a guess \(60 fit both orders\)"):
        model = new().update(first)
    assert "day_first" not in model.info()
    model.update([record._replace(time="31/05/2026") for record in STREAM[60:80]])
    assert model.info()["day_first"] is True
    assert (
        model.model_.state_.clock.arrivals.times[-1]
        == datetime(2026, 5, 31, tzinfo=UTC).timestamp()
    )


def test_after_a_fit_that_was_stopped_its_times_are_not_known() -> None:
    def stop(*_: Any) -> None:
        raise StopLearning

    model = new(starts=0).fit(STREAM, progress=stop)
    assert model.model_.n_docs_ < len(STREAM)
    assert model.model_.state_.clock.arrivals is None


def steady(n: int, gap: timedelta) -> list[Record]:
    """Texts at the same distance from each other, one subject as frequent as the other."""
    rng = np.random.default_rng(3)
    words = [" ".join(f"word{w}" for w in 8 * (i % 2) + rng.integers(0, 8, 5)) for i in range(n)]
    return [
        Record(text, str(i), (BEGIN + i * gap).isoformat(), None) for i, text in enumerate(words)
    ]


def test_a_text_counts_half_after_the_half_life() -> None:
    """M_now = fade M_then + what came since: fade is 2^(-t / H) where texts come evenly.

    A minibatch counts as if all of it came with its newest text, 20 of the 727 that are remembered.
    """
    half_life, gap = timedelta(days=7), timedelta(minutes=20)
    model = new(half_life / math.log(2), starts=0)
    records = steady(3_000, gap)
    kept: list[tuple[int, Any]] = []
    for at in range(0, len(records), BATCH):
        model.update(records[at : at + BATCH])
        kept.append((at + BATCH, model.model_.posterior_.copy()))
    now = model.model_.posterior_
    for weeks in (0.5, 1, 2):
        then = len(records) - round(weeks * half_life / gap / BATCH) * BATCH
        snapshot = next(posterior for documents, posterior in kept if documents == then)
        age = (len(records) - then) * gap
        assert now.step_since(snapshot).decay == pytest.approx(2 ** -(age / half_life), rel=0.04)


def test_after_a_pause_the_past_fades_with_the_texts_that_come() -> None:
    """Nothing fades while nothing comes; then a few texts make up for the pause."""
    half_life, gap = timedelta(days=7), timedelta(minutes=60)
    records = steady(900, gap)
    later = [
        one._replace(time=(datetime.fromisoformat(one.time or "") + timedelta(days=40)).isoformat())
        for one in records[800:]
    ]
    fades = {}
    for name, following in (("steady", records[800:]), ("pause", later)):
        model = new(half_life / math.log(2), starts=0).update(records[:800])
        before = model.model_.posterior_.copy()
        assert model.model_.posterior_.step_since(before).decay == 1.0
        fades[name] = model.update(following).model_.posterior_.step_since(before).decay
    assert fades["steady"] == pytest.approx(2 ** -(100 / 168), rel=0.05)
    assert fades["pause"] < 0.2 * fades["steady"]
