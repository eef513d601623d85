"""What HDP has learnt."""

from __future__ import annotations

from dataclasses import dataclass

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
    """`State`, the concentration of documents, and how much documents use each topic.

    ``usage`` is A_k = sum_d sum_i zeta_dik of Algorithm 5; a topic that is not ``alive`` has been
    emptied and is not used any more.
    """

    alpha: float = number_field(least=MIN_CONCENTRATION, most=MAX_CONCENTRATION)
    usage: Array = array_field(("K",), least=0.0, most=MAX_USAGE)
    alive: Array = array_field(("K",), dtype="uint8", most=1)

    def __post_init__(self) -> None:
        self.alive = self.alive.astype(bool)
        if not self.alive.any():
            raise ValueError("no topic is alive, expected one at least")

    def sticks(self, omega: float) -> CorpusSticks:
        """Flat at first: with those of the prior each topic would be far behind the one before."""
        if not self.usage.any():
            return CorpusSticks.flat(len(self.usage))
        return CorpusSticks.learnt(self.usage, omega)

    def without_topic(self, topic: int, shares: Array) -> None:
        """Empty a topic at one moment: others take what it has learnt by their shares."""
        usage, alive = self.usage + self.usage[topic] * shares, self.alive.copy()
        usage[topic], alive[topic] = 0.0, False
        posterior = self.posterior.handed_over(topic, shares)
        self.set(posterior=posterior, usage=usage, alive=alive)
