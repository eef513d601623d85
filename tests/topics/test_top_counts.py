"""Coherence is counted in every text that was learnt from, and nowhere else."""

from __future__ import annotations

import warnings
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gensim.corpora import Dictionary
from gensim.models import CoherenceModel
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import biterms
from biterms import HDP, LDA, SVI, TopicModel, Vectoriser, load, store
from biterms.errors import StopLearning, StoreError
from biterms.kernels import Counts
from biterms.learning.posterior import Posterior
from biterms.measures import Cooccurrence, npmi, top_words
from biterms.topics import top_counts
from biterms.topics.files import fields_of
from biterms.topics.most_probable import most_probable
from biterms.topics.sample import Sample
from biterms.topics.top_counts import COUNTED, TopCounts
from tests.topics.newsroom import fresh, news
from tests.topics.streams import FIRST, new
from tests.topics.streams import TEXTS as STREAM

TEXTS = news(400)[0]
MORE = news(200, seed=3)[0]


def words_of(model: TopicModel, texts: list[str]) -> list[set[int]]:
    """The columns of the words of each text."""
    return [{*row.tolist()} - {-1} for row in model.text_.ordered(texts)]


def by_hand(model: TopicModel, texts: list[str]) -> None:
    """Every count, by a look at every text: the sample when the later word came, and all since."""
    counts, rows = model.fitted.counted.counts, words_of(model, texts)
    assert counts.seen == len(texts)

    def counted_in(since: int) -> list[set[int]]:
        """Texts that a pair was counted in; the sample has everything until it is full."""
        if since == 0:
            return rows
        sample, begin = Sample(model.keep), since + model.keep
        sample.take(sample.offered(texts[:begin]))
        return [rows[place] for place in sample.documents.places] + rows[begin:]

    for k, words in enumerate(counts.words.tolist()):
        for i, j in combinations([i for i, word in enumerate(words) if word >= 0], 2):
            there = counted_in(max(counts.since[k, i], counts.since[k, j]))
            left = sum(words[i] in row for row in there)
            right = sum(words[j] in row for row in there)
            both = sum({words[i], words[j]} <= row for row in there)
            found = counts.alone[k, i, j], counts.alone[k, j, i], counts.both[k, i, j]
            assert found == (left, right, both)
            assert counts.both[k, j, i] == both


