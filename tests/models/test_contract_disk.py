"""What every model promises: documents on disk teach it the same, bit for bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import HDP, LDA, InOrder, SettingError
from biterms.kernels import Sequences
from biterms.learning import Annealed, Learner
from biterms.store.space import DiskSpace
from tests.models.contract import LEARNERS, Factory, X, of_each
from tests.models.planted import planted
from tests.models.snapshots import learnt
from tests.models.spilled import spilled


def test_documents_on_disk_give_the_same_bits(make: Factory, tmp_path: Path) -> None:
    counts = spilled(X, tmp_path)
    one, two = make().fit(counts), make().fit(X)
    assert learnt(one) == learnt(two)
    assert_array_equal(one.transform(counts), two.transform(X))
    assert_array_equal(one.predict(counts), two.predict(X))
    assert one.score(counts) == two.score(X)
    assert learnt(make().partial_fit(counts)) == learnt(make().partial_fit(X))


@of_each(LEARNERS | {"Annealed": Annealed()})
@pytest.mark.parametrize("inference", ["mean", "vb"])
def test_every_learner_takes_them(
    learning: Factory, learner: Learner, inference: str, tmp_path: Path
) -> None:
    settings = {"learner": learner, "inference": inference, "passes": 3 if learner.repeats else 1}
    one, two = (learning(**settings).fit(docs) for docs in (spilled(X, tmp_path), X))
    assert learnt(one) == learnt(two)


def test_progress_is_told_the_same(make: Factory, tmp_path: Path) -> None:
    told: list[list[object]] = [[], []]
    for docs, calls in zip((spilled(X, tmp_path), X), told, strict=True):
        make().fit(docs, progress=lambda *call, calls=calls: calls.append(call))
    assert told[0] == told[1]


def test_topics_are_counted_and_validated_alike(tmp_path: Path) -> None:
    """What looks at all documents at once: `LDA("auto")`, the starts, HDP's validation."""
    some = planted(900).X
    for model in (LDA("auto", random_state=0), LDA(4, random_state=0), HDP(9, random_state=0)):
        one, two = (
            type(model)(**model.get_params()).fit(X) for X in (spilled(some, tmp_path), some)
        )
        assert learnt(one) == learnt(two)


@pytest.mark.parametrize("kind", [LDA, HDP])
def test_documents_that_know_their_biterms_may_be_on_disk(kind: type, tmp_path: Path) -> None:
    draw = np.random.default_rng(0)
    words = draw.integers(-1, 30, size=4000).astype(np.int32)
    pieces = [
        Sequences(np.arange(0, 1001, 10), words[at : at + 1000]) for at in range(0, 4000, 1000)
    ]
    with DiskSpace(tmp_path) as space:
        one, two = InOrder.from_pieces(pieces, 30, space), InOrder.from_pieces(pieces, 30)
    assert (one.table != two.table).nnz == 0
    made = [kind(3, biterms=4, passes=5, random_state=0).fit(docs) for docs in (one, two)]
    assert learnt(made[0]) == learnt(made[1])
    assert made[0].score(one) == made[1].score(two)


def test_an_engine_says_what_it_takes_or_that_it_cannot(make: Factory) -> None:
    engine = make().engine()
    try:
        few, many = engine.working_memory(10, 100), engine.working_memory(10, 1000)
    except SettingError as error:
        assert "in memory" in str(error)  # noqa: PT017
        assert "BTM" in str(error)  # noqa: PT017
    else:
        assert 0 < few <= many / 5
        assert engine.working_memory(1 << 30, 100) >= few


def test_all_at_once_is_refused(learning: Factory) -> None:
    engine = learning(learner=LEARNERS["BatchVB"]).engine()
    with pytest.raises(SettingError, match="BatchVB learns from all documents at once"):
        engine.working_memory(0, 0)
