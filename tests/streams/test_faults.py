"""Disks that fail and processes that are killed at a call: a sample; `make torture` does all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import pytest

from tests.streams.faults.driver import Faults
from tests.streams.faults.library import Kind

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library is preloaded as Linux does it"),
    pytest.mark.xdist_group("faults"),  # one process imports everything, not each
]
KINDS = [kind for kind in Kind if kind is not Kind.NONE]
PER_KIND = 4


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Faults]:
    with Faults.started(tmp_path_factory.mktemp("faults")) as started:
        yield started


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name.lower())
def test_nothing_is_lost_by_a_fault(kind: Kind, faults: Faults) -> None:
    apart = faults.calls // PER_KIND
    results = [faults.fault(kind, 1 + kind + i * apart) for i in range(PER_KIND)]
    assert all(result.good for result in results), results
    expected = "killed" if kind.kills else "refused"
    assert sum(result.happened == [expected] for result in results) >= PER_KIND // 2, results


def test_nothing_is_lost_by_a_fault_at_the_restart_after_a_fault(faults: Faults) -> None:
    for kind, at in [(Kind.TORN, 200), (Kind.ERROR, 160)]:
        result = faults.fault(kind, at, 10, 25)
        assert result.good, result


def test_nothing_is_lost_when_the_power_is_cut(faults: Faults) -> None:
    cuts = faults.power_cuts(Random(0))
    results = [*cuts.results(range(20, cuts.calls + 1, cuts.calls // 4))]
    assert len(results) >= 4 * 4
    assert all(result.good for *_, result in results), [one for one in results if not one[2].good]


def test_the_check_notices_what_is_lost(faults: Faults) -> None:
    cuts = faults.power_cuts(Random(0))
    journal = cuts.place / "disk/live/stream.sqlite"
    journal.unlink()
    assert "texts would be learnt twice" in faults.recovered().recovered


def test_the_check_notices_rows_that_are_lost(faults: Faults) -> None:
    cuts = faults.power_cuts(Random(0))
    next((cuts.place / "disk/rows.parquet").rglob("*.parquet")).unlink()
    assert "the sinks do not agree" in faults.recovered().recovered


@pytest.mark.parametrize("seed", range(2))
def test_twenty_kills_at_random_moments_change_nothing(seed: int, faults: Faults) -> None:
    result = faults.kills(10, seed)
    assert result.good, result


def test_a_lock_of_which_half_was_written_is_taken_over(faults: Faults) -> None:
    results = [faults.fault(Kind.TORN, at) for at in range(2, 5)]
    assert all(result.good for result in results), results
