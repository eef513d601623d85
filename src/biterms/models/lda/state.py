"""What LDA has learnt."""

from __future__ import annotations

from dataclasses import dataclass

from biterms.kernels import Array
from biterms.learning.state import State
from biterms.models.lda.alpha import AlphaSearch
from biterms.models.lda.held import Held
from biterms.models.prior import MAX_PRIOR, MIN_PRIOR
from biterms.store.record import array_field, record_field


@dataclass(kw_only=True)
class LDAState(State):
    """`State`, the concentration of the mixtures, and what learning them needs beside it."""

    alpha: Array = array_field(("K",), least=MIN_PRIOR, most=MAX_PRIOR)
    search: AlphaSearch | None = record_field(AlphaSearch, optional=True)
    #: the first documents of a stream, until they are learnt from again
    held: Held | None = record_field(Held, optional=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.held is not None:
            self.held.check(self.posterior.n_words)
