"""Tasks that need partitions which executors keep: which result goes where.

A task may need one partition, several, or results of other tasks. One that needs a single thing is
done where that thing is. What several things are needed for comes together by a shuffle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Stored(NamedTuple):
    """Stands for a partition that executors keep."""

    number: int


@dataclass(frozen=True, eq=False)
class Task:
    """A function and its arguments, some of which are to come.

    Parameters
    ----------
    function : callable
        What is done.
    arguments : tuple
        Its arguments; `Stored`, `Task` and `Held` stand for what they give, also in a list.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def places(self) -> Iterator[tuple[tuple[int, int], Any]]:
        """Partitions and tasks among the arguments, with their places."""
        for at, argument in enumerate(self.arguments):
            several = argument if isinstance(argument, list) else [argument]
            for place, one in enumerate(several):
                if isinstance(one, Stored | Task):
                    yield (at, place), one

    def run(self, given: Mapping[tuple[int, int], Any]) -> Any:
        """Call the function with what has come."""
        return self.function(*(_filled(given, at, a) for at, a in enumerate(self.arguments)))


class Held(NamedTuple):
    """Stands for bytes that all executors have.

    Parameters
    ----------
    sent : pyspark.Broadcast
        The bytes.
    """

    sent: Any


def _filled(given: Mapping[tuple[int, int], Any], at: int, argument: Any) -> Any:
    def one(place: int, value: Any) -> Any:
        return value.sent.value if isinstance(value, Held) else given.get((at, place), value)

    if isinstance(argument, list):
        return [one(place, value) for place, value in enumerate(argument)]
    return one(0, argument)


class Owner(NamedTuple):
    """The task that waits for something, and at which place; the number -1 - n is result n."""

    number: int
    place: tuple[int, int] = (0, 0)


#: what is on its way: the number of the task that waits for it, and the place with the value
Sent = tuple[int, tuple[tuple[int, int], Any]]


@dataclass
class Plan:
    """Where everything goes; it is sent to executors as a whole.

    Parameters
    ----------
    tasks : list of Task
        All tasks, also those that others need.
    owners : list of Owner
        Who waits for the result of each.
    needs : list of int
        How many things each needs.
    partitions : dict of int to list of Owner
        Who waits for each partition.
    """

    tasks: list[Task] = field(default_factory=list)
    owners: list[Owner] = field(default_factory=list)
    needs: list[int] = field(default_factory=list)
    partitions: dict[int, list[Owner]] = field(default_factory=dict)

    @classmethod
    def of(cls, wanted: Sequence[Task]) -> Plan:
        """The plan of tasks whose results are wanted."""
        plan = cls()
        for number, task in enumerate(wanted):
            plan._add(task, Owner(-1 - number))
        return plan

    def _add(self, task: Task, owner: Owner) -> int:
        number, needed = len(self.tasks), [*task.places()]
        self.tasks.append(task)
        self.owners.append(owner)
        self.needs.append(len(needed))
        for place, one in needed:
            if isinstance(one, Stored):
                self.partitions.setdefault(one.number, []).append(Owner(number, place))
            else:
                self._add(one, Owner(number, place))
        return number

    def depth(self) -> int:
        """How often things have to come together until all results are there."""
        owners = (owner for several in self.partitions.values() for owner in several)
        return max((self._joins(owner.number) for owner in owners), default=0)

    def _joins(self, number: int) -> int:
        """How many tasks need several things, from this one up to a result."""
        if number < 0:
            return 0
        return (self.needs[number] > 1) + self._joins(self.owners[number].number)

    def begin(self, number: int, partition: Any) -> Iterator[Sent]:
        """Do what a partition alone is enough for."""
        for owner in self.partitions.get(number, ()):
            yield self._up(owner, partition)

    def joined(self, number: int, given: Iterable[tuple[tuple[int, int], Any]]) -> Iterator[Sent]:
        """Do a task if everything has come; results, and what waits for more, stay as they are."""
        come = [*given]
        if number < 0 or len(come) < self.needs[number]:
            yield from ((number, one) for one in come)
        else:
            yield self._up(self.owners[number], self.tasks[number].run(dict(come)))

    def _up(self, owner: Owner, value: Any) -> Sent:
        """Go on while whoever waits needs nothing else."""
        while owner.number >= 0 and self.needs[owner.number] == 1:
            value = self.tasks[owner.number].run({owner.place: value})
            owner = self.owners[owner.number]
        return owner.number, (owner.place, value)
