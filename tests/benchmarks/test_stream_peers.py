"""The benchmarks of streams: how words get new spellings, and what LPP asks of a library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from follower import Follower, words_of
from replayed import TURNOVER, Spelling

TEXTS = ["late goal wins match tonight", "cheap flights reach rome tonight"] * 3


def test_words_begin_as_they_are_and_all_are_new_after_a_turnover() -> None:
    words = ["taxes", "Taxed", "vote", "congress", "health"]
    begin, end = Spelling(0.0), Spelling(TURNOVER)
    assert [begin[word] for word in words] == words
    assert [end[word] for word in words] == [f"zqc{word}" for word in words]
    assert end["with"] == "with"  # a stop word would be one no more


def test_words_of_a_family_change_together_and_families_one_after_another() -> None:
    words = ["vote", "house", "health", "border", "taxes", "senate", "today", "america"]
    counts = []
    for at in np.linspace(0, TURNOVER, 10):
        spelling = Spelling(float(at))
        assert spelling["taxes"][:-2] == spelling["taxed"][:-2]
        counts.append(sum(spelling[word] != word for word in words))
    assert counts == sorted(counts)
    assert len({*counts}) > 3


class Even(Follower):
    """All words are as probable, and so much is reserved for words that others do not know."""

    name = "even"

    def start(self) -> None:
        self.reserved = self.setting["reserved"]

    def learn(self, texts: list[str]) -> None: ...

    def clusters(self, texts: list[str]) -> Any:
        return np.zeros(len(texts))

    def beta(self) -> Any:
        V = len(self.words)
        return np.full((self.topics, V), 1 / V) * (1 - self.reserved * np.array([[1.0], [0.5]]))

    def mixtures(self, counts: sparse.csr_matrix) -> Any:
        return np.full((counts.shape[0], self.topics), 1 / self.topics)


@pytest.mark.parametrize("reserved", [0.0, 0.6])
def test_what_is_reserved_for_other_words_does_not_count(reserved: float) -> None:
    fixed = words_of(TEXTS)
    even = Even(fixed, 2, len(TEXTS), reserved=reserved)
    assert even.lpp(TEXTS) == pytest.approx(-np.log(len(fixed.vocabulary_)))
