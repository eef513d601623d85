"""What BTM has learnt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from biterms.learning.state import State
from biterms.models.btm.samples import Samples
from biterms.models.btm.settings import KINDS, MAX_BTM_PRIOR, MIN_BTM_PRIOR
from biterms.store.record import number_field, record_field, text_field


@dataclass(kw_only=True)
class BTMState(State):
    """`State`, alpha of each topic, the samples, and how learning from slices began."""

    alpha: float = number_field(least=MIN_BTM_PRIOR, most=MAX_BTM_PRIOR)
    online: str = text_field(choices=KINDS["online"])
    samples: Samples = record_field(Samples)

    def __post_init__(self) -> None:
        super().__post_init__()
        posterior = self.posterior
        fits = self.samples.fits(posterior.M, drawn=self.online == "incremental")
        if not fits or posterior.prior != 1.0 or np.any(np.asarray(posterior.scale) != 1.0):
            raise ValueError("its topics are not those of its biterms")
