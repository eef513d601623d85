"""No text counts twice: sums know what they are made of, in any order, tree and file."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limited
from hypothesis import strategies as st

from biterms import LDA, SVB, SeedWords, TopicModel, Vectoriser, load, merge
from biterms.errors import InputError
from biterms.learning.lineage import Lineage
from biterms.learning.stretches import Stretches
from tests.topics.bits import bits
from tests.topics.newsroom import news
from tests.topics.test_merging import QUICK, begun, lanes

TWICE = "learnt from the same texts since the base, which would count twice"


def contents(model: TopicModel) -> Stretches:
    return model.model_.posterior_.table.contents()


def through_a_file(model: TopicModel, folder: Path) -> TopicModel:
    model.save(folder)
    return load(folder)


def test_a_part_of_two_sums_is_refused_and_named() -> None:
    base = begun()
    a, b, c = lanes(base, 1, 2, 3, n=40)
    left, right = merge(a, b, base=base), merge(a, c, base=base)
    before = [bits(model) for model in (base, a, b, c, left, right)]
    line = a.model_.posterior_.id
    with pytest.raises(InputError, match=f"models 1 and 2 have {TWICE}: a part of each.*{line}"):
        merge(left, right, base=base)
    with pytest.raises(InputError, match=f"2 and 3 have {TWICE}: all that model 3 has.*{line}"):
        merge(c, left, a, base=base)
    assert [bits(model) for model in (base, a, b, c, left, right)] == before
    assert contents(merge(left, c, base=base)) == contents(merge(c, b, a, base=base))


@pytest.mark.parametrize(
    "again",
    [
        lambda base, a, b: deepcopy(merge(a, b, base=base)).update(news(20, 9)[0]),
        lambda base, a, b: merge(merge(a, base=base), base=base),
        lambda base, a, b: merge(a, b, base=base).subtract(b, base=base),
        lambda base, a, b: deepcopy(a).update(news(20, 9)[0]),
    ],
    ids=["descendant of a sum", "sum of a sum", "what is left", "descendant"],
)
def test_whatever_holds_a_model_is_not_added_to_it(
    again: Callable[[TopicModel, TopicModel, TopicModel], TopicModel], tmp_path: Path
) -> None:
    base = begun()
    a, b = lanes(base, 1, 2, n=40)
    other = again(base, a, b)
    for one in (other, through_a_file(other, tmp_path / "other")):
        for models in ((one, a), (a, one)):
            with pytest.raises(InputError, match=TWICE):
                merge(*models, base=base)


def test_what_was_taken_away_may_come_again() -> None:
    base = begun(LDA(3, learner=SVB(exact=True), **QUICK))
    a, b = lanes(base, 1, 2, n=40)
    both = merge(a, b, base=base)
    again = merge(both.subtract(b, base=base), b, base=base)
    assert contents(again) == contents(both)
    assert (again.model_.components_.sum(axis=1) == both.model_.components_.sum(axis=1)).all()


def test_what_was_never_added_is_not_taken_away() -> None:
    base = begun()
    a, b, c = lanes(base, 1, 2, 3, n=40)
    both, before = merge(a, b, base=base), bits(a)
    line = c.model_.posterior_.id
    with pytest.raises(InputError, match=f"more would be taken away.*{line}.*merged into it"):
        both.subtract(c, base=base)
    left = both.subtract(b, base=base)
    with pytest.raises(InputError, match="more would be taken away"):
        left.subtract(b, base=base)
    with pytest.raises(InputError, match="more would be taken away"):
        both.subtract(deepcopy(a).update(news(20, 9)[0]), base=base)
    assert bits(a) == before


def test_sums_from_a_common_prior_know_their_parts_too() -> None:
    seeds = SeedWords([["goal"], ["orbit"], ["bank"]], strength=50.0)
    a, b, c = (
        TopicModel(
            LDA(3, learner=SVB(), **QUICK), text=Vectoriser(min_df=1, max_df=1.0), guide=seeds
        ).update(news(40, seed)[0])
        for seed in (1, 2, 3)
    )
    both = merge(a, b)
    for models in ((both, a), (both, merge(b, c)), (merge(both, c), c)):
        with pytest.raises(InputError, match="learnt from the same texts, which would count twice"):
            merge(*models)
    with pytest.raises(InputError, match="more would be taken away"):
        both.subtract(c)
    assert contents(merge(both, c).subtract(b)) == contents(merge(c, a))


def test_aligned_models_and_what_was_learnt_since_know_their_parts_too() -> None:
    one, other = (begun(LDA(3, learner=SVB(), **(QUICK | {"random_state": s}))) for s in (1, 2))
    joined = merge(one, other)
    with pytest.raises(InputError, match="all that model 2 has learnt, namely minibatches 1 to 3"):
        merge(joined, other)
    later = deepcopy(one).update(news(60, 5)[0])
    with pytest.raises(InputError, match="all that model 2 has learnt"):
        merge(later, later.since(one))
    assert merge(one, later.since(one)).model_.n_docs_ == later.model_.n_docs_


@limited(max_examples=30, deadline=None)
@given(st.data())
def test_any_order_and_any_tree_hold_the_same(data: st.DataObject) -> None:
    """Whatever is merged into whatever: refused if and only if a model would be there twice."""
    base, first = BASE
    known = [(frozenset([i]), lane) for i, lane in enumerate(first)]
    for _ in range(4):
        (parts, one), (more, other) = (data.draw(st.sampled_from(known)) for _ in range(2))
        if parts & more:
            with pytest.raises(InputError, match=TWICE):
                merge(one, other, base=base)
            continue
        found = merge(one, other, base=base)
        every = parts | more
        known.append((every, found))
        flat = merge(*(first[i] for i in sorted(every)), base=base)
        assert contents(found) == contents(flat)
        part = data.draw(st.sampled_from(sorted(every)))
        left = found.subtract(first[part], base=base)
        known.append((every - {part}, left))
        assert contents(left) == contents(flat) - contents(first[part]) + contents(base)


def _lanes() -> tuple[TopicModel, list[TopicModel]]:
    base = begun(n=60, keep=5)
    return base, lanes(base, 1, 2, 3, 4, n=10)


BASE = _lanes()


def test_files_of_before_are_added_up_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def before(line: Lineage) -> dict[str, Any]:
        return {"id": line.id, "past": [list(each) for each in line.past]}

    base = begun()
    a, b = lanes(base, 1, 2, n=40)
    both = merge(a, b, base=base)
    with monkeypatch.context() as patch:
        patch.setattr(Lineage, "to_setting", before)
        both.save(tmp_path / "both")
    old = load(tmp_path / "both")
    assert '"jumps"' not in (tmp_path / "both" / "model.json").read_text()
    back = old.subtract(b, base=base)
    assert back.model_.n_docs_ == a.model_.n_docs_
    assert not contents(back).complete
    with pytest.raises(InputError, match=TWICE):
        merge(merge(back, b, base=base), b, base=base)
