"""How learning is divided among workers: lanes, or synchronous rounds."""

from __future__ import annotations

from dataclasses import dataclass

from biterms.errors import SettingError
from biterms.learning.learner import is_number
from biterms.settings import check_bool, check_whole


@dataclass(frozen=True)
class Lanes:
    """Each worker learns some documents by itself, and what it has learnt is added up.

    First the anchor: some documents are learnt from as `TopicModel.fit` does, in several passes, so
    that topics exist. Then come rounds of lanes. A lane begins with what is known at the start of
    its round and learns from its documents, each of which counts once. At the end of the round the
    differences of all its lanes are added up exactly, so that neither the number of workers nor the
    order in which they answer makes a difference.

    Parameters
    ----------
    anchor : int, default=50_000
        Documents of the anchor; a smaller collection is learnt from as a whole.
    spread : bool, default=True
        Whether the documents of the anchor are spread evenly over the collection; otherwise they
        are the first ones.
    lane : int, default=100_000
        Documents of a lane, about; files are cut into partitions of as many.
    growth : float, default=1.0
        Documents of a round, as a multiple of those learnt from before. With less, lanes know more
        of each other; with more, more workers find something to do in the first rounds.

    Examples
    --------
    >>> Lanes(lane=50_000)
    Lanes(anchor=50000, spread=True, lane=50000, growth=1.0)
    """

    anchor: int = 50_000
    spread: bool = True
    lane: int = 100_000
    growth: float = 1.0

    def check(self) -> None:
        """Refuse settings that make no sense.

        Raises
        ------
        SettingError
            If one of them is out of its range.
        """
        check_whole("anchor", self.anchor)
        check_whole("lane", self.lane)
        check_bool("spread", self.spread)
        if not (is_number(self.growth) and self.growth > 0):
            raise SettingError(f"growth={self.growth!r}: expected a number above 0")


@dataclass(frozen=True)
class Synchronous:
    """Workers share each minibatch, and all wait for its end: the bits of a single process.

    It is the proof that nothing is lost on the way, and far slower than `Lanes`: for each minibatch
    the rows of its words go to the workers and what they have learnt comes back. It needs a learner
    whose sums are exact, ``SVB(exact=True)`` or ``KPS(exact=True)``; ``batch_size`` of the model is
    the number of documents that all workers share.

    Examples
    --------
    >>> Synchronous()
    Synchronous()
    """

    def check(self) -> None:
        """Nothing can be wrong with it."""


Schedule = Lanes | Synchronous
