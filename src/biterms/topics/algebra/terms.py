"""The models of a sum, and what they must have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.learning import KPS, SVB
from biterms.learning.start import undecided
from biterms.learning.stretches import Stretches
from biterms.models.estimator import TopicEstimator
from biterms.models.variational import VariationalEngine
from biterms.topics.algebra.contents import contents_of_sum
from biterms.topics.fitted import Fitted

#: what models that are added up may differ in
FREE = {
    *("alpha", "batch_size", "eta", "init", "learner", "max_topics", "n_threads", "n_topics"),
    *("passes", "random_state"),
}
How = Literal["base", "prior", "aligned"]


class Term(NamedTuple):
    """A model in a sum: added (1) or subtracted (-1)."""

    fitted: Fitted
    sign: int = 1


class Terms(NamedTuple):
    """What is added up, and how.

    Parameters
    ----------
    base : Fitted or None
        What all of them began with.
    terms : tuple of Term
        The models.
    how : {"base", "prior", "aligned"}
        Their topics are the same because they began with one model, or with one prior; or they are
        found by their words.
    exact : bool
        Whether what they have learnt is a sum over their documents.
    contents : Stretches
        What the sum holds of which lines of learning.
    """

    base: Fitted | None
    terms: tuple[Term, ...]
    how: How
    exact: bool
    contents: Stretches

    @property
    def first(self) -> Fitted:
        """The model whose settings, ids and words come first."""
        return self.terms[0].fitted if self.base is None else self.base


def checked(base: Fitted | None, terms: Sequence[Term], *, approximate: bool) -> Terms:
    """Find out how models can be added up.

    Raises
    ------
    InputError
        If they cannot, with the reason and what would help.
    """
    models = [term.fitted.model for term in terms]
    for model in models:
        _check_kind(model)
    known = models if base is None else [base.model, *models]
    _check_settings(known)
    exact = [_adds_up(model) for model in models]
    if not (all(exact) or approximate):
        raise InputError(_no_sum(models[exact.index(False)]))
    how = _how(base, terms, exact=all(exact))
    signs = [term.sign for term in terms]
    contents = contents_of_sum(None if base is None else base.model, models, signs)
    return Terms(base, tuple(terms), how, all(exact), contents)


def _how(base: Fitted | None, terms: Sequence[Term], *, exact: bool) -> How:
    """How topics are found to be the same."""
    if base is not None:
        for term in terms:
            _check_base(base.model, term.fitted.model)
        return "base"
    if related([term.fitted.model for term in terms if term.sign > 0]):
        raise InputError(
            "two of the models began as copies of one model, whose texts would count twice: give "
            "that model as base"
        )
    if exact and _same_prior(terms):
        return "prior"
    if any(term.sign < 0 for term in terms):
        raise InputError(
            "the two models began with different topics: give the model that both began with as "
            "base"
        )
    return "aligned"


def learner_of(model: TopicEstimator) -> Any:
    """How a model learns."""
    return model.engine().learning.learner  # type: ignore[attr-defined]


def _adds_up(model: TopicEstimator) -> bool:
    return isinstance(learner_of(model), SVB | KPS)


def _no_sum(model: TopicEstimator) -> str:
    return (
        f"{type(learner_of(model)).__name__} weighs documents by when they came, so what it has "
        "learnt is not a sum over documents: expected SVB or KPS, or approximate=True for an "
        "average by documents"
    )


def _check_kind(model: TopicEstimator) -> None:
    if not isinstance(model.engine(), VariationalEngine):
        raise InputError(
            f"{type(model).__name__} draws its topics anew: expected LDA or HDP, whose learning "
            "adds up; fit it to all texts together"
        )


def _check_settings(models: Sequence[TopicEstimator]) -> None:
    kinds = {type(model).__name__ for model in models}
    if len(kinds) > 1:
        raise InputError(
            f"models of different kinds, {', '.join(sorted(kinds))}: expected one kind"
        )
    first = models[0].get_params(deep=False)
    for model in models[1:]:
        for name, value in model.get_params(deep=False).items():
            if name not in FREE and value != first[name]:
                raise InputError(
                    f"{name}={first[name]!r:.40} and {name}={value!r:.40}: expected models that "
                    "differ in the texts that they have learnt from, not in their settings"
                )


def _check_base(base: TopicEstimator, model: TopicEstimator) -> None:
    then, now = base.posterior_.table, model.posterior_.table
    if not now.lineage.includes(then.anchor, now.updates):
        raise InputError(
            "a model did not begin with the base, or has learnt its topics anew since, as Annealed "
            "does with the first texts of a stream: expected copies of the base, or models read "
            "from its folder, that have learnt on. Take a later base, or leave it out to align "
            "topics by their words"
        )
    pruned = hasattr(base.state, "alive") and not np.array_equal(
        base.state.alive, model.state.alive
    )
    if pruned or then.M.shape[1] != now.M.shape[1]:
        raise InputError(
            "topics were merged or emptied since the base, so that they are not the same any more: "
            "take a base after that"
        )


def related(models: Sequence[TopicEstimator]) -> bool:
    """Whether two of the models have a moment in common."""
    seen = set[str]()
    for model in models:
        lineage = model.posterior_.table.lineage
        own = {lineage.id, *(line for line, _ in lineage.past)}
        if own & seen:
            return True
        seen |= own
    return False


def _same_prior(terms: Sequence[Term]) -> bool:
    """Whether a prior that tells all topics from each other is the same for all words."""
    priors = [_prior_of(term.fitted) for term in terms]
    known: dict[str, bytes] = {}
    for prior in priors:
        if prior is None:
            return False
        for word, row in prior.items():
            if known.setdefault(word, row) != row:
                return False
    return True


def _prior_of(fitted: Fitted) -> dict[str, bytes] | None:
    """The prior of each word, if learning began with it and with nothing else."""
    table = fitted.model.posterior_.table
    eta, begun = table.words()[1], not np.any(table.resets)
    if fitted.text is None or not begun or len(undecided(eta, table.M.shape[1])):
        return None
    keys = fitted.text.words_.keys
    words = [keys[place] for place in fitted.text.words_.place_of.values.tolist()]
    return {word: row.tobytes() for word, row in zip(words, eta, strict=False)}
