"""How a model begins: settings become a model that has learnt nothing, and its first `Fitted`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from biterms.bags.counts import documents_of
from biterms.errors import InputError, SettingError
from biterms.models.deferred import DeferredLimit
from biterms.models.estimator import TopicEstimator
from biterms.models.lda.estimator import LDA
from biterms.models.lda.prevalent import PrevalentEngine
from biterms.text.scikit_words import ScikitWords, is_scikit_learn
from biterms.text.vectoriser import Vectoriser
from biterms.topics.fitted import CHECKED, Fitted
from biterms.topics.guides import Bound, Guide, LearntVectors, PriorInUse, Vectors, learns_prior
from biterms.topics.provenance import Provenance, facts_of
from biterms.topics.sample import Sample
from biterms.topics.top_counts import Counted, TopCounts


@dataclass(frozen=True)
class Beginning:
    """A model and a vocabulary that have learnt nothing yet.

    Parameters
    ----------
    model : TopicEstimator
        The model over counts.
    text : Vectoriser
        How texts become counts.
    guide : Guide or None
        What topics know beforehand.
    """

    model: TopicEstimator
    text: Vectoriser
    guide: Guide | None

    @classmethod
    def of(cls, model: TopicEstimator | None, text: Any, guide: Guide | None) -> Beginning:
        """Copies of what users gave, or of the usual ones.

        Raises
        ------
        SettingError
            If the settings make no sense together.
        """
        if guide is not None and not hasattr(guide, "bind"):
            raise SettingError(f"guide={guide!r:.60}: expected SeedWords, Vectors or None")
        return cls(new_model(model, guide), new_text(text), guide)

    def bind(self, *, complete: bool) -> Bound | LearntVectors | None:
        """Give the model the prior that its guide makes of the vocabulary.

        A prior can be learnt from vectors where all documents are there at once.
        """
        if self.guide is None:
            return None
        if complete and isinstance(self.guide, Vectors) and learns_prior(self.model):
            vectors = self.guide.learnt(self.text)
            self.model.set_params(eta=vectors.prior)
            return vectors
        bound = self.guide.bind(self.text, self.model.topics_at_start)
        self.model.set_params(eta=bound.eta(list(self.text.vocabulary_)))
        return bound

    def in_use(self, bound: Bound | LearntVectors | None) -> PriorInUse | None:
        """The prior of words that join, when the model has learnt."""
        if bound is None:
            return None
        if isinstance(bound, LearntVectors):
            posterior, engine = self.model.posterior_, cast("PrevalentEngine", self.model.engine())
            bound = bound.learnt(posterior, engine.first_eta(self.text.n_docs_))
            self.model.set_params(eta=posterior.eta.T.copy())
        return PriorInUse(bound, np.eye(self.model.topics_at_start))


def new_text(text: Any) -> Vectoriser:
    """A vectoriser with the same settings that knows no words, also of one of scikit-learn."""
    if text is None:
        return Vectoriser()
    if isinstance(text, Vectoriser):
        return Vectoriser(**text.get_params(deep=False))
    if not is_scikit_learn(text):
        raise SettingError(
            f"text={text!r:.60}: expected a Vectoriser, a CountVectorizer of scikit-learn, or "
            "None for the usual one; counts of something else go to TopicModel.from_counts"
        )
    return Vectoriser(
        language=None,
        stop_words=None,
        min_df=1,
        candidates=CHECKED,
        profile="plain",
        tokenizer=ScikitWords(text),
    )


def wanted_model(model: Any, n_topics: Any) -> Any:
    """The model of `TopicModel(20)`, `TopicModel(n_topics=20)` or `TopicModel(LDA(20))`.

    Raises
    ------
    SettingError
        If both are given.
    """
    if model is not None and n_topics is not None:
        raise SettingError(
            f"model={model!r:.60} and n_topics={n_topics!r:.20}: expected one of the two; give "
            "the number to the model, or leave the model out"
        )
    if isinstance(model, int | np.integer) and not isinstance(model, bool):
        return LDA(int(model))
    if isinstance(model, str) and model == "auto":
        return LDA("auto")
    return model if n_topics is None else LDA(n_topics)


def new_model(model: TopicEstimator | None, guide: Guide | None) -> TopicEstimator:
    """A model with the same settings that has learnt nothing; refused if texts cannot use it."""
    if model is not None and not isinstance(model, TopicEstimator):
        raise SettingError(f"model={model!r:.60}: expected a model such as LDA(20)")
    if guide and model and "eta" not in model.parameter_names():
        raise SettingError(f"model={model!r:.60}: expected LDA or HDP, if it has a guide")
    if guide and getattr(model, "n_topics", None) == "auto":
        raise SettingError("n_topics='auto' with a guide, which knows its topics: give a number")
    new = LDA() if model is None else model.unfitted()
    new.engine().n_passes()
    if new.needs_pairs and new.pair_window is None:
        raise SettingError(
            f"model={model!r:.60}: texts say the order of words; expected "
            "biterms='adjacent' or a number, or give a biterms.Paired to the model itself"
        )
    return new


def from_table(
    model: TopicEstimator, X: Any, names: Sequence[str] | None, keep: int, limit: DeferredLimit
) -> Fitted:
    """Learn from a table of counts; some of its documents are kept."""
    if model.needs_pairs:
        raise SettingError(
            f"{model!r:.60}: counts do not say which words are biterms; give texts to fit, "
            "or documents of biterms.InOrder or biterms.Paired to the model itself"
        )
    counts = model._read(X)
    if names is not None and len(names) != counts.n_words:
        raise InputError(f"{len(names)} names for {counts.n_words} columns, expected one for each")
    with limit:
        model.fit(counts)
    chosen = np.sort(np.random.default_rng(0).permutation(len(counts))[:keep])
    return Fitted(
        model,
        None,
        Sample(keep),
        Provenance(facts_of(counts) | passes(model) | {"stopped": False}),
        ids=tuple(range(model.posterior_.n_topics)),
        names=None if names is None else [str(name) for name in names],
        sampled_counts=model._read(documents_of(counts)[chosen]) if len(chosen) else None,
        counted=Counted(TopCounts.of(model, counts)),
    )


def passes(model: TopicEstimator) -> dict[str, int]:
    """How many passes `fit` has done, and how many it was to do at most."""
    return {"passes": int(model.n_iter_), "passes_asked": int(model.engine().n_passes())}
