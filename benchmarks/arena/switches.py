"""Parts of our learner that have no setting, taken away or changed for the ablations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from biterms import SVI, Annealed
from biterms.learning.learner import Moment, Step


class StepsOfSVI(Annealed):
    """Annealed memory, but for its memory: the step sizes are those of `SVI`."""

    def step(self, moment: Moment) -> Step:
        """The step of `SVI`, with as many rounds as before."""
        return SVI().step(moment)._replace(rounds=super().step(moment).rounds)


class Rounds(Annealed):
    """Annealed memory with the same number of rounds from the beginning to the end."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds

    def step(self, moment: Moment) -> Step:
        """The usual step with other rounds; those of predictions stay as they are."""
        return super().step(moment)._replace(rounds=self.rounds)


class Shuffled(Annealed):
    """Annealed memory where each pass goes through a permutation of all documents."""

    shuffled_together = 0


@contextmanager
def constants(values: Mapping[str, Any]) -> Iterator[None]:
    """Other values for constants of the package, by their full names; a wrong name is an error."""
    with ExitStack() as stack:
        for name, value in values.items():
            stack.enter_context(patch(name, value))
        yield
