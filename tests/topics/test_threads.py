"""Any number of threads may read a model, also while one of them learns; two cannot learn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from biterms import SVB, TopicModel, load
from biterms.errors import BusyError
from biterms.topics import predicting, reading, stability
from tests.topics.bits import bits
from tests.topics.newsroom import fresh, news

TEXTS = news(200)[0]
ASKED: list[Callable[[TopicModel], Any]] = [
    lambda model: list(model.topics(documents=True)),
    lambda model: model.explain("late goal wins the match"),
    lambda model: model.find("goal"),
    lambda model: model.typical(1),
]


def together(tasks: list[Callable[[], Any]]) -> list[Any]:
    """What tasks give that begin at the same moment, each in a thread of its own."""
    gate = threading.Barrier(len(tasks))

    def run(task: Callable[[], Any]) -> Any:
        gate.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def test_four_threads_ask_a_model_that_was_just_loaded(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    model.save(tmp_path / "model")
    expected = [ask(model) for ask in ASKED]
    for turn in range(30):
        again = load(tmp_path / "model")
        asked = ASKED[turn % 4 :] + ASKED[: turn % 4]
        found = together([partial(ask, again) for ask in asked])
        assert found == expected[turn % 4 :] + expected[: turn % 4]


@pytest.mark.parametrize(
    "settings", [{}, {"learner": SVB(0.9), "batch_size": 10}], ids=["SVI", "SVB"]
)
def test_what_is_read_while_another_thread_learns_is_of_one_moment(settings: Any) -> None:
    """Every view that a reader gets is one that the model has between two calls of `update`."""
    more = [f"{text} volcano{i // 20}" for i, text in enumerate(news(400, seed=3)[0])]
    calls = [more[at : at + 20] for at in range(0, len(more), 20)]

    def seen(model: TopicModel) -> Any:
        return list(model.topics(documents=True))

    alone = fresh(**settings).fit(TEXTS)
    expected = [seen(alone)] + [seen(alone.update(call)) for call in calls]
    model, views = fresh(**settings).fit(TEXTS), list[Any]()
    done = threading.Event()

    def learn() -> None:
        try:
            for call in calls:
                model.update(call)
        finally:
            done.set()

    def read() -> None:
        while not done.is_set():
            views.append(seen(model))
            assert model.model_.n_docs_ >= 200
            assert sum(model.model_.sizes_) == pytest.approx(1.0)

    together([learn, read, read])
    assert len(views) > 3
    assert all(view in expected for view in views)
    assert seen(model) == expected[-1]


@pytest.mark.parametrize("method", ["predict", "assign", "stability"])
def test_words_may_join_while_a_model_is_asked_about_texts(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread may learn when texts have been read and before the model says something."""
    model, asked = fresh().fit(TEXTS), TEXTS[:40]
    before, encoded_pieces = len(model.words()), predicting.encoded_pieces

    def pieces(*given: Any) -> Iterator[Any]:
        for piece in encoded_pieces(*given):
            model.update(["volcano erupts again"] * 5)
            yield piece

    def learn_meanwhile(*given: Any) -> Any:
        model.update(["volcano erupts again"] * 5)
        return stability.stability_of(*given)

    monkeypatch.setattr(predicting, "encoded_pieces", pieces)
    monkeypatch.setattr(reading, "stability_of", learn_meanwhile)
    found = getattr(model, method)(asked)
    assert len(found) == (3 if method == "stability" else 40)
    assert len(model.words()) > before


def test_a_look_at_the_bare_model_does_not_disturb_learning() -> None:
    """It takes no lock: another thread may look while rows are being added."""
    many = [f"{text} volcano{i % 50}" for i, text in enumerate(news(4000, seed=3)[0])]
    alone = fresh(batch_size=20).fit(TEXTS).update(many)
    model = fresh(batch_size=20).fit(TEXTS)
    bare, done, looks = model.model_, threading.Event(), [0]

    def learn() -> None:
        try:
            model.update(many)
        finally:
            done.set()

    def look() -> None:
        while not done.is_set():
            assert bare.n_docs_ % 20 == 0
            bare.sizes_  # noqa: B018
            looks[0] += 1

    together([learn, look])
    assert looks[0]
    assert bits(model) == bits(alone)


@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.update(["late goal"]),
        lambda model: model.fit(TEXTS),
        lambda model: model.merge_topics([0, 1]),
    ],
    ids=["update", "fit", "merge"],
)
def test_two_threads_cannot_learn_at_once(change: Callable[[TopicModel], Any]) -> None:
    model = fresh().fit(TEXTS)
    refused: list[BusyError] = []

    def texts() -> Iterator[str]:
        def other() -> None:
            with pytest.raises(BusyError, match="another thread is learning") as caught:
                change(model)
            refused.append(caught.value)

        yield from TEXTS[:50]
        together([other])
        yield from TEXTS[50:]

    model.update(texts())
    assert len(refused) == 1
    assert model.model_.n_docs_ == 400
    assert len(change(model).ids_) in (2, 3)  # and now nobody is in the way
