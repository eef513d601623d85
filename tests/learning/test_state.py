"""A state changes with its posterior or not at all, wherever learning is interrupted."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import FrozenInstanceError, asdict
from threading import Thread
from typing import Any

import numpy as np
import pytest

from biterms.errors import StoreError
from biterms.learning import Posterior, Step
from biterms.learning.random import Random
from biterms.learning.state import Clock, State
from biterms.store import Fields
from biterms.store.record import from_fields, to_fields
from tests.learning.steps import K, flat, some

PLAIN = Step(1.0, 1.0)


def new(posterior: Posterior | None = None) -> State:
    posterior = flat(4) if posterior is None else posterior
    return State(posterior=posterior, random=Random(0), clock=Clock(), first_topics=K)


def clocks(n: int) -> list[dict[str, Any]]:
    return [{"clock": Clock(steps=i + 1, documents=10 * (i + 1))} for i in range(n)]


def add(state: State, times: int = 1) -> None:
    for _ in range(times):
        state.posterior.add(some([1], np.ones((1, K)), 4), PLAIN)


def test_fields_follow_the_minibatches_that_were_added() -> None:
    state, told = new(), list[int]()
    state.commit(lambda: add(state, 2), clocks(3), told.append)
    assert state.clock == Clock(steps=2, documents=20)
    assert told == [2]
    state.commit(lambda: add(state), clocks(1), told.append)
    assert (state.clock.steps, told) == (1, [2, 1])


def test_an_exception_leaves_the_moment_of_the_posterior() -> None:
    state, told = new(), list[int]()

    def learn() -> None:
        add(state, 2)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        state.commit(learn, clocks(3), told.append)
    assert (state.clock.steps, state.posterior.updates, told) == (2, 2, [2])


def test_nothing_follows_where_nothing_was_added() -> None:
    state, told = new(), list[int]()
    state.commit(lambda: None, clocks(1), told.append)
    assert state.clock == Clock()
    assert told == []


def interrupted() -> State:
    """An interrupt has come after the rows and before everything else, once more in `finish`."""
    state = new()

    def no_time(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        state.commit(lambda: add(state), clocks(1), no_time)
    object.__setattr__(state, "clock", Clock())
    state._pending = state._pending._replace(then=None)  # type: ignore[union-attr]
    return state


@pytest.mark.parametrize("look", ["finish", "set", "deepcopy", "commit"])
def test_the_next_access_finishes_what_an_interrupt_has_left(look: str) -> None:
    state = interrupted()
    assert state.clock.steps == 0
    match look:
        case "finish":
            state.finish()
        case "set":
            state.set(symmetry_broken=True)
            assert state.symmetry_broken
        case "deepcopy":
            state = deepcopy(state)
        case "commit":
            state.commit(lambda: None, [])
    assert state.clock.steps == 1
    assert state._pending is None


def test_another_thread_does_not_finish_what_one_is_at() -> None:
    state, seen = new(), list[int]()

    def look() -> None:
        state.finish()
        seen.append(state.clock.steps)

    def learn() -> None:
        add(state)
        thread = Thread(target=look)
        thread.start()
        thread.join()

    state.commit(learn, clocks(1))
    assert seen == [0]
    assert state.clock.steps == 1


def test_other_fields_share_the_arrays() -> None:
    state = new()
    other = state.with_changes({"symmetry_broken": True})
    assert other.posterior is state.posterior
    assert (state.symmetry_broken, other.symmetry_broken) == (False, True)


def test_a_posterior_that_learns_something_else_beside_the_words_is_refused() -> None:
    with pytest.raises(ValueError, match=r"has \['usage'\] beside the words, expected \[\]"):
        new(Posterior(4, K, np.ones((1, 1)), ["usage"]))
    settings, arrays = to_fields(new())
    spoilt = arrays | {"posterior.extra.usage": np.ones(K)}
    with pytest.raises(StoreError, match="beside the words"):
        from_fields(State, Fields(settings, spoilt), {"V": 4, "K": K})


def test_a_clock_begins_at_nothing_and_is_a_value() -> None:
    clock = Clock()
    numbers = {"steps": 0, "documents": 0, "passes": 0, "first_pass": True}
    assert asdict(clock) == numbers | {"arrivals": None}
    with pytest.raises(FrozenInstanceError):
        clock.steps = 1  # type: ignore[misc]


@pytest.mark.parametrize("n", [0, 1])
def test_learning_begins_with_one_topic_at_least(n: int) -> None:
    settings, arrays = to_fields(new())
    kept = Fields(settings | {"first_topics": n}, arrays)
    if n:
        assert from_fields(State, kept, {"V": 4, "K": K}).first_topics == 1
    else:
        with pytest.raises(StoreError, match="first_topics"):
            from_fields(State, kept, {"V": 4, "K": K})
