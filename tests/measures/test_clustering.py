"""Purity and NMI against scikit-learn, an enumeration, and what is true of them by definition."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import normalized_mutual_info_score

from biterms.errors import InputError
from biterms.measures import nmi, purity
from biterms.measures.clustering import labelled

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abcd")), min_size=1, max_size=40)


@given(pairs=PAIRS)
def test_nmi_is_that_of_scikit_learn(pairs: list[tuple[int, str]]) -> None:
    assigned, labels = zip(*pairs, strict=True)
    expected = normalized_mutual_info_score(labels, assigned)
    assert nmi(assigned, labels) == pytest.approx(expected, rel=0, abs=1e-12)
    assert nmi(labels, assigned) == pytest.approx(expected, rel=0, abs=1e-12)


@given(pairs=PAIRS)
def test_purity_counts_the_most_frequent_label_of_each_cluster(
    pairs: list[tuple[int, str]],
) -> None:
    assigned, labels = zip(*pairs, strict=True)
    right = sum(
        max(Counter(label for k, label in pairs if k == cluster).values())
        for cluster in set(assigned)
    )
    assert purity(assigned, labels) == right / len(pairs)


@given(labels=st.lists(st.integers(0, 3), min_size=1))
def test_clusters_that_are_the_labels_under_other_names(labels: list[int]) -> None:
    names = [f"cluster {-label}" for label in labels]
    assert purity(names, labels) == 1
    assert nmi(names, labels) == pytest.approx(1, abs=1e-12)


def test_one_cluster_or_one_label() -> None:
    assert nmi([4, 4], ["a", "a"]) == normalized_mutual_info_score([4, 4], [0, 0]) == 1
    assert nmi([0, 1, 2], ["a", "a", "a"]) == 0
    assert nmi([0, 0, 0], ["a", "b", "c"]) == 0
    assert purity([0, 0, 0], ["a", "b", "c"]) == 1 / 3


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param(["a", None, "b", float("nan"), "a"], id="list"),
        pytest.param(np.array(["a", None, "b", np.nan, "a"], dtype=object), id="objects"),
        pytest.param(np.array([1.5, np.nan, 2.5, np.nan, 1.5]), id="floats"),
        pytest.param(pd.Series(["a", pd.NA, "b", None, "a"], dtype="string"), id="pandas"),
        pytest.param(pd.Series(pd.Categorical(["a", None, "b", None, "a"])), id="categories"),
        pytest.param(pl.Series(["a", None, "b", None, "a"]), id="polars"),
        pytest.param([1, None, "one", pd.NaT, True], id="mixed"),
    ],
)
def test_documents_without_a_label_do_not_count(labels: object) -> None:
    assert labelled(labels).tolist() == [True, False, True, False, True]
    assert purity([0, 0, 1, 1, 0], labels) == 1
    expected = normalized_mutual_info_score([0, 0, 1], [0, 1, 0])
    assert nmi([0, 5, 0, 6, 1], labels) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("measure", [purity, nmi])
def test_what_cannot_be_compared(measure: object) -> None:
    with pytest.raises(InputError, match="3 assignments and 2 labels"):
        measure([0, 1, 2], ["a", "b"])
    for nothing in ([], [None], [float("nan")]):
        with pytest.raises(InputError, match="no document has a label"):
            measure([0] * len(nothing), nothing)
    for wrong in (7, [["a"]], np.eye(1)):
        with pytest.raises(InputError, match="one per document"):
            measure([0], wrong)
