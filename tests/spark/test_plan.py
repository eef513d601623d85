"""Tasks are done with what they need, wherever it comes from; no Java is needed to see that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from biterms.spark.plan import Held, Plan, Stored, Task

PARTITIONS = [(number, f"p{number}") for number in range(5)]


class Sent:
    """What a broadcast of Spark looks like."""

    def __init__(self, value: str) -> None:
        self.value = value


def written(*arguments: Any) -> str:
    """An answer that says with what it was called."""
    return repr(arguments)


def expected(one: Any) -> Any:
    """The same by recursion."""
    if isinstance(one, Stored):
        return f"p{one.number}"
    if isinstance(one, Held):
        return one.sent.value
    if isinstance(one, Task):
        return one.function(*map(expected, one.arguments))
    return [*map(expected, one)] if isinstance(one, list) else one


def done(wanted: Sequence[Task]) -> list[Any]:
    """As Spark does it: each partition by itself, then groups."""
    plan = Plan.of(wanted)
    sent = [one for partition in PARTITIONS for one in plan.begin(*partition)]
    for _ in range(plan.depth()):
        groups = defaultdict(list)
        for number, value in reversed(sent):  # the order is no matter
            groups[number].append(value)
        sent = [one for number, values in groups.items() for one in plan.joined(number, values)]
    found = dict(sent)
    assert len(found) == len(sent) == len(wanted)
    return [found[-1 - number][1] for number in range(len(wanted))]


stored = st.builds(Stored, st.integers(0, 4))
other = st.one_of(st.integers(), st.builds(lambda n: Held(Sent(f"h{n}")), st.integers(0, 9)))


def tasks(needed: st.SearchStrategy[Any]) -> st.SearchStrategy[Task]:
    """Tasks that need one thing at least, some of them in lists."""
    arguments = st.lists(st.one_of(needed, other, st.lists(st.one_of(needed, other))), max_size=4)
    return st.builds(lambda first, rest: Task(written, (first, *rest)), needed, arguments)


@given(st.lists(st.recursive(tasks(stored), tasks, max_leaves=6), max_size=4))
def test_every_task_is_called_with_what_it_needs(wanted: list[Task]) -> None:
    assert done(wanted) == [*map(expected, wanted)]


def test_what_needs_one_thing_needs_no_shuffle() -> None:
    lanes = [Task(written, ([Stored(i)], i)) for i in range(5)]
    assert Plan.of(lanes).depth() == 0
    assert Plan.of([Task(written, (lane,)) for lane in lanes]).depth() == 0
    assert Plan.of([Task(written, (lanes,))]).depth() == 1
    several = Task(written, ([Stored(0), Stored(1)],))
    assert Plan.of([Task(written, ([several, lanes[3]],))]).depth() == 2
