"""What lanes have learnt, as parcels that say which lanes of which round they are of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

import numpy as np

from biterms.cluster.packing import BITS, Whole, packed, unpacked
from biterms.errors import ClusterError, StoreError
from biterms.learning import Anchor, Statistics
from biterms.learning.statistics import on_grid
from biterms.store import Fields


class Parcel(NamedTuple):
    """Statistics of some lanes of a round.

    Parameters
    ----------
    round : int
        Number of the round.
    lanes : tuple of int
        Numbers of the lanes, each once.
    statistics : Statistics
        What they have learnt.
    bits : int
        It is sent as multiples of 2^-bits.
    """

    round: int
    lanes: tuple[int, ...]
    statistics: Statistics
    bits: int = BITS

    def to_bytes(self) -> bytes:
        """Serialise it."""
        own = self.statistics
        rows = Whole.of(own.rows, self.bits)
        about = {
            "round": self.round,
            "lanes": list(self.lanes),
            "anchor": list(own.anchor),
            "n_words": own.n_words,
            "documents": own.documents,
            "prior": float(on_grid(np.array([own.prior]), self.bits)[0]),
            "rows": rows.about(),
        }
        arrays = rows.arrays("rows") | {"words": own.words}
        arrays |= {f"extra.{name}": on_grid(array, self.bits) for name, array in own.extra.items()}
        return packed(about, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> Parcel:
        """What `to_bytes` gave.

        Raises
        ------
        StoreError
            If the bytes are damaged.
        """
        about, arrays = unpacked(data)
        match about.value("anchor"), about.value("lanes"):
            case [str(model), int(step)], [*lanes] if all(type(n) is int for n in lanes):
                anchor = Anchor(model, step)
            case _:
                raise StoreError("a parcel that does not say which lanes it is of")
        kept, whole = Fields({}, arrays), Whole.read(about.part("rows"), arrays, "rows")
        statistics = Statistics(
            kept.array("words", (len(whole.numbers),), np.int32),
            whole.rows(),
            n_words=about.whole("n_words"),
            documents=about.whole("documents"),
            anchor=anchor,
            extra={
                name.removeprefix("extra."): kept.array(name)
                for name in arrays
                if name.startswith("extra.")
            },
            prior=about.number("prior"),
        )
        return cls(about.whole("round"), tuple(lanes), statistics, whole.bits)


def sum_of(parcels: Sequence[bytes]) -> bytes:
    """The sum of parcels of one round; sums are exact, so their order is no matter.

    Raises
    ------
    ClusterError
        If a lane would count twice.
    """
    each = [Parcel.from_bytes(data) for data in parcels]
    lanes = sorted(number for parcel in each for number in parcel.lanes)
    if len({*lanes}) < len(lanes) or len({parcel.round for parcel in each}) > 1:
        raise ClusterError(
            f"parcels of rounds {sorted({p.round for p in each})} with lanes {lanes!r:.200}: "
            "expected different lanes of one round"
        )
    total = reduce(add, [parcel.statistics for parcel in each])
    return Parcel(each[0].round, tuple(lanes), total, each[0].bits).to_bytes()
