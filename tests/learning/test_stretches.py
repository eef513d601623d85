"""What is held of which lines of learning: a group, the same in any order, bounded, in files."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.errors import StoreError
from biterms.learning.lineage import REMEMBERED, Lineage
from biterms.learning.stretches import LINES, Stretch, Stretches
from biterms.store import Fields

A, B = "a" * 16, "b" * 16
stretches = st.builds(
    lambda line, ends, times: Stretch(line, min(ends), max(ends), times),
    st.sampled_from([A, B, "c" * 16]),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.integers(-2, 2),
)
several = st.lists(stretches, max_size=5)


def counted(given: list[Stretch]) -> Counter[tuple[str, int]]:
    """How often each minibatch is held, one by one."""
    found = Counter[tuple[str, int]]()
    for line, begin, end, times in given:
        for step in range(begin, end):
            found[line, step] += times
    return Counter({point: n for point, n in found.items() if n})


@given(several, several)
def test_sums_hold_each_minibatch_as_often_as_both(
    one: list[Stretch], other: list[Stretch]
) -> None:
    a, b = Stretches.of(*one), Stretches.of(*other)
    expected = counted([*one, *other])
    assert counted([*(a + b)]) == expected
    assert a + b == b + a == Stretches.of(*one, *other)
    assert a + b - b == a
    assert counted([*(a + b).missing()]) == -expected
    assert counted([*(a + b).present()]) == +expected
    ones = [Stretches.of(*(each._replace(times=1) for each in x if each.times > 0)) for x in (a, b)]
    both = {*counted([*ones[0]])} & {*counted([*ones[1]])}
    assert {*counted([*ones[0].shared(ones[1])])} == both


@given(several, several, several)
def test_groups_make_no_difference(
    one: list[Stretch], other: list[Stretch], third: list[Stretch]
) -> None:
    a, b, c = (Stretches.of(*each) for each in (one, other, third))
    assert (a + b) + c == a + (b + c) == c + a + b
    assert a - a == Stretches()


def test_neighbours_become_one() -> None:
    found = Stretches.of(Stretch(A, 0, 3), Stretch(A, 3, 7), Stretch(B, 2, 2))
    assert [*found] == [Stretch(A, 0, 7)]


def test_the_earliest_lines_are_forgotten() -> None:
    found = Stretches.of(*(Stretch(f"{i:016x}", 0, 1) for i in range(LINES + 2)))
    assert next(iter(found)).line == f"{2:016x}"
    assert len([*found]) == LINES
    assert not found.complete
    assert not (found + Stretches()).complete
    assert Stretches.of(*found).complete


def test_lines_that_are_no_longer_remembered_are_still_held() -> None:
    line, early = Lineage.new(), None
    for step in range(1, REMEMBERED + 9):
        line = line.left(step)
        if step == 3:
            early = line
    assert early is not None
    assert line.begun == 8
    held = line.contents(REMEMBERED + 20)
    assert sum(each.end - each.begin for each in held) == REMEMBERED + 20
    assert [*held.shared(early.contents(3))] == [*early.contents(3)]


def test_a_line_says_what_it_holds() -> None:
    line, given = Lineage.new().left(4), Stretches.of(Stretch(A, 1, 3))
    held = line.holding(given, 6)
    assert held.contents(6) == given
    assert held.contents(9) == given + Stretches.of(Stretch(line.id, 6, 9))
    assert held.left(8).contents(8) == held.contents(8) == held.copied().contents(8)


@given(several)
def test_through_a_file(given: list[Stretch]) -> None:
    for held in (Stretches.of(*given), Stretches(Stretches.of(*given).jumps, complete=False)):
        line = Lineage(A, held=held, begun=3, shared=True)
        assert Lineage.from_setting(Fields(line.to_setting(), {})) == line


def test_files_of_before_do_not_say() -> None:
    line = Lineage.from_setting(Fields({"id": A, "past": [[B, 3]]}, {}))
    assert not line.held.complete
    assert [*line.contents(5)] == [Stretch(B, 0, 3), Stretch(A, 3, 5)]


@pytest.mark.parametrize(
    "jumps",
    [
        None,
        [[A, 0]],
        [[A, 0, 1]],
        [[A, 0, 1], [A, 0, 1], [A, 2, -1]],
        [[A, 0, 1], [B, 2, -1]],
        [[A, 0, True], [A, 2, -1]],
        [[A, -1, 1], [A, 2, -1]],
        [[A, 0, 0]],
        [["x", 0, 1], ["x", 2, -1]],
        [each for i in range(LINES + 1) for each in ([f"{i:016x}", 0, 1], [f"{i:016x}", 1, -1])],
    ],
    ids=lambda jumps: str(jumps)[:30],
)
def test_what_no_sum_leads_to_is_refused(jumps: Any) -> None:
    setting = {"complete": True, "jumps": jumps}
    with pytest.raises(StoreError):
        Stretches.from_setting(Fields(setting, {}))
    with pytest.raises(StoreError):
        Stretches.from_setting(Fields({"complete": 1, "jumps": []}, {}))
