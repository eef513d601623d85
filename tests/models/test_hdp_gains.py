"""What earlier validation documents have said of a move counts too, less from round to round."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.models.hdp.gains import KEPT, PastGains
from biterms.models.hdp.trials import Trials
from tests.models.test_hdp_trials import Given, apart, drawn, infer, table, topics_of, trials_of


def trials_after(given: Given, gains: PastGains) -> Trials:
    seen, held = table(given.seen), table(given.held)
    trials = Trials(infer, seen, held, gains)
    trials.look(topics_of(given, seen, held))
    return trials


def said_before(key: tuple[int, int], gain: float) -> PastGains:
    gains = PastGains()
    gains.total(key, gain / KEPT)
    gains.end_round()
    return gains


def test_gains_fade_as_a_sum_written_out() -> None:
    values, gains = [-3.0, 5.0, -2.0, 0.5], PastGains()
    for n, gain in enumerate(values):
        expected = sum(g * KEPT ** (n - at) for at, g in enumerate(values[: n + 1]))
        assert_allclose(gains.total((4, 2), 100.0), expected - gain + 100.0)
        assert_allclose(gains.total((4, 2), gain), expected)  # the last one counts
        assert gains.total((4, 4), 0.0) == 0.0
        gains.end_round()


def test_a_round_that_did_not_look_fades_too() -> None:
    gains = said_before((1, 0), -8.0)
    gains.end_round()
    assert gains.total((1, 0), 1.0) == 1.0 - 8.0 * KEPT


@pytest.mark.parametrize("seed", range(2))
def test_moves_are_those_whose_sum_loses_nothing(seed: int) -> None:
    given = drawn(seed)
    plain, _ = trials_of(given)
    gains = {move.key: move.gain for move in plain.moves()}
    assert gains
    for key, gain in [*gains.items()][:4]:
        less = trials_after(given, said_before(key, -gain - 0.01))
        assert {move.key for move in less.moves()} == gains.keys() - {key}
        if key[0] != key[1]:  # a first guess may spare us the trial
            continue
        more = trials_after(given, said_before(key, -gain + 0.01))
        moves = more.moves()
        assert {move.key for move in moves} == gains.keys()
        assert moves[-1].key == key
        assert moves[-1].gain == pytest.approx(gain)


def test_topics_that_were_useless_before_go_though_they_help_a_little_here() -> None:
    given = apart()
    loss = trials_of(given)[0].removal(1).gain
    assert loss < -1
    trials = trials_after(given, said_before((1, 1), -loss + 0.01))
    assert [(move.gone, move.into) for move in trials.moves()] == [(1, None)]


def test_trying_again_asks_those_before_too() -> None:
    given = drawn(0)
    move = trials_of(given)[0].moves()[0]
    assert trials_of(given)[0].again(move) is not None
    trials = trials_after(given, said_before(move.key, -move.gain - 0.01))
    assert trials.again(move) is None


def test_copies_become_one_whatever_was_said_before() -> None:
    given = apart(copies=1)
    given.lam[:, 3] = given.lam[:, 0] / 2
    trials = trials_after(given, said_before((3, 0), -1e6))
    assert [(move.gone, move.into) for move in trials.moves()] == [(3, 0)]


def test_topics_that_concern_no_document_leave_no_gain() -> None:
    given = apart()
    gains = PastGains()
    trials = trials_after(given._replace(seen=given.seen[:8], held=given.held[:8]), gains)
    assert trials.moves() == []
    gains.end_round()
    assert np.isfinite(gains.total((2, 2), 0.0))
    assert gains.total((2, 2), 1.0) == 1.0
