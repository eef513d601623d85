"""Settings that LDA and HDP share: checked when learning begins, since constructors only store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from biterms.errors import SettingError
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
    inference: str
    random_state: Any
    threads: int

    def n_passes(self) -> int:
        """How often ``fit`` goes over the documents."""
        if self.passes is None:
            return self.learner.default_passes
        if self.passes > 1 and not self.learner.repeats:
            raise SettingError(
                f"passes={self.passes} with {type(self.learner).__name__}: a streaming learner "
                "would count the documents twice; use passes=1, or Annealed or SVI for more"
            )
        return self.passes


def learning_settings(
    estimator: Any, default: type[Learner] = SVI, inference: str | None = None
) -> LearningSettings:
    """The settings of an estimator, its default learner, and its inference if that is special.

    Raises
    ------
    SettingError
        If a setting makes no sense.
    """
    learner = default() if estimator.learner is None else estimator.learner
    if not isinstance(learner, Learner):
        raise SettingError(
            f"learner={learner!r}: expected None or one of Annealed(), BatchVB(), SVI(), SVB(), "
            "KPS()"
        )
    learner.check()
    if estimator.batch_size is not None:
        check_whole("batch_size", estimator.batch_size)
    if estimator.passes is not None:
        check_whole("passes", estimator.passes)
    check_threads(estimator.n_threads)
    if estimator.init not in (None, "documents", "random"):
        raise SettingError(f"init={estimator.init!r}: expected None, 'documents' or 'random'")
    if inference is None and estimator.inference not in ("mean", "vb"):
        raise SettingError(f"inference={estimator.inference!r}: expected 'mean' or 'vb'")
    check_random_state(estimator.random_state)
    return LearningSettings(
        learner,
        estimator.passes,
        int(estimator.batch_size or learner.default_batch_size),
        estimator.init,
        inference or estimator.inference,
        estimator.random_state,
        estimator.n_threads or all_threads(),
    )
