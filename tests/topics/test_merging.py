"""Models add up: merged, subtracted, aligned, or refused with a reason."""

from __future__ import annotations

from copy import deepcopy
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as limited
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import (
    HDP,
    KPS,
    LDA,
    SVB,
    SVI,
    Annealed,
    BatchVB,
    Record,
    SeedWords,
    SettingError,
    TopicModel,
    Vectoriser,
    load,
    merge,
)
from biterms.errors import InputError
from biterms.kernels import Array
from biterms.topics.algebra.alignment import aligned, hellinger
from tests.models.contract import MODELS, factory
from tests.topics.bits import bits
from tests.topics.newsroom import SUBJECTS, news

LINES = {name: lines.split("|") for name, lines in SUBJECTS.items()}
QUICK: dict[str, Any] = {"random_state": 0, "n_threads": 1, "batch_size": 50}


def begun(model: Any = None, n: int = 150, **settings: Any) -> TopicModel:
    own = LDA(3, learner=SVB(), **QUICK) if model is None else model
    return TopicModel(own, text=Vectoriser(min_df=2), **settings).update(news(n)[0])


def lanes(base: TopicModel, *seeds: int, n: int = 120) -> list[TopicModel]:
    """Copies that learn on, each from texts of its own."""
    return [
        deepcopy(base).update([*news(n, seed)[0], *[f"volcano{seed} erupts near village"] * 2])
        for seed in seeds
    ]


def same(one: TopicModel, other: TopicModel) -> None:
    assert bits(one) == bits(other)


def columns(model: TopicModel) -> dict[str, tuple[bytes, int]]:
    """What is known of each word; the order in which words joined is another matter."""
    text, lam = model.text_, model.model_.components_
    assert text is not None
    return {
        key: (lam[:, place].tobytes(), int(text.doc_freq_[place]))
        for key, place in text.vocabulary_.items()
    }


def learnt(model: TopicModel, places: dict[str, int]) -> Array:
    """What has been learnt, words x topics, in the places of another vocabulary."""
    assert model.text_ is not None
    rows = np.zeros((len(places), 3))
    own = model.model_.components_.T - model.model_.posterior_.eta
    rows[[places[key] for key in model.text_.vocabulary_]] = own
    return rows


def only(name: str, n: int = 200) -> list[str]:
    return [LINES[name][i % len(LINES[name])] for i in range(n)]


# exact --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "model",
    [
        LDA(3, learner=SVB(), **QUICK),
        LDA(3, learner=KPS(), inference="vb", **QUICK),
        HDP(8, learner=SVB(), **QUICK),
    ],
    ids=["svb", "kps", "hdp"],
)
def test_any_order_and_any_tree_give_the_same_model(model: Any) -> None:
    """The whole model: topics, vocabulary, sample, memory of duplicates, counts of top words."""
    base = begun(model, keep=40)
    a, b, c = lanes(base, 1, 2, 3)
    flat = merge(a, b, c, base=base)
    same(flat, merge(c, a, b, base=base))
    for tree in (
        merge(merge(a, b, base=base), c, base=base),
        merge(b, merge(c, a, base=base), base=base),
    ):
        same(flat, tree)
    assert flat.info()["merged_as"] == "sum from a common base"
    assert flat.info()["merged"] == 3


@limited(max_examples=10)
@given(st.integers(0, 1000))
def test_subtracting_what_was_merged_gives_the_original(seed: int) -> None:
    base = begun(LDA(3, learner=SVB(exact=True), **QUICK), keep=30)
    a, b = lanes(base, seed, seed + 1, n=40)
    back = merge(a, b, base=base).subtract(b, base=base)
    for one in (back, merge(a, base=base), a.subtract(base, base=base)):
        assert columns(one) == columns(a)
        assert_array_equal(one.model_.posterior_.sums(), a.model_.posterior_.sums())
        assert one.model_.n_docs_ == a.model_.n_docs_