@pytest.mark.parametrize("biterms_", [True, "adjacent"], ids=["all", "adjacent"])
def test_fit_counts_in_all_texts_whatever_is_kept(biterms_: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(top_counts, "TEXTS_AT_ONCE", 150)
    model = fresh(3, keep=20, biterms=biterms_).fit(TEXTS)
    by_hand(model, TEXTS)
    assert not model.fitted.counted.counts.since.any()


def test_coherence_is_npmi_over_all_texts_as_in_gensim() -> None:
    model = fresh(3, keep=20).fit(TEXTS)
    quality = {row.id: row for row in model.quality()}
    X, tops = model.counts(TEXTS), top_words(model.model_.topics_)
    ours = [quality[k].coherence for k in model.ids_]
    assert ours == pytest.approx(npmi(tops, Cooccurrence.from_counts(X, tops)), abs=1e-12)
    named = [[f"w{word}" for word in row] for row in words_of(model, TEXTS)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = CoherenceModel(
            topics=[[f"w{word}" for word in row] for row in tops],
            texts=named,
            dictionary=Dictionary(named),
            coherence="c_npmi",
            window_size=1000,
            processes=1,
        ).get_coherence_per_topic()
    assert ours == pytest.approx(theirs, abs=1e-12)
    assert {row.n_texts for row in quality.values()} == {len(TEXTS)}


def test_an_update_goes_on_counting() -> None:
    model = fresh(3).fit(TEXTS).update(MORE)
    by_hand(model, TEXTS + MORE)
    stayed = model.fitted.counted.counts.since == 0
    assert stayed.sum() > 20
    assert model.quality().n_texts == 600


STORM = [f"storm floods {place} harbour" for place in ("north", "south", "east")] * 300


def test_words_that_come_to_the_top_are_counted_in_the_sample_and_from_then_on() -> None:
    """The words are chosen again at 512 and 1024 texts; every pair says where it counts."""
    model = fresh(3, learner=SVI(), batch_size=50, keep=150).fit(TEXTS).update(STORM)
    by_hand(model, TEXTS + STORM)
    since = model.fitted.counted.counts.since
    assert {0, 400} < {*since.ravel().tolist()} <= {0, 400, 900, 1150}
    quality = model.quality()
    assert 150 <= quality.npmi_texts < quality.n_texts == 1300
    assert f"over at least {quality.npmi_texts:,} of 1,300 texts" in quality.counted()


def test_without_a_sample_they_are_counted_from_then_on() -> None:
    model = fresh(3, learner=SVI(), batch_size=50, keep=0).fit(TEXTS).update(STORM)
    by_hand(model, TEXTS + STORM)
    assert {0, 550} < {*model.fitted.counted.counts.since.ravel().tolist()}


def test_a_sample_of_all_texts_leaves_nothing_out() -> None:
    model = fresh(3, learner=SVI(), batch_size=50).fit(TEXTS).update(STORM)
    by_hand(model, TEXTS + STORM)
    quality = {row.id: row for row in model.quality()}
    assert {row.n_texts for row in quality.values()} == {1300}
    X, tops = model.counts(TEXTS + STORM), top_words(model.model_.topics_)
    ours = [quality[k].coherence for k in model.ids_]
    assert ours == pytest.approx(npmi(tops, Cooccurrence.from_counts(X, tops)), abs=1e-12)


@given(seed=st.integers(0, 999), n=st.integers(1, 12))
def test_the_most_probable_words_are_those_of_a_full_sort(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    V, K = int(rng.integers(1, 40)), int(rng.integers(1, 5))
    topics = Posterior(V, K, rng.choice([0.5, 1.0], (V, K) if seed % 2 else (1, 1)))
    topics.begin_at(rng.integers(1, 5, (K, V)).astype(float))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biterms.topics.most_probable.AT_ONCE", 7)
        found = most_probable(topics, n)
    full = np.argsort(-topics.lam(), axis=1, kind="stable")[:, :n]
    assert_array_equal(found[:, :V], full)
    assert (found[:, V:] == -1).all()


def test_a_stream_counts_from_its_first_text() -> None:
    model = fresh(3).update(TEXTS)
    by_hand(model, TEXTS)


def test_words_that_are_exchanged_lose_their_counts() -> None:
    """Columns change their words in this stream, so that a look by hand would find other words."""
    model = new("LDA").update(STREAM[:FIRST]).update(STREAM[FIRST:])
    counts = model.fitted.counted.counts
    assert (counts.both <= counts.alone).all()
    assert counts.since[counts.words >= 0].max() > 0
    gone = counts.without(counts.words[:, 0])
    assert not np.isin(gone.words, counts.words[:, 0]).any()
    assert gone.alone.sum() < counts.alone.sum()
    assert (gone.words[:, -1] == -1).all()


def test_a_merged_topic_is_counted_in_the_sample() -> None:
    model = fresh(4, keep=150).fit(TEXTS).merge_topics([1, 3])
    assert {row.n_texts for row in model.quality()} == {150, 400}
    by_hand(model, TEXTS)
    assert model.fitted.counted.counts.words.shape == (3, COUNTED)
    assert [row.id for row in sorted(model.quality(), key=lambda row: row.id)] == [0, 1, 2]
    model.update(MORE)
    by_hand(model, TEXTS + MORE)


def test_each_text_is_touched_once(monkeypatch: Any) -> None:
    """The cost: `fit` and `update` look at the entries of every text once, and at no other."""
    touched: list[int] = []
    found = TopCounts._found

    def watched(self: TopCounts, ptr: Any, columns: Any) -> Any:
        touched.append(len(ptr) - 1)
        return found(self, ptr, columns)

    monkeypatch.setattr(TopCounts, "_found", watched)
    model = fresh(3, learner=SVI(), batch_size=25, keep=0).fit(TEXTS)
    assert sum(touched) == len(TEXTS)
    for at in range(0, len(MORE), 50):
        model.update(MORE[at : at + 50])
    model.quality()
    assert sum(touched) == len(TEXTS) + len(MORE)


def test_files_hold_the_counts(tmp_path: Path) -> None:
    model = fresh(3).fit(TEXTS)
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert list(again.quality()) == list(model.quality())
    by_hand(again.update(MORE), TEXTS + MORE)


@pytest.mark.parametrize("keep", [0, 150])
def test_an_older_file_begins_with_its_sample(keep: int, tmp_path: Path) -> None:
    settings, arrays = fields_of(fresh(3, keep=keep).fit(TEXTS))
    del settings["counted"]
    kept = {name: array for name, array in arrays.items() if not name.startswith("counted.")}
    store.write(tmp_path / "model", settings, kept)
    model = load(tmp_path / "model")
    quality = model.quality()
    assert (quality.npmi is None, quality.npmi_texts) == (keep == 0, keep)
    assert keep or "have not been counted" in quality.counted()
    assert keep or all(row.junk == () for row in quality)
    model.update(MORE)
    assert model.quality().npmi_texts >= max(keep, len(MORE))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("words", lambda a: a + 1000),
        ("words", np.zeros_like),
        ("since", lambda a: a - 1),
        ("since", lambda a: a + 5000),
        ("both", lambda a: a + 1),
        ("alone", lambda a: a[:1]),
    ],
)
def test_damaged_counts_are_refused(name: str, change: Any, tmp_path: Path) -> None:
    settings, arrays = fields_of(fresh(3).fit(TEXTS))
    arrays[f"counted.{name}"] = np.ascontiguousarray(change(arrays[f"counted.{name}"]))
    store.write(tmp_path / "model", settings, arrays)
    with pytest.raises(StoreError, match=r"top words|counted\.alone"):
        load(tmp_path / "model")


def test_few_words_and_topics_that_are_not_in_use() -> None:
    one = TopicModel(LDA(2, random_state=0), text=Vectoriser(min_df=1)).fit(["sun rain"] * 9)
    assert [row.n_texts for row in one.quality()] == [9, 9]
    hdp = TopicModel(HDP(30, random_state=0)).fit(TEXTS)
    assert {row.id for row in hdp.quality()} == {*hdp.ids_}
    assert hdp.fitted.counted.counts.words.shape == (30, COUNTED)


def test_counts_of_tables_are_counted_too() -> None:
    X = np.random.default_rng(0).poisson(0.3, (200, 30))
    model = TopicModel.from_counts(X, model=LDA(3, random_state=0))
    tops = top_words(model.model_.topics_)
    assert_allclose(
        sorted(row.coherence for row in model.quality()),
        sorted(npmi(tops, Cooccurrence.from_counts(X, tops))),
    )
    none = TopCounts.begin(most_probable(model.model_.posterior_, COUNTED)).after(
        Counts(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.float32), 30)
    )
    assert none.seen == 0
    assert not none.due(0)


