"""Definition 2 of the paper, its worked example, literally."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.kernels import Local, compiled, reference
from tests.kernels.cases import Case, solved
from tests.kernels.enumeration import bag_of_biterms

WORDS = [(0, 2.0), (1, 2.0), (2, 4.0)]  # w1, w2, w3 with frequencies {2, 2, 4}


def test_the_bag_is_the_papers() -> None:
    """{w1, w2, w3, (w1,w2), (w1,w3), (w2,w1), (w2,w3), (w3,w1), (w3,w2)}: {2,2,4,2,2,2,2,2,2}."""
    bag = bag_of_biterms([2, 2, 4])
    biterms = list(zip(bag.first + 1, bag.second + 1, strict=True))
    assert biterms == [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    assert [*bag.f, *bag.C] == [2, 2, 4, 2, 2, 2, 2, 2, 2]


@pytest.mark.parametrize("kernel", [compiled, reference])
def test_each_frequency_shows_where_each_element_has_a_topic_of_its_own(kernel: object) -> None:
    """Topics 0 to 2 hold one word each, 3 to 5 two words each but a thousand times less.

    So a term goes to the topic of its word and a biterm, in both its orders, to that of its pair.
    """
    none, little, much = 1e-9, 1e-3, 1.0
    lam = np.full((3, 7), none)
    lam[[0, 1, 2], [0, 1, 2]] = much
    for topic, pair in zip((3, 4, 5), ((0, 1), (0, 2), (1, 2)), strict=True):
        lam[pair, topic] = little
    # The sums of all topics are alike: a fourth word, which the document does not have.
    lam = np.vstack([lam, 1000.0 - lam.sum(axis=0)])
    alpha = np.full(7, 0.25)
    case = Case([WORDS], lam, Local(alpha, max_iter=1, tol=0.0), "mean")
    learnt = solved(kernel, case).gamma[0] - alpha
    assert_allclose(learnt[:6], [2, 2, 4, 2 + 2, 2 + 2, 2 + 2], rtol=5e-3)
    assert_allclose(learnt.sum(), sum([2, 2, 4, 2, 2, 2, 2, 2, 2]), rtol=1e-6)


@pytest.mark.parametrize("kernel", [compiled, reference])
def test_with_one_topic_every_word_gets_its_whole_share(kernel: object) -> None:
    """f_v from its term and min(f_u, f_v) from each of the ordered biterms it stands in."""
    case = Case([WORDS], np.ones((3, 1)), Local(np.ones(1)), "vb")
    assert_allclose(solved(kernel, case).stats[:, 0], [2 + 4 * 2, 2 + 4 * 2, 4 + 4 * 2], rtol=1e-6)