def test_the_sum_is_that_of_all_statistics() -> None:
    """M_0 + sum_j (M_j - M_0), word by word, also of words that joined in one of them alone."""
    base = begun()
    a, b = lanes(base, 1, 2)
    found = merge(a, b, base=base)
    assert found.text_ is not None
    assert base.text_ is not None
    places = found.text_.vocabulary_
    assert {key: places[key] for key in base.text_.vocabulary_} == base.text_.vocabulary_
    expected = learnt(a, places) + learnt(b, places) - learnt(base, places)
    posterior = found.model_.posterior_
    assert_allclose(posterior.scale * posterior.M, expected, atol=1e-5)
    assert {"volcano1", "volcano2"} <= {*found.words()}
    assert found.model_.n_docs_ == 150 + 2 * 122
    assert found.model_.n_steps_ == a.model_.n_steps_ + b.model_.n_steps_ - base.model_.n_steps_


def test_usage_of_hdp_adds_up() -> None:
    base = begun(HDP(8, learner=SVB(), **QUICK))
    a, b = lanes(base, 1, 2)
    usage = [model.model_.state.usage for model in (merge(a, b, base=base), a, b, base)]
    assert_allclose(usage[0], usage[1] + usage[2] - usage[3], atol=1e-5)


def test_shards_of_a_fading_stream_in_their_order() -> None:
    """Two parts one after another, each from the base: weighted as if the second came later."""
    learner = SVB(0.9)
    base = begun(LDA(3, learner=learner, **QUICK))
    a, b = lanes(base, 1, 2)
    found = merge(a, b, base=base, consecutive=True)
    assert found.text_ is not None
    start, places = base.model_.posterior_, found.text_.vocabulary_
    one, two = (float(m.model_.posterior_.step_since(start).decay) for m in (a, b))  # type: ignore[arg-type]
    assert one == pytest.approx(0.9**3)
    zero, first, second = (learnt(m, places) for m in (base, a, b))
    expected = two * one * zero + two * (first - one * zero) + (second - two * zero)
    posterior = found.model_.posterior_
    assert_allclose(posterior.scale * posterior.M, expected, rtol=1e-9, atol=1e-9)
    together, other = (merge(*some, base=base).model_.components_ for some in ((a, b), (b, a)))
    assert_allclose(together, other, rtol=1e-12)


def test_one_prior_that_tells_topics_apart_is_a_common_beginning() -> None:
    seeds = SeedWords([["goal"], ["orbit"], ["bank"]], strength=50.0)
    models = [
        TopicModel(
            LDA(3, learner=SVB(exact=True), **QUICK), text=Vectoriser(min_df=2), guide=seeds
        ).update(news(150, seed)[0])
        for seed in (1, 2)
    ]
    found = merge(*models)
    assert found.info()["merged_as"] == "sum from a common prior"
    assert found.find("goal")[0].id == models[0].find("goal")[0].id
    back = found.subtract(models[1])
    assert columns(back) == columns(models[0])
    assert_array_equal(merge(*reversed(models)).model_.sizes_, found.model_.sizes_)


def test_merged_models_go_on(tmp_path: Path) -> None:
    base = begun(keep=40)
    merged = merge(*lanes(base, 1, 2), base=base)
    merged.save(tmp_path / "merged")
    again = load(tmp_path / "merged")
    same(merged, again)
    assert "volcano1" in again.update(["volcano1 in orbit"] * 3).words()
    same(merged.update(["volcano1 in orbit"] * 3), again)
    assert len(merged.topics()) == 3
    assert merged.quality()[0].n_texts > 0


def test_models_are_left_as_they_are() -> None:
    base = begun()
    a, b = lanes(base, 1, 2)
    before = [bits(model) for model in (base, a, b)]
    merge(a, b, base=base).update(only("space"))
    assert [bits(model) for model in (base, a, b)] == before


# what goes along ----------------------------------------------------------------------------------


def test_the_sample_is_a_fair_one_of_all_texts() -> None:
    base = begun(keep=60, n=300)
    a = deepcopy(base).update([f"goal of {i}" for i in range(900)])
    b = deepcopy(base).update([f"orbit of {i}" for i in range(300)])
    sample = merge(a, b, base=base).sample_
    kinds = [record.text.split()[0] for record in sample.records]
    assert len(kinds) == 60
    assert kinds.count("goal") > kinds.count("orbit") > 0
    assert sample.seen == 1500
    places = sample.documents.places
    assert (np.diff(places) > 0).all()
    assert places[-1] < 1500
    numbers = sample.documents.numbers.max()
    every = np.concatenate([m.sample_.documents.numbers for m in (a, b)])
    assert numbers <= every.max()


