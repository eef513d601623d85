"""What LDA has learnt."""

from __future__ import annotations

from dataclasses import dataclass

from biterms.kernels import Array
from biterms.learning.state import State
from biterms.models.lda.alpha import AlphaSearch
from biterms.models.prior import MAX_PRIOR, MIN_PRIOR
from biterms.store.record import array_field, record_field


@dataclass(kw_only=True)
class LDAState(State):
    """`State`, the concentration of the mixtures, and the search for it, if there is one."""

    alpha: Array = array_field(("K",), least=MIN_PRIOR, most=MAX_PRIOR)
    search: AlphaSearch | None = record_field(AlphaSearch, optional=True)
