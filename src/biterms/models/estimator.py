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

    @property
    def given_pairs(self) -> bool:
        """Whether documents must tell their biterms."""
        return False

    @property
    def pair_window(self) -> int | None:
        """Biterms are words so near in a text, so documents must come as `InOrder`; None: all."""
        return None

    def pair_scale(self, counts: Array, weights: Array | None = None) -> float:
        """What C_uv of one document is multiplied by; 0 for words alone.

        ``weights`` are all C_uv where u < v; None: min(f_u, f_v) of any two words.
        """
        return 0.0