def test_texts_with_times_are_in_their_order() -> None:
    base = begun(keep=500)
    days = {d: Record(f"goal {d}", f"{d}", f"2024-05-{d:02}", None) for d in range(1, 5)}
    a, b = (deepcopy(base).update([days[d] for d in some]) for some in ([1, 3], [2, 4]))
    records = merge(b, a, base=base).sample_.records[-4:]
    assert [record.id for record in records] == ["1", "2", "3", "4"]


def test_duplicates_of_all_are_remembered() -> None:
    base = begun(duplicates="once")
    a = deepcopy(base).update(["a storm over rome"])
    b = deepcopy(base).update(["a flood in pisa", "a flood in pisa"])
    merged = merge(a, b, base=base)
    assert merged.info()["n_texts"] == 153
    known = merged.model_.n_docs_
    merged.update(["A storm over Rome!", "a flood in pisa", "something new"])
    assert merged.model_.n_docs_ == known + 1
    left = merge(a, b, base=base).subtract(b, base=base)
    left.update(["a flood in pisa", "a storm over rome"])
    assert left.model_.n_docs_ == a.model_.n_docs_ + 1


def test_labels_of_users_go_along() -> None:
    base = begun()
    base.set_labels({0: "first"})
    a, b = lanes(base, 1, 2)
    a.set_labels({1: "second"})
    b.set_labels({0: "renamed"})
    assert merge(a, b, base=base).labels_ == {0: "renamed", 1: "second"}


def test_provenance_is_of_the_sum() -> None:
    base = begun()
    a, b = lanes(base, 1, 2)
    a.note(stream_step=5)
    found = merge(a, b, base=base).info()
    assert found["n_docs"] == 150 + 244
    assert "data" not in found
    assert "stream_step" not in found


# aligned ------------------------------------------------------------------------------------------


def test_hellinger_distances() -> None:
    one = np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    other = np.array([[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]])
    expected = [[0.0, np.sqrt(0.5)], [1.0, np.sqrt(1 - np.sqrt(0.5))]]
    assert_allclose(hellinger(one, other), expected, atol=1e-7)


