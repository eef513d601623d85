"""The benchmark of labels: c-TF-IDF by hand, and what counts as holding a top word."""

from __future__ import annotations

import sys
from math import log
from pathlib import Path

import numpy as np
from numpy.testing import assert_allclose
from scipy import sparse

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

import labels

from biterms import Vectoriser


def test_ctfidf_by_hand() -> None:
    """Two clusters of 4 and 5 words, so A = 4; the words come 5, 3 and 1 times in all."""
    found = labels.ctfidf(sparse.csr_matrix([[1, 3, 0], [4, 0, 1]]))
    one, two, three = log(1 + 4 / 5), log(1 + 4 / 3), log(1 + 4 / 1)
    assert_allclose(found, [[1 / 4 * one, 3 / 4 * two, 0], [4 / 5 * one, 0, 1 / 5 * three]])


def test_clusters_are_called_by_their_best_words() -> None:
    texts = ["goal goal match", "goal team", "rates rise", "rates goal"]
    clusters = np.array([0, 0, 2, 2])
    assert labels.peer_labels(texts, clusters, 3) == ["goal_match_team", "", "rates_rise_goal"]


def test_a_label_holds_a_word_in_any_form_and_not_a_part_of_one() -> None:
    key = Vectoriser(min_df=1).fit(["united states"]).key
    assert labels.holds_top("health care, access", ["care", "health"], key)
    assert labels.holds_top("united states, america", ["state", "bless"], key)
    assert not labels.holds_top("healthcare, careful", ["care", "health"], str)
