"""What HDP has learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from biterms.kernels import Array
from biterms.learning.state import State
from biterms.models.hdp.sticks import CorpusSticks
from biterms.store.record import array_field, number_field

#: concentrations beyond these leave one topic, or none
MIN_CONCENTRATION, MAX_CONCENTRATION = 1e-6, 1e6
#: as much as float32 holds: more documents than there are
MAX_USAGE = 1e36


@dataclass(kw_only=True)
class HDPState(State):
    """`State`, the concentration of documents, and which topics are still used.

    A topic that is not ``alive`` has been emptied and is not used any more. The posterior learns
    how much documents use each topic.
    """

    extra_names: ClassVar[tuple[str, ...]] = ("usage",)

    alpha: float = number_field(least=MIN_CONCENTRATION, most=MAX_CONCENTRATION)
    alive: Array = array_field(("K",), dtype="uint8", most=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (0.0 <= self.usage.min() and self.usage.max() <= MAX_USAGE):
            raise ValueError(f"usage of topics has numbers outside 0 to {MAX_USAGE:g}")
        self.alive = self.alive.astype(bool)
        if not self.alive.any():
            raise ValueError("no topic is alive, expected one at least")

    @property
    def usage(self) -> Array:
        """How much documents use each topic, A_k = sum_d sum_i zeta_dik of Algorithm 5.

        A <- decay A + gain sum_d sum_i zeta_dik; the prior of the sticks is there once.
        """
        return self.posterior.extra["usage"]

    def sticks(self, omega: float) -> CorpusSticks:
        """Flat at first: with those of the prior each topic would be far behind the one before."""
        if not self.usage.any():
            return CorpusSticks.flat(len(self.usage))
        return CorpusSticks.learnt(self.usage, omega)

    def without_topic(self, topic: int, shares: Array) -> None:
        """Empty a topic at one moment: others take what it has learnt by their shares."""
        alive = self.alive.copy()
        alive[topic] = False
        posterior = self.posterior.handed_over(topic, shares)
        self.set(posterior=posterior, alive=alive, forgetting=None)
