"""Settings that all models share: checked when learning begins, since constructors only store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklearn.utils import check_random_state

from biterms.errors import SettingError
from biterms.learning import SVI, Learner
from biterms.settings import check_threads, check_whole

if TYPE_CHECKING:
    from biterms.models.base import ModelBase


def checked_learner(model: ModelBase) -> Learner:
    """The learner of a model whose settings make sense; None is SVI."""
    learner = SVI() if model.learner is None else model.learner
    if not isinstance(learner, Learner):
        raise SettingError(
            f"learner={learner!r}: expected None or one of BatchVB(), SVI(), SVB(), KPS()"
        )
    learner.check()
    check_whole("batch_size", model.batch_size)
    if model.passes is not None:
        check_whole("passes", model.passes)
    check_threads(model.n_threads)
    if model.init not in (None, "documents", "random"):
        raise SettingError(f"init={model.init!r}: expected None, 'documents' or 'random'")
    try:
        check_random_state(model.random_state)
    except ValueError as error:
        raise SettingError(f"random_state={model.random_state!r}: {error}") from None
    model._check()
    return learner


def passes_of(model: ModelBase, learner: Learner) -> int:
    """How often ``fit`` goes over the data."""
    if model.passes is None:
        return learner.default_passes
    if model.passes > 1 and not learner.repeats:
        raise SettingError(
            f"passes={model.passes} with {type(learner).__name__}: a streaming learner would "
            "count the data twice; use passes=1, or SVI for several passes"
        )
    return model.passes
