"""Lines of learning: two posteriors that have learnt different things never share an anchor."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from biterms.errors import InputError, StoreError
from biterms.learning import Anchor, Posterior, RowMap, Statistics, Step
from biterms.learning.lineage import REMEMBERED, Lineage
from biterms.store import Fields
from tests.learning.steps import K, flat


def loaded(posterior: Posterior) -> Posterior:
    settings, arrays = posterior.to_fields()
    return Posterior.from_fields(Fields(settings, deepcopy(arrays)))


def step(posterior: Posterior, word: int = 0) -> Posterior:
    rows, anchor = np.ones((1, K)), posterior.anchor
    posterior.add(Statistics([word], rows, posterior.n_words, 1, anchor), Step(1.0, 1.0))
    return posterior


COPIES: dict[str, Callable[[Posterior], Posterior]] = {
    "copy": Posterior.copy,
    "file": loaded,
    "deepcopy": deepcopy,
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_copies_share_an_anchor_until_one_of_them_learns(copied: Any) -> None:
    original = step(step(flat(6)))
    one, two = copied(original), copied(original)
    assert original.anchor == one.anchor == two.anchor
    for posterior in (original, one, two):
        step(posterior)  # even from the same documents: the next may be different ones
    assert len({each.anchor for each in (original, one, two)}) == 3
    assert {each.updates for each in (original, one, two)} == {3}
    with pytest.raises(InputError, match="do not add up"):
        nothing(one) + nothing(two)
    line = one.id
    assert step(one).id == line


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_a_branch_knows_what_came_before_it(copied: Any) -> None:
    first = step(flat(6))
    early = copied(first)
    fork = copied(step(first))
    branch, late = step(copied(step(copied(fork)))), copied(step(first))
    for snapshot, documents in ((early, 3), (fork, 2)):
        assert branch.difference(snapshot).documents == documents
    for other in (late, step(copied(fork)), branch.copy()):
        step(other)
        with pytest.raises(InputError, match="not an earlier moment"):
            branch.difference(other)


def nothing(posterior: Posterior) -> Statistics:
    return Statistics([], np.zeros((0, K)), posterior.n_words, 0, posterior.anchor)


EVENTS: dict[str, Callable[[Posterior], Posterior | None]] = {
    "words": lambda copy: copy.remap(RowMap.grow(6, 1)),
    "start": lambda copy: copy.begin_at(np.ones((K, 6))),
    "handed over": lambda copy: copy.handed_over(0, np.array([0.0, 1.0, 0.0])),
    "merged": lambda copy: copy.merged([0, 1]),
    "replaced": lambda copy: copy.replace(flat(6)),
}


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_other_changes_leave_the_line_of_the_original_too(event: Any) -> None:
    original = step(flat(6))
    copy = original.copy()
    assert (event(copy) or copy).id != original.id


def test_marks_of_a_copy_say_nothing_about_the_original() -> None:
    """However the counts of both happen to agree, all rows are given."""
    original = step(flat(6))
    copy = original.copy()
    step(original, 1)
    mark = original.mark()
    for other in (copy, loaded(original), deepcopy(original)):
        step(other, 2)
        assert other.changed_since(mark)[0].tolist() == [*range(6)]
        assert step(original, 3).changed_since(other.mark())[0].tolist() == [*range(6)]
    assert step(original, 4).changed_since(mark)[0].tolist() == [3, 4]


def test_the_lines_before_are_bounded() -> None:
    line = Lineage.new()
    for n in range(REMEMBERED + 9):
        line = line.copied().followed(n)
    assert len(line.past) == REMEMBERED
    assert [line.past[0].step, line.past[-1].step] == [9, REMEMBERED + 8]


@pytest.mark.parametrize(
    "past",
    [
        None,
        {},
        [["0123456789abcdef", 1]] * (REMEMBERED + 1),
        [["0123456789abcdef"]],
        [["0123456789abcdef", -1]],
        [["0123456789abcdef", True]],
        [["0123456789abcdex", 1]],
        [[1, 1]],
    ],
    ids=lambda past: str(past)[:30],
)
def test_lines_that_are_none_are_refused(past: Any) -> None:
    with pytest.raises(StoreError, match=r"past|id"):
        Lineage.from_setting(Fields({"id": "0123456789abcdef", "past": past}, {}))


def test_lines_through_a_file() -> None:
    past = (Anchor("f" * 16, 0), *[Anchor("e" * 16, 5)] * (REMEMBERED - 1))
    line = Lineage("0123456789abcdef", past, shared=True)
    assert Lineage.from_setting(Fields(line.to_setting(), {})) == line
    with pytest.raises(StoreError, match="16 hexadecimal digits"):
        Lineage.from_setting(Fields({"id": "0123", "past": []}, {}))