def test_the_package_knows_its_names() -> None:
    assert biterms.evaluate_topics


@pytest.mark.parametrize(("n", "most"), [(400, 400), (400, 64), (400, 20), (1000, 96)])
def test_who_is_in_a_hurry_counts_in_some_texts(
    monkeypatch: pytest.MonkeyPatch, n: int, most: int
) -> None:
    """Evenly spread, and what is counted says in how many."""
    monkeypatch.setattr(top_counts, "TEXTS_AT_ONCE", 32)
    monkeypatch.setattr(top_counts, "HURRIED", most)
    texts = [*news(n - 40)[0], *["volcano erupts near village"] * 40]
    model = fresh()

    def stop(done: int, total: int | None, lpp: float | None) -> None:
        raise StopLearning

    model.fit(texts, progress=stop)
    counts, rows = model.fitted.counted.counts, words_of(model, texts)
    size = n if n <= most else 32 * max(1, most // 32)
    begins = [i * (n - 32) // max(1, size // 32 - 1) for i in range(size // 32)]
    there = rows if n <= most else [row for at in begins for row in rows[at : at + 32]]
    together, tops = counts.together(counts.words), counts.words
    left, right = np.triu_indices(tops.shape[1], 1)
    assert counts.seen == counts.chosen_at == n
    assert {*together.texts[counts.lists.pairs[:, left, right]].tolist()} == {size}
    for k, words in enumerate(tops.tolist()):
        for i, pair in enumerate(zip(left, right, strict=True)):
            one, other = (words[at] for at in pair)
            if one >= 0 <= other:
                assert together.left[k, i] == sum(one in row for row in there)
                assert together.both[k, i] == sum({one, other} <= row for row in there)
    model.update(MORE)
    assert model.fitted.counted.counts.seen == n + len(MORE)
    assert model.quality()[0].n_texts > 0
