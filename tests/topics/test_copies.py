"""Copies of a model are of one moment, also right after an interrupt and while it learns."""

from __future__ import annotations

import threading
from copy import deepcopy
from typing import Any

import pytest

from biterms.learning.state import State
from biterms.topics.topic_model import TopicModel
from tests.topics.bits import model_bits
from tests.topics.newsroom import fresh, news

TEXTS = news(600)[0]


def sent(model: TopicModel) -> TopicModel:
    """What another process would make of it."""
    make, arguments, state = model.__reduce_ex__(4)
    other: TopicModel = make(*arguments)
    other.__setstate__(state)
    return other


@pytest.mark.parametrize("copied", [deepcopy, sent])
def test_a_copy_after_an_interrupt(monkeypatch: pytest.MonkeyPatch, copied: Any) -> None:
    """The posterior has taken the texts, and what follows from it has not happened yet."""
    model, whole = fresh().update(TEXTS[:300]), fresh().update(TEXTS[:300]).update(TEXTS[300:])
    finish, calls = State.finish, [0]

    def interrupted(state: State) -> None:
        if state._pending is not None and state.posterior.updates > state._pending.updates:
            calls[0] += 1
            if calls[0] == 1:
                raise KeyboardInterrupt
        finish(state)

    monkeypatch.setattr(State, "finish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.update(TEXTS[300:])
    monkeypatch.setattr(State, "finish", finish)
    other = copied(model)
    assert calls[0] >= 1
    assert other.text_.n_docs_ == other.model_.n_docs_ == other.sample_.seen
    rest = TEXTS[other.model_.n_docs_ :]
    assert model_bits((other.update(rest) if rest else other).model_) == model_bits(whole.model_)


def test_a_copy_while_another_thread_learns() -> None:
    model = fresh().update(TEXTS[:300])
    learning = threading.Thread(target=lambda: [model.update(TEXTS[300:400]) for _ in range(20)])
    learning.start()
    copies = [deepcopy(model) for _ in range(5)]
    learning.join()
    for copy in copies:
        assert copy.text_.n_docs_ == copy.model_.n_docs_ == copy.sample_.seen