def test_the_assignment_is_the_best_one() -> None:
    """Against every permutation."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        one, other = (rng.dirichlet(np.full(6, 0.3), 4) for _ in range(2))
        distances = np.minimum(hellinger(one, other), 0.6)
        best = min(sum(distances[p[k], k] for k in range(4)) for p in permutations(range(4)))
        found = aligned(one, other, 0.6)
        known = found.topics >= 0
        total = distances[found.topics[known], np.flatnonzero(known)].sum() + 0.6 * (~known).sum()
        assert_allclose(total, best)
        assert (found.distances[known] <= 0.6).all()


def test_models_without_a_common_beginning_are_aligned() -> None:
    models = [begun(LDA(3, learner=SVB(), **(QUICK | {"random_state": s})), 400) for s in (1, 2)]
    merged = merge(*models)
    assert merged.info()["merged_as"] == "topics aligned by their words: 3 of 3 matched"
    assert len(merged.ids_) == 3
    assert merged.model_.n_docs_ == 800
    for word, other in (("goal", "coach"), ("orbit", "galaxy"), ("bank", "stocks")):
        assert merged.find(word)[0].id == merged.find(other)[0].id == models[0].find(word)[0].id
    eta = merged.model_.posterior_.eta
    assert merged.model_.posterior_.prior == 1.0  # eta counts once
    learnt = merged.model_.components_.sum() - 3 * len(merged.words()) * float(eta[0, 0])
    own = [m.model_.posterior_.learnt().sum() for m in models]
    assert_allclose(learnt, sum(own), rtol=1e-6)


def test_topics_without_a_counterpart_are_new(tmp_path: Path) -> None:
    two = TopicModel(LDA(2, learner=SVB(), **QUICK), text=Vectoriser(min_df=2))
    two.update(only("football") + only("space"))
    one = TopicModel(LDA(1, learner=SVB(), **QUICK), text=Vectoriser(min_df=2))
    one.update(only("money")).set_labels({0: "Finance"})
    merged = merge(two, one)
    assert merged.info()["merged_as"] == "topics aligned by their words: 0 of 1 matched"
    assert merged.ids_ == [0, 1, 2]
    assert merged.labels_ == {2: "Finance"}
    assert merged.find("stocks")[0].id == 2
    merged.save(tmp_path / "merged")
    again = load(tmp_path / "merged").update(only("money"))
    assert again.find("stocks")[0].id == 2
    assert again.transform(["bank raises rates"])[0].argmax() == 2


def test_hdp_models_are_aligned_too() -> None:
    models = [begun(HDP(8, learner=SVB(), **(QUICK | {"random_state": s})), 400) for s in (1, 2)]
    merged = merge(*models)
    assert "aligned" in merged.info()["merged_as"]
    assert_allclose(
        merged.model_.state.usage.sum(), sum(m.model_.state.usage.sum() for m in models), rtol=1e-9
    )
    merged.update(only("space"))
    assert len(merged.topics()) >= 2


def test_counts_of_the_same_columns_are_merged() -> None:
    rng = np.random.default_rng(0)
    tables = [rng.poisson(0.3, size=(60, 20)) for _ in range(2)]
    names = [f"word{i}" for i in range(20)]
    models = [
        TopicModel.from_counts(X, names, LDA(2, learner=SVB(), **QUICK), keep=50) for X in tables
    ]
    merged = merge(*models)
    assert merged.model_.n_docs_ == 120
    assert merged.sampled_counts().shape[1] == 20
    assert len(merged.topics()) == len(merged.ids_)
    other = TopicModel.from_counts(tables[0][:, :19], model=LDA(2, learner=SVB(), **QUICK))
    with pytest.raises(InputError, match="different columns"):
        merge(models[0], other)
    with pytest.raises(InputError, match="some from counts"):
        merge(models[0], begun())


# approximate --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "learner", [SVI(), SVI(total_docs=500), Annealed(held=0), BatchVB()], ids=str
)
def test_what_is_no_sum_is_refused_or_averaged_when_asked(learner: Any) -> None:
    model = LDA(3, learner=learner, **QUICK)
    if isinstance(learner, BatchVB):
        texts = TopicModel(model).fit(news(200)[0]), TopicModel(model).fit(news(200, 1)[0])
        with pytest.raises(InputError, match="BatchVB weighs documents"):
            merge(*texts)
        assert merge(*texts, approximate=True).model_.n_docs_ == 400
        return
    base = begun(model)
    a, b = lanes(base, 1, 2)
    with pytest.raises(InputError, match=f"{type(learner).__name__} weighs documents by when"):
        merge(a, b, base=base)
    with pytest.raises(InputError, match="is not a sum over documents"):
        a.subtract(b, base=base)
    merged = merge(a, b, base=base, approximate=True)
    assert merged.info()["merged_as"] == "averaged by documents, from a common base"
    documents = merged.model_.n_docs_
    assert documents == 150 + 244
    per_document = [m.model_.posterior_.learnt() / _counted(m) for m in (a, b)]
    assert_allclose(
        merged.model_.posterior_.learnt() / _counted(merged), np.mean(per_document, axis=0)
    )
    merged.update(only("space"))


def _counted(model: TopicModel) -> float:
    learner = model.model_.engine().learning.learner  # type: ignore[attr-defined]
    return getattr(learner, "total_docs", None) or model.model_.n_docs_


# refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_merged_or_refused_with_a_reason(name: str) -> None:
    settings = {"learner": SVB()} if MODELS[name].learns else {}
    base = TopicModel(factory(name)(3, **settings), text=Vectoriser(min_df=2))
    base.update(news(150)[0])
    a, b = lanes(base, 1, 2)
    if "BTM" in name:
        for models, base_or_none in (((a, b), base), ((a, b), None)):
            with pytest.raises(InputError, match="BTM draws its topics anew: expected LDA or HDP"):
                merge(*models, base=base_or_none)
        with pytest.raises(InputError, match="draws its topics anew"):
            a.subtract(b, base=base)
        return
    merged = merge(a, b, base=base)
    assert merged.model_.n_docs_ == 394
    assert_allclose(merged.transform(news(20)[0]).sum(axis=1), 1.0)


def test_models_that_do_not_fit_together_are_refused() -> None:
    base = begun()
    a, b = lanes(base, 1, 2)
    with pytest.raises(InputError, match="give that model as base"):
        merge(a, b)
    with pytest.raises(InputError, match="did not begin with the base"):
        merge(a, begun(), base=base)
    with pytest.raises(InputError, match="did not begin with the base"):
        merge(a, base, base=b)
    with pytest.raises(InputError, match="began with different topics"):
        begun().subtract(begun())
    with pytest.raises(InputError, match="expected two or more"):
        merge(a)
    with pytest.raises(InputError, match="more would be taken away"):
        a.subtract(b, base=base)
    with pytest.raises(SettingError, match="distance=2"):
        merge(begun(), begun(), distance=2)
    for wrong in (lambda: merge(a, "b.model", base=base), lambda: a.changes(since="b.model")):  # type: ignore[arg-type]
        with pytest.raises(InputError, match=r"'b\.model': expected a TopicModel; biterms"):
            wrong()
    merged = deepcopy(a)
    merged.merge_topics([0, 1])
    with pytest.raises(InputError, match="merged or emptied since the base"):
        merge(merged, b, base=base)


def test_no_text_counts_twice() -> None:
    """A model twice, or with one that began with it; with their last common state it is a sum."""
    base = begun()
    a, b = lanes(base, 1, 2)
    later = deepcopy(a).update(news(50, 3)[0])
    for models in ((a, a), (a, b, deepcopy(a)), (later, a), (b, later, deepcopy(later))):
        with pytest.raises(InputError, match="learnt from the same texts since the base"):
            merge(*models, base=base)
    one, two = lanes(a, 4, 5)
    with pytest.raises(InputError, match="the last state that they have in common as base"):
        merge(one, two, base=base)
    assert merge(one, two, base=a).model_.n_docs_ == 150 + 3 * 122
    assert merge(a, base, base=base).model_.n_docs_ == a.model_.n_docs_
    assert later.subtract(a, base=base).model_.n_docs_ == 150 + 50


def test_different_settings_are_refused() -> None:
    one = begun()
    with pytest.raises(InputError, match="models of different kinds, HDP, LDA"):
        merge(one, begun(HDP(8, learner=SVB(), **QUICK)))
    with pytest.raises(InputError, match="differ in the texts"):
        merge(one, begun(LDA(3, learner=SVB(), inference="vb", **QUICK)))
    other = TopicModel(LDA(3, learner=SVB(), **QUICK), text=Vectoriser(min_df=2, language=None))
    with pytest.raises(InputError, match="their language differ"):
        merge(one, other.update(news(150)[0]))
    other = TopicModel(LDA(3, learner=SVB(), **QUICK), text=Vectoriser(min_df=3))
    with pytest.raises(InputError, match="the same tokenizer, preprocess"):
        merge(one, other.update(news(150)[0]))


def test_vocabularies_that_exchange_words_are_united() -> None:
    """Each lane has pruned other words of the base; the sum is the same in any order and tree."""
    text = Vectoriser(min_df=2, max_words=25, prune=True, candidates=60)
    base = TopicModel(LDA(3, learner=SVB(), **QUICK), text=text, keep=40).update(news(200)[0])
    subjects = ("volcano erupts near village", "orchestra plays new symphony", "chef opens bakery")
    a, b, c = (
        deepcopy(base).update([words] * 80 + only(name, 60))
        for words, name in zip(subjects, SUBJECTS, strict=True)
    )
    assert base.text_ is not None
    old = [{*base.text_.vocabulary_} - {*m.text_.vocabulary_} for m in (a, b, c)]  # type: ignore[union-attr]
    assert all(old), "no word was exchanged"
    flat = merge(a, b, c, base=base)
    same(flat, merge(c, b, a, base=base))
    same(flat, merge(merge(c, a, base=base), b, base=base))
    assert flat.text_ is not None
    places = flat.text_.vocabulary_
    gone = set.intersection(*old)
    assert not gone & {*places}
    every = {key for m in (a, b, c) for key in m.text_.vocabulary_}  # type: ignore[union-attr]
    assert {*places} == every
    shared = [key for key in base.text_.vocabulary_ if not any(key in one for one in old)]
    expected = sum(learnt(m, places | dict.fromkeys(gone, 0)) for m in (a, b, c))
    expected = expected - 2 * learnt(base, places | dict.fromkeys(gone, 0))
    posterior = flat.model_.posterior_
    rows = [places[key] for key in shared if places[key] != 0]
    assert_allclose((posterior.scale * posterior.M)[rows], expected[rows], atol=1e-5)
    assert len(flat.update(news(50)[0]).topics()) == 3
