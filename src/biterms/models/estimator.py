"""What all models share: documents in, one posterior, one learner, one loop.

A new model is one class in one file: it derives from `TopicEstimator`, or from `BitermEstimator`
when its document step weighs biterms, and answers what `ModelBase` asks (its topics, its settings,
its prior, the document step, the bound). `MODELS` in `state.py` makes it storable.
"""

from __future__ import annotations

from biterms.kernels import Array
from biterms.models.change import Changed
from biterms.models.loop import Learning


class TopicEstimator(Learning, Changed):
    """An estimator over counts; ``posterior_`` is what has been learnt."""

    def pair_scale(self, counts: Array) -> float:
        """What C_uv = min(f_u, f_v) of one document is multiplied by; 0 for words alone."""
        return 0.0
