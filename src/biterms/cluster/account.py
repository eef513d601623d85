"""What a job costs: seconds of text, learning and network, and bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, process_time, thread_time
from typing import Literal, NamedTuple

Kind = Literal["text", "learning", "network"]


class Spent(NamedTuple):
    """Seconds of the processor.

    Parameters
    ----------
    text : float
        Reading and counting.
    learning : float
        Learning.
    network : float
        Packing and unpacking, and on the driver also waiting for what is sent.
    """

    text: float = 0.0
    learning: float = 0.0
    network: float = 0.0

    def plus(self, other: Spent) -> Spent:
        """Both together."""
        return Spent(*(mine + own for mine, own in zip(self, other, strict=True)))


@contextmanager
def spending(kind: Kind) -> Iterator[Callable[[], Spent]]:
    """Time a block of a task; what it gives says afterwards how long it has taken."""
    begin, seconds = thread_time(), list[float]()
    yield lambda: Spent(**{kind: seconds[0]})
    seconds.append(thread_time() - begin)


@dataclass
class Account:
    """What has been spent so far, kept by the driver.

    Parameters
    ----------
    spent : Spent
        Seconds of all workers and of the driver.
    driver : Spent
        Those of the driver alone; its learning is that of the anchor.
    sent, received : int
        Bytes that the driver has sent and received.
    deaths : int
        Tasks that were done again because a worker had died.
    """

    spent: Spent = field(default_factory=Spent)
    driver: Spent = field(default_factory=Spent)
    sent: int = 0
    received: int = 0
    deaths: int = 0

    def add(self, spent: Spent) -> None:
        """Note what was spent elsewhere."""
        self.spent = self.spent.plus(spent)

    @contextmanager
    def timed(self, kind: Kind) -> Iterator[None]:
        """Time what the driver does; of what it sends and receives, also how long it waits."""
        clock = perf_counter if kind == "network" else process_time
        begin = clock()
        try:
            yield
        finally:
            own = Spent(**{kind: clock() - begin})
            self.driver = self.driver.plus(own)
            self.add(own)
