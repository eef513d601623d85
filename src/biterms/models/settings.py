"""Settings that LDA and HDP share: checked when learning begins, since constructors only store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from biterms.errors import SettingError
from biterms.kernels import Inference
from biterms.learning import SVI, Learner
from biterms.settings import all_threads, check_random_state, check_threads, check_whole

#: More topics cost more memory than any use needs.
MAX_TOPICS = 10**6


@dataclass(frozen=True)
class LearningSettings:
    """How a model learns, checked."""

    learner: Learner
    passes: int | None
    batch_size: int
    init: str | None
    inference: Inference
    random_state: Any
    threads: int

    def n_passes(self) -> int:
        """How often ``fit`` goes over the documents."""
        if self.passes is None:
            return self.learner.default_passes
        if self.passes > 1 and not self.learner.repeats:
            raise SettingError(
                f"passes={self.passes} with {type(self.learner).__name__}: a streaming learner "
                "would count the documents twice; use passes=1, or SVI for several passes"
            )
        return self.passes


def learning_settings(estimator: Any) -> LearningSettings:
    """The settings of an estimator; no learner is SVI.

    Raises
    ------
    SettingError
        If a setting makes no sense.
    """
    learner = SVI() if estimator.learner is None else estimator.learner
    if not isinstance(learner, Learner):
        raise SettingError(
            f"learner={learner!r}: expected None or one of BatchVB(), SVI(), SVB(), KPS()"
        )
    learner.check()
    check_whole("batch_size", estimator.batch_size)
    if estimator.passes is not None:
        check_whole("passes", estimator.passes)
    check_threads(estimator.n_threads)
    if estimator.init not in (None, "documents", "random"):
        raise SettingError(f"init={estimator.init!r}: expected None, 'documents' or 'random'")
    if estimator.inference not in ("vb", "mean"):
        raise SettingError(f"inference={estimator.inference!r}: expected 'mean' or 'vb'")
    check_random_state(estimator.random_state)
    return LearningSettings(
        learner,
        estimator.passes,
        int(estimator.batch_size),
        estimator.init,
        estimator.inference,
        estimator.random_state,
        estimator.n_threads or all_threads(),
    )
