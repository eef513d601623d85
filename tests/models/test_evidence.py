"""What judges before have found of a move counts too, less from round to round."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.models.evidence import KEPT, Evidence
from biterms.models.judge import Judge
from tests.models.test_judge import Given, apart, drawn, infer, judge_of, table, topics_of


def judge_after(given: Given, evidence: Evidence) -> Judge:
    seen, held = table(given.seen), table(given.held)
    judge = Judge(infer, seen, held, evidence)
    judge.look(topics_of(given, seen, held))
    return judge


def found_before(key: tuple[int, int], gain: float) -> Evidence:
    evidence = Evidence()
    evidence.total(key, gain / KEPT)
    evidence.end_round()
    return evidence


def test_gains_fade_as_a_sum_written_out() -> None:
    gains, evidence = [-3.0, 5.0, -2.0, 0.5], Evidence()
    for n, gain in enumerate(gains):
        expected = sum(g * KEPT ** (n - at) for at, g in enumerate(gains[: n + 1]))
        assert_allclose(evidence.total((4, 2), 100.0), expected - gain + 100.0)
        assert_allclose(evidence.total((4, 2), gain), expected)  # the last one counts
        assert evidence.total((4, 4), 0.0) == 0.0
        evidence.end_round()


def test_a_round_that_did_not_look_fades_too() -> None:
    evidence = found_before((1, 0), -8.0)
    evidence.end_round()
    assert evidence.total((1, 0), 1.0) == 1.0 - 8.0 * KEPT


@pytest.mark.parametrize("seed", range(2))
def test_moves_are_those_whose_sum_loses_nothing(seed: int) -> None:
    given = drawn(seed)
    plain, _ = judge_of(given)
    gains = {move.key: move.gain for move in plain.moves()}
    assert gains
    for key, gain in [*gains.items()][:4]:
        less = judge_after(given, found_before(key, -gain - 0.01))
        assert {move.key for move in less.moves()} == gains.keys() - {key}
        if key[0] != key[1]:  # a first guess may spare us the trial
            continue
        more = judge_after(given, found_before(key, -gain + 0.01))
        moves = more.moves()
        assert {move.key for move in moves} == gains.keys()
        assert moves[-1].key == key
        assert moves[-1].gain == pytest.approx(gain)


def test_topics_that_were_useless_before_go_though_they_help_a_little_here() -> None:
    given = apart()
    loss = judge_of(given)[0].death(1).gain
    assert loss < -1
    judge = judge_after(given, found_before((1, 1), -loss + 0.01))
    assert [(move.gone, move.into) for move in judge.moves()] == [(1, None)]


def test_trying_again_asks_those_before_too() -> None:
    given = drawn(0)
    move = judge_of(given)[0].moves()[0]
    assert judge_of(given)[0].again(move) is not None
    judge = judge_after(given, found_before(move.key, -move.gain - 0.01))
    assert judge.again(move) is None


def test_copies_become_one_whatever_was_found_before() -> None:
    given = apart(copies=1)
    given.lam[:, 3] = given.lam[:, 0] / 2
    judge = judge_after(given, found_before((3, 0), -1e6))
    assert [(move.gone, move.into) for move in judge.moves()] == [(3, 0)]


def test_who_concerns_nobody_leaves_no_evidence() -> None:
    given = apart()
    evidence = Evidence()
    judge = judge_after(given._replace(seen=given.seen[:8], held=given.held[:8]), evidence)
    assert judge.moves() == []
    evidence.end_round()
    assert np.isfinite(evidence.total((2, 2), 0.0))
    assert evidence.total((2, 2), 1.0) == 1.0
