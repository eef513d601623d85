"""What cannot be learnt on a cluster, refused before anything begins."""

from __future__ import annotations

from typing import Any

from biterms.cluster.schedules import Schedule, Synchronous
from biterms.errors import SettingError
from biterms.learning import KPS, SVB, SVI, BatchVB
from biterms.models.estimator import TopicEstimator
from biterms.models.variational import VariationalEngine
from biterms.text.scikit_words import ScikitWords
from biterms.text.text_settings import check_settings
from biterms.text.vectoriser import Vectoriser


def check_model(model: TopicEstimator, schedule: Schedule) -> None:
    """Refuse a model whose learning does not add up.

    Raises
    ------
    SettingError
        If it is so; the message says why and what would do.
    """
    engine: Any = model.engine()
    if not isinstance(engine, VariationalEngine):
        raise SettingError(
            f"{type(model).__name__} draws its topics anew, which cannot be divided: expected LDA "
            "or HDP"
        )
    learner = engine.learning.learner
    if found := _does_not_add_up(learner):
        raise SettingError(
            f"learner={learner!r:.60} on a cluster: {found}; expected Annealed(), SVI(), SVB() or "
            "KPS()"
        )
    if isinstance(schedule, Synchronous) and not getattr(learner, "exact", False):
        raise SettingError(
            f"synchronous rounds with learner={learner!r:.60}: expected SVB(exact=True) or "
            "KPS(exact=True), whose sums do not depend on who computes what"
        )


def _does_not_add_up(learner: Any) -> str | None:
    if isinstance(learner, BatchVB):
        return "it needs all documents at once"
    if isinstance(learner, SVB | KPS) and learner.decay != 1:
        return "what fades depends on the order of all documents"
    if isinstance(learner, SVI) and learner.total_docs is not None:
        return "the number of documents is known, so leave total_docs out"
    if learner.horizon is not None:
        return "workers do not know the times of other texts"
    return None


def check_text(text: Vectoriser, duplicates: str) -> None:
    """Refuse texts whose words cannot be found in parts.

    Raises
    ------
    SettingError
        If it is so.
    """
    check_settings(text)
    if text.phrases:
        raise SettingError(
            "phrases=True on a cluster: phrases are found in all texts at once; leave it out, or "
            "write them as one word beforehand (north_korea)"
        )
    if isinstance(text.tokenizer, ScikitWords):
        raise SettingError(
            "text is a vectoriser of scikit-learn, which chooses its words from all texts at "
            "once: expected a Vectoriser; its tokenizer= takes a function that cuts texts"
        )
    if duplicates == "once":
        raise SettingError(
            "duplicates='once' on a cluster: workers do not know the texts of others; leave "
            "duplicates out beforehand, or use 'keep'"
        )
