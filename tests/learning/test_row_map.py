"""Changes of a vocabulary as values: which are sound, and that nothing changes them later."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from biterms.errors import InputError
from biterms.learning import RowMap

NONE = np.arange(0)


def test_ids_are_sorted() -> None:
    change = RowMap(6, 8, np.array([4, 1]), np.array([7, 4, 6]))
    assert change.dropped.tolist() == [1, 4]
    assert change.added.tolist() == [4, 6, 7]


def test_a_vocabulary_may_begin_with_nothing() -> None:
    change = RowMap(0, 2, NONE, np.array([0, 1]))
    assert (change.before, change.after, change.appends) == (0, 2, True)


@pytest.mark.parametrize(
    ("change", "appends", "anything"),
    [
        (RowMap.grow(6, 2), True, True),
        (RowMap.grow(6, 0), True, False),
        (RowMap(6, 7, NONE, np.array([6])), True, True),
        (RowMap(6, 7, NONE, np.array([3, 6])), False, True),
        (RowMap(6, 7, np.array([3]), np.array([6])), False, True),
        (RowMap(6, 6, np.array([3]), NONE), False, True),
        (RowMap(6, 6, NONE, np.array([3])), False, True),
    ],
    ids=["grows", "nothing", "appends", "fills a hole", "drops too", "drops", "only fills"],
)
def test_what_a_change_does(change: RowMap, appends: bool, anything: bool) -> None:
    assert (change.appends, bool(change)) == (appends, anything)


@pytest.mark.parametrize("change", [RowMap.grow(6, 2), RowMap(6, 7, np.array([1]), np.array([6]))])
def test_nothing_changes_a_change(change: RowMap) -> None:
    for ids in (change.dropped, change.added):
        assert not ids.flags.writeable
    with pytest.raises(FrozenInstanceError):
        change.after = 9  # type: ignore[misc]


@pytest.mark.parametrize(
    ("before", "after", "dropped", "added", "message"),
    [
        (6, 5, [], [], "a vocabulary of 6 ids cannot become one of 5"),
        (-1, 0, [], [0], "a vocabulary of -1 ids"),
        (6, 8, [], [6], "every id from 6 to 7 must be added"),
        (6, 6, [6], [], "dropped must be distinct word ids from 0 to 5"),
        (6, 6, [-1], [], "dropped must be distinct word ids from 0 to 5"),
        (6, 7, [], [6, 7], "added must be distinct word ids from 0 to 6"),
        (6, 7, [], [6, 6], "added must be distinct word ids from 0 to 6"),
    ],
)
def test_unsound_changes_are_refused(
    before: int, after: int, dropped: list[int], added: list[int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        RowMap(before, after, np.array(dropped, dtype=int), np.array(added, dtype=int))
