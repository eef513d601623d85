"""Words of a followed stream: new ones have topics at first sight, old ones go; so in crashes."""

from __future__ import annotations

import weakref
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import LDA, SVB, Annealed, Record, TopicModel, Vectoriser, Vectors
from biterms.errors import InputError
from biterms.learning.posterior import Posterior
from biterms.streams import Progress, Texts, follow
from biterms.streams import live as live_module
from biterms.text.vectors import WordVectors
from tests.streams.models import assert_same, documents_of, loaded

SEASONS, EACH, MOST, CUT = 7, 100, 40, 50
LEARNERS = {"svb": SVB(), "annealed": Annealed(held=300, starts=2, most=300)}


def season(n: int) -> list[str]:
    """Texts about two things; their words are those of a season, but for two."""
    rng = np.random.default_rng(n)
    lines = []
    for i in range(EACH):
        words = [f"{'xy'[i % 2]}{n}w{w}" for w in rng.integers(0, 8, 4)]
        lines.append(" ".join([*words, "common", "usual"]))
    return lines


TEXTS = [text for n in range(SEASONS) for text in season(n)]
RECORDS = [Record(text, str(i), None, None) for i, text in enumerate(TEXTS)]


def vectors() -> WordVectors:
    """The words of each thing lie around one direction, those of all seasons; some have none."""
    rng, at = np.random.default_rng(0), {"common": np.eye(1, 4, 2)[0], "usual": np.eye(1, 4, 2)[0]}
    for n in range(SEASONS):
        for place, letter in enumerate("xy"):
            for w in range(7):
                at[f"{letter}{n}w{w}"] = np.eye(2, 4)[place] + rng.normal(0, 0.05, 4)
    return WordVectors(tuple(at), np.array([*at.values()], dtype=np.float32))


def new(learner: str = "svb", *, guide: Any = None, most: int | None = MOST) -> TopicModel:
    words = Vectoriser(
        min_df=2,
        max_words=most,
        prune=most is not None,
        candidates=100,
        language=None,
        stop_words=None,
    )
    model = LDA(2, learner=LEARNERS[learner], batch_size=CUT, random_state=0, n_threads=1)
    return TopicModel(model, text=words, guide=guide, keep=50)


def followed(folder: Path, model: TopicModel, n: int = len(RECORDS), **more: Any) -> TopicModel:
    return follow(Texts(RECORDS[:n]), folder, model, every=CUT, most=CUT, within=None, **more)


class Crash(BaseException):
    """Nothing catches it."""


def crashing(at: int) -> Any:
    calls = count(1)

    def progress(_: Progress) -> None:
        if next(calls) == at:
            raise Crash

    return progress


@pytest.mark.parametrize(
    ("learner", "guided"), [("svb", True), ("annealed", True), ("annealed", False)]
)
def test_crashes_change_nothing_while_words_come_and_go(
    learner: str, guided: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = Vectors(vectors()) if guided else None
    expected = followed(tmp_path / "straight", new(learner, guide=guide))
    monkeypatch.setattr(live_module, "TIMES", 0.0)
    for at in (2, 3, 1, 4, 3, 99):
        again = Vectors(vectors()) if guided else None  # read anew, as another process would
        monkeypatch.setattr(live_module, "SECONDS", 0.0 if at % 2 else 60.0)
        try:
            model = followed(tmp_path / "live", new(learner, guide=again), progress=crashing(at))
        except Crash:
            continue
    assert_same(model, expected)
    assert_same(loaded(tmp_path / "live"), loaded(tmp_path / "straight"))
    assert documents_of(tmp_path / "live") == len(RECORDS)
    seasons = Counter(int(word[1]) for word in model.words() if word[0] in "xy")
    assert max(seasons[0], seasons[1]) <= 5  # each season has 16 words
    assert seasons[SEASONS - 1] >= 5
    assert {"common", "usual"} <= {*model.words()}
    assert len(model.words()) <= MOST


def test_new_words_have_topics_at_first_sight(tmp_path: Path) -> None:
    guide, folder = Vectors(vectors()), tmp_path / "live"
    model = followed(folder, new(guide=guide, most=None), 3 * EACH)
    x, y = (model.find(f"{letter}2w1 {letter}1w2")[0].id for letter in "xy")
    assert x != y
    new_words = ["x6w1 x6w2", "y6w1 y6w2", "x6w1 x6w2", "y6w1 y6w2"]
    more = [*RECORDS[: 3 * EACH], *(Record(text, text, None, None) for text in new_words)]
    again = follow(Texts(more), folder, new(guide=guide, most=None), every=CUT, within=None)
    assert [again.find(f"{letter}6w1")[0].id for letter in "xy"] == [x, y]
    eta = again.model_.posterior_.eta
    for word, topic in (("x6w1", x), ("y6w2", y)):
        row = eta[again.text_.column(word)]
        assert again.ids_[row.argmax()] == topic
        assert row.max() > 2 * row.min()


def test_a_stream_that_began_with_vectors_does_not_go_on_without(tmp_path: Path) -> None:
    followed(tmp_path / "live", new(guide=Vectors(vectors())), 300)
    with pytest.raises(InputError, match=r"began with word vectors.*give them again, as --prior"):
        followed(tmp_path / "live", new(), 600)
    assert followed(tmp_path / "live", new(guide=Vectors(vectors())), 600).model_.n_docs_ == 600


@pytest.mark.parametrize("most", [50, 8192])
def test_a_stream_with_phrases_has_them_however_large_its_first_cut_is(
    tmp_path: Path, most: int
) -> None:
    model = TopicModel(LDA(2, random_state=0, n_threads=1), text=Vectoriser(phrases=True))
    texts = [f"{text} silver lining" if i % 10 == 0 else text for i, text in enumerate(8 * TEXTS)]
    model = follow(Texts(texts), tmp_path, model, every=50, most=most, within=None)
    assert model.model_.n_docs_ == len(texts)
    assert "silver lining" in model.words()


def test_what_was_replaced_is_kept_by_nobody(tmp_path: Path) -> None:
    known, most = list[weakref.ref[Posterior]](), [0]

    def note(now: Progress) -> None:
        if now.step % 3 == 1:
            now.model.topics()  # somebody looks at it
        posterior = now.model.model_.posterior_
        if not known or known[-1]() is not posterior:
            known.append(weakref.ref(posterior))
        most[0] = max(most[0], sum(each() is not None for each in known))

    followed(tmp_path, new(), progress=note)
    assert len(known) > 3
    assert most[0] <= 2  # one may be in use by the thread that infers
