"""The bag of biterms against loops over documents, the paper's table, and itself in pieces."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from biterms import BagOfBiterms, Vectoriser
from biterms.bags import bag_of_biterms, pair_rows
from biterms.bags.runs import Run, Runs
from biterms.errors import InputError, SettingError
from tests.examples import examples
from tests.scikit_checks import checks_of

ORDERS = [range(15), range(14, -1, -1)]
TEXTS = ["bank river bank", "river bank boat", "bank money", "money loan bank money", ""]


def drawn(seed: int, n_docs: int = 60, n_words: int = 15) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.integers(1, 5, (n_docs, n_words)) * (rng.random((n_docs, n_words)) < 0.3) * 1.0


def written_out(train: np.ndarray, X: np.ndarray, threshold: int, weighting: str) -> np.ndarray:
    """Terms, then pairs, by loops."""
    n_words, df = X.shape[1], (train > 0).sum(axis=0)
    together = {
        (u, v): sum(bool(row[u] and row[v]) for row in train)
        for u, v in itertools.combinations(range(n_words), 2)
    }
    pairs = [pair for pair, n in together.items() if n >= threshold]
    rows = []
    for row in X:
        weights = row.copy()
        if weighting != "counts" and row.sum():
            weights = row / row.sum()
        if weighting == "tf-idf":
            weights = np.array(
                [w * np.log(len(train) / n) if n else 0.0 for w, n in zip(weights, df, strict=True)]
            )
        rows.append([*weights, *(min(weights[u], weights[v]) for u, v in pairs)])
    return np.array(rows)


@pytest.mark.parametrize("weighting", ["counts", "tf", "tf-idf"])
@pytest.mark.parametrize("threshold", [1, 3, 8])
def test_it_is_what_loops_say(weighting: Any, threshold: int) -> None:
    train, test = drawn(0), drawn(1)
    bag = BagOfBiterms(threshold, weighting=weighting, n_threads=2).fit(sparse.csr_array(train))
    for X in (train, test):
        found = bag.transform(X)
        assert found.has_canonical_format
        assert_allclose(found.toarray(), written_out(train, X, threshold, weighting), rtol=1e-12)
        assert found.data.all()


def test_the_example_of_the_papers_definition() -> None:
    """d = {w1, w1, w2, w2, w2, w2}: terms weigh 2 and 4, the biterm 2 (one order of two)."""
    bag = BagOfBiterms(1).fit([[2, 4]])
    assert_array_equal(bag.transform([[2, 4]]).toarray(), [[2, 4, 2]])


def test_features_have_names() -> None:
    words = CountVectorizer()
    X = words.fit_transform(TEXTS)
    bag = BagOfBiterms(2).fit(X)
    names = bag.get_feature_names_out(words.get_feature_names_out())
    assert [*names] == ["bank", "boat", "loan", "money", "river", "bank + money", "bank + river"]
    assert_array_equal(bag.pairs_, [[0, 3], [0, 4]])
    assert_array_equal(bag.pair_documents_, [2, 2])
    assert bag.get_feature_names_out()[-1] == "x0 + x4"
    with pytest.raises(InputError, match="2 names, expected 5"):
        bag.get_feature_names_out(["a", "b"])


def test_texts_go_through_a_pipeline() -> None:
    model = make_pipeline(Vectoriser(min_df=1), BagOfBiterms(2), LinearSVC())
    texts = TEXTS[:4] * 3
    assert (model.fit(texts, [0, 0, 1, 1] * 3).predict(texts) == [0, 0, 1, 1] * 3).all()


@examples(15)
@given(cuts=st.lists(st.integers(0, 60), max_size=5), threshold=st.integers(1, 6))
def test_blocks_are_the_same_as_the_whole(cuts: list[int], threshold: int) -> None:
    X = drawn(2)
    whole = BagOfBiterms(threshold, weighting="tf-idf").fit(X)
    edges = [0, *sorted(cuts), 60]
    blocks = (X[a:b] for a, b in itertools.pairwise(edges) if b > a)
    parts = BagOfBiterms(threshold, weighting="tf-idf").fit_blocks(blocks)
    assert_array_equal(parts.pairs_, whole.pairs_)
    assert_array_equal(parts.pair_documents_, whole.pair_documents_)
    assert_array_equal(parts.transform(X).toarray(), whole.transform(X).toarray())


def test_pairs_wait_on_disk_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    X, spilled, leave = drawn(3, 300, 60), [], Runs.__exit__

    def left(self: Runs, *error: object) -> None:
        spilled.append((self.spilled, len([*tmp_path.glob("biterms-*/*")])))
        leave(self, *error)

    monkeypatch.setattr(bag_of_biterms, "MEGABYTE", 4096)
    monkeypatch.setattr(Runs, "__exit__", left)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    bag = BagOfBiterms(3, memory=4).fit_blocks(np.array_split(X, 7))
    assert spilled[0][0] > 10
    assert spilled[0][1] == 2 * spilled[0][0]
    assert not [*tmp_path.iterdir()]
    whole = BagOfBiterms(3).fit(X)
    assert_array_equal(bag.pairs_, whole.pairs_)
    assert_array_equal(bag.pair_documents_, whole.pair_documents_)


@examples(30)
@given(
    runs=st.lists(st.dictionaries(st.integers(0, 50), st.integers(1, 9)), max_size=8),
    memory=st.integers(1, 2000),
    least=st.integers(1, 20),
)
def test_runs_add_up(runs: list[dict[int, int]], memory: int, least: int) -> None:
    expected: dict[int, int] = {}
    with Runs(memory) as total:
        for run in runs:
            keys = np.array(sorted(run), dtype=np.int64)
            total.add(Run(keys, np.array([run[k] for k in sorted(run)], dtype=np.int64)))
            for key, count in run.items():
                expected[key] = expected.get(key, 0) + count
        keys, counts = total.total(least)
    kept = {key: n for key, n in sorted(expected.items()) if n >= least}
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == kept
    assert keys.tolist() == list(kept)


@pytest.mark.parametrize(
    ("estimator", "check"), list(checks_of("BagOfBiterms", BagOfBiterms(n_threads=1)))
)
def test_scikit_learns_own_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"threshold": n} for n in (0, -1, 2.5, "two", None, True)),
        *({"weighting": name} for name in ("idf", None, ["tf"])),
        *({"memory": n} for n in (0, None)),
        *({"n_threads": n} for n in (0, 2000)),
    ],
    ids=str,
)
def test_bad_settings_are_refused_by_name(wrong: dict[str, Any]) -> None:
    bag = BagOfBiterms().fit(drawn(0))
    before = bag.pairs_
    bag.set_params(**wrong)
    for fit in (bag.fit, lambda X: bag.fit_blocks([X])):
        with pytest.raises(SettingError, match=rf"^{next(iter(wrong))}="):
            fit(drawn(1))
    assert_array_equal(bag.pairs_, before)


def test_bad_input_is_refused_and_changes_nothing() -> None:
    bag = BagOfBiterms().fit(drawn(0))
    before = bag.pairs_
    for X in (-drawn(1), drawn(1) * np.nan, [["a", "b"]], drawn(1)[0]):
        with pytest.raises(ValueError, match=r"[Nn]egative|NaN|convert|1D array"):
            bag.fit(X)
    with pytest.raises(InputError, match="a block has 4 words, expected 15"):
        bag.fit_blocks([drawn(0), drawn(1)[:, :4]])
    with pytest.raises(InputError, match="no blocks"):
        bag.fit_blocks([])
    with pytest.raises(ValueError, match="features"):
        bag.transform(drawn(1)[:, :4])
    assert_array_equal(bag.pairs_, before)


def test_names_of_all_blocks_are_compared() -> None:
    frames = [pd.DataFrame(drawn(0), columns=[f"w{i}" for i in order]) for order in ORDERS]
    bag = BagOfBiterms()
    with pytest.raises(ValueError, match="feature names"):
        bag.fit_blocks(frames)
    assert not hasattr(bag, "pairs_")
    assert [*bag.fit_blocks(frames[:1]).feature_names_in_] == [f"w{i}" for i in range(15)]


def test_weights_that_are_nothing_in_single_precision_are_nothing() -> None:
    found = BagOfBiterms(1, weighting="tf").fit_transform([[1e-50, 1e-60], [1, 1]])
    assert_array_equal(found.toarray(), [[0, 0, 0], [0.5, 0.5, 0.5]])


def test_settings_are_checked_when_they_are_used() -> None:
    bag = BagOfBiterms().fit(drawn(0)).set_params(weighting="bm25")
    with pytest.raises(SettingError, match=r"^weighting='bm25'"):
        bag.transform(drawn(0))


def test_more_features_than_a_table_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_rows, "MOST_FEATURES", 20)
    with pytest.raises(SettingError, match="raise the threshold"):
        BagOfBiterms(1).fit(drawn(0))


OHSCAL = {
    10: (410_103, 1144.22),
    20: (186_962, 877.28),
    40: (81_751, 622.08),
    60: (49_978, 485.45),
    80: (35_800, 398.44),
    100: (28_105, 337.39),
}


@pytest.mark.data
def test_the_table_of_ohscal_comes_out_exactly(data_dir: Path) -> None:
    """Features and their mean number per document, by threshold."""
    with gzip.open(data_dir / "ohscal" / "ohscal.jsonl.gz", "rt", encoding="utf8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    X = CountVectorizer(analyzer=str.split).fit_transform(texts)
    assert X.shape == (11_162, 11_465)
    documents = BagOfBiterms(min(OHSCAL)).fit(X).pair_documents_
    for threshold, (features, length) in OHSCAL.items():
        kept = documents[documents >= threshold]
        assert X.shape[1] + len(kept) == features
        entries = X.nnz + kept.sum()  # a pair is a feature of these documents
        assert round(entries / len(texts), 2) == length
    bags = BagOfBiterms(max(OHSCAL)).fit_transform(X)
    assert (bags.shape[1], bags.nnz) == (features, entries)


# topics over features as topics over words --------------------------------------------------------


def topics_over(bag: BagOfBiterms, seed: int = 0, K: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.full(len(bag.get_feature_names_out()), 0.3), K)


@pytest.mark.parametrize("ordered", [False, True])
def test_topics_over_words_are_the_sums_of_the_appendix(ordered: bool) -> None:
    bag = BagOfBiterms(4, ordered=ordered).fit(drawn(0))
    names = [f"w{i}" for i in range(15)]
    features, phi = bag.get_feature_names_out(names), topics_over(bag)
    expected = np.zeros((3, 15))
    for b, feature in enumerate(features):
        words = [names.index(word) for word in feature.split(" + ")]
        if len(words) == 1 or ordered:
            expected[:, words[0]] += phi[:, b]
        else:
            expected[:, words] += phi[:, [b]] / 2
    found = bag.to_words(phi)
    assert_allclose(found, expected, rtol=1e-12)
    assert_allclose(found.sum(axis=1), 1.0, rtol=1e-12)


def test_both_forms_agree_where_the_orders_weigh_the_same() -> None:
    merged, ordered = (BagOfBiterms(4, ordered=way).fit(drawn(0)) for way in (False, True))
    phi = topics_over(merged)
    terms, pairs = phi[:, :15], phi[:, 15:]
    apart = np.hstack([terms, pairs / 2, pairs / 2])
    assert_allclose(ordered.to_words(apart), merged.to_words(phi), rtol=1e-12)


def test_ordered_bags_have_each_pair_twice() -> None:
    X = drawn(0)
    merged, ordered = (BagOfBiterms(4, ordered=way).fit_transform(X) for way in (False, True))
    assert_array_equal(ordered.toarray(), np.hstack([merged.toarray(), merged[:, 15:].toarray()]))
    names = BagOfBiterms(4, ordered=True).fit(X).get_feature_names_out()
    n_pairs = merged.shape[1] - 15
    turned = [" + ".join(name.split(" + ")[::-1]) for name in names[15 : 15 + n_pairs]]
    assert [*names[15 + n_pairs :]] == turned


def test_topics_of_another_width_are_refused() -> None:
    bag = BagOfBiterms(4).fit(drawn(0))
    for topics in (np.ones((2, 15)), np.ones(15)):
        with pytest.raises(InputError, match="expected one row per topic"):
            bag.to_words(topics)
