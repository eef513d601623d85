"""The posterior of models that are added up, and the state around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning import SVI
from biterms.learning.posterior import Posterior
from biterms.learning.summing import Frame, Part, share_of, summed
from biterms.models.estimator import TopicEstimator
from biterms.models.variational import VariationalEngine
from biterms.topics.algebra.alignment import aligned
from biterms.topics.algebra.terms import Terms, learner_of
from biterms.topics.algebra.words import Words
from biterms.topics.fitted import Fitted, detached


class Columns(NamedTuple):
    """Which topics of a sum the topics of each model are.

    Parameters
    ----------
    topics : list of array of int
        For each model the topic of the sum that each of its topics is.
    n : int
        Topics of the sum.
    matched : int
        Topics of later models that are those of earlier ones.
    """

    topics: list[Array]
    n: int
    matched: int = 0


def columns_of(terms: Terms, words: Words, distance: float) -> Columns:
    """Find the topics that are the same in all models."""
    models = [term.fitted.model for term in terms.terms]
    K = models[0].posterior_.n_topics
    if terms.how != "aligned":
        if any(model.posterior_.n_topics != K for model in models):
            raise InputError("models with one prior and different numbers of topics: expected one")
        return Columns([np.arange(K) for _ in models], K)
    total, places, n, matched = _learnt(models[0], words.ids[0], words.n), [np.arange(K)], K, 0
    used = models[0].in_use_
    for model, ids in zip(models[1:], words.ids[1:], strict=True):
        own = _learnt(model, ids, words.n)
        found = _assigned(total, own, used, model.in_use_, distance)
        matched += int((found[model.in_use_] < n).sum())
        n = max(n, int(found.max()) + 1)
        total = _with_columns(total, n)
        np.add.at(total.T, found, own.T)
        used = np.append(used, np.zeros(n - len(used), dtype=bool))
        used[found[model.in_use_]] = True
        places.append(found)
    return Columns(places, n, matched)


def _assigned(total: Array, own: Array, used: Array, mine: Array, distance: float) -> Array:
    """Topics in use by their words, others to topics that are free; what is left is new."""
    eta = 1e-3  # only to compare: words that nobody has learnt are a little probable
    rows, columns = np.flatnonzero(used), np.flatnonzero(mine)
    one, other = ((part + eta).T for part in (total[:, rows], own[:, columns]))
    found = aligned(
        one / one.sum(axis=1, keepdims=True), other / other.sum(axis=1, keepdims=True), distance
    )
    places = np.full(len(mine), -1)
    known = found.topics >= 0
    places[columns[known]] = rows[found.topics[known]]
    free = np.flatnonzero(~used).tolist()
    for topic in np.flatnonzero(places < 0).tolist():
        if mine[topic] or not free:
            places[topic] = max(total.shape[1], int(places.max()) + 1)
        else:
            places[topic] = free.pop(0)
    return places


def _learnt(model: TopicEstimator, ids: Array, n_words: int) -> Array:
    """What a model has learnt, words x topics, in the words of the sum."""
    posterior = model.posterior_
    rows = np.zeros((n_words, posterior.n_topics))
    known = ids >= 0
    rows[ids[known]] = np.maximum(posterior.scale * posterior.M, 0.0)[known]
    return rows


def _with_columns(rows: Array, n: int) -> Array:
    return np.pad(rows, ((0, 0), (0, n - rows.shape[1])))


def posterior_of(terms: Terms, words: Words, columns: Columns, *, consecutive: bool) -> Posterior:
    """Add up what models have learnt.

    Raises
    ------
    InputError
        If that is not possible.
    """
    start = _start(terms, words, columns)
    base = terms.base.model.posterior_.table if terms.base is not None and terms.exact else None
    frame, factors = Frame(words.n, columns.n), _factors(terms)
    parts = [
        Part(term.fitted.model.posterior_.table, ids, topics, term.sign, factor)
        for term, ids, topics, factor in zip(
            terms.terms, words.ids, columns.topics, factors, strict=True
        )
    ]
    shares = [share_of(base, part, frame, start.anchor) for part in parts]
    summed(start, shares, consecutive=consecutive)
    table = start.table
    lineage = table.lineage.holding(terms.contents, table.updates)
    return start.with_table(table._replace(lineage=lineage))


def _start(terms: Terms, words: Words, columns: Columns) -> Posterior:
    """The base with the words of the sum, or what has learnt nothing."""
    first = terms.first.model.posterior_
    eta = first.eta
    if len(eta) > 1:
        if terms.how == "aligned":
            raise InputError(
                "the prior of the topics differs between words, so that topics cannot be aligned: "
                "expected models that began with one base"
            )
        eta = _joined_eta(terms, words)
    if terms.base is not None and terms.exact:
        start = first.copy()
        added = words.change.added
        start.remap(words.change, eta[added] if len(eta) > 1 and len(added) else None)
        return start
    if eta.shape[1] > 1 and columns.n > eta.shape[1]:
        eta = _with_topics(terms, columns)
    return Posterior(words.n, columns.n, eta, tuple(first.extra))


def _joined_eta(terms: Terms, words: Words) -> Array:
    """The prior of all words, each from the first model that has it."""
    K = terms.first.model.posterior_.n_topics
    eta = np.empty((words.n, K))
    for term, ids in zip(reversed(terms.terms), reversed(words.ids), strict=True):
        known = ids >= 0
        eta[ids[known]] = term.fitted.model.posterior_.eta[known]
    return eta


def _with_topics(terms: Terms, columns: Columns) -> Array:
    """The prior of all topics, each from the first model that has it."""
    eta = np.empty((1, columns.n))
    for term, topics in zip(reversed(terms.terms), reversed(columns.topics), strict=True):
        eta[:, topics] = term.fitted.model.posterior_.eta
    return eta


def _factors(terms: Terms) -> list[float]:
    """How often each model counts: 1, or in an average by documents its share of them."""
    models = [term.fitted.model for term in terms.terms]
    if terms.exact:
        return [1.0] * len(models)
    counted = [_documents_counted(model) for model in models]
    if terms.base is None:
        return [model.n_docs_ / n for model, n in zip(models, counted, strict=True)]
    before = terms.base.model.n_docs_
    since = np.array([max(0, model.n_docs_ - before) for model in models], dtype=np.float64)
    since = since if since.any() else np.ones(len(models))
    total = _documents_counted(terms.base.model, before + float(since.sum()))
    return [total * n / float(since.sum()) / of for n, of in zip(since, counted, strict=True)]


def _documents_counted(model: TopicEstimator, documents: float | None = None) -> float:
    """The documents that all that was learnt stands for."""
    learner = learner_of(model)
    total = learner.total_docs if isinstance(learner, SVI) else None
    return float(total or (model.n_docs_ if documents is None else documents) or 1)


def model_of(terms: Terms, posterior: Posterior, columns: Columns) -> TopicEstimator:
    """The model whose posterior this is: settings of the first, clocks added up."""
    first = terms.first.model
    engine: Any = first.engine()
    assert isinstance(engine, VariationalEngine)
    states = [term.fitted.model.state for term in terms.terms]
    topics = columns.topics
    if terms.base is not None:
        states, topics = [first.state, *states], [np.arange(columns.n), *topics]
    fields = engine.summed(states, topics, columns.n)
    model = detached(first)
    same_words = posterior.n_words == first.posterior_.n_words
    model.state_ = model.state_.with_changes(
        {
            **fields,
            "posterior": posterior,
            "clock": _clock(terms),
            "symmetry_broken": any(state.symmetry_broken for state in states),
            "names": first.state.names if same_words else None,
        }
    )
    if columns.n > model.topics_at_start:
        _make_room(model, columns.n)
    return model


def _make_room(model: TopicEstimator, n_topics: int) -> None:
    """Let a model have begun with more topics."""
    settings = model.get_params(deep=False)
    number = "max_topics" if "max_topics" in settings else "n_topics"
    model.set_params(**{number: n_topics})
    if isinstance(settings.get("alpha"), np.ndarray | list | tuple):
        model.set_params(alpha=model.state_.alpha)  # type: ignore[attr-defined]
    model.state_ = model.state_.with_changes({"first_topics": n_topics})


def _clock(terms: Terms) -> Any:
    first, clocks = terms.first.model.state.clock, [t.fitted.model.state.clock for t in terms.terms]
    return replace(
        first,
        steps=total(terms, lambda fitted: fitted.model.state.clock.steps),
        documents=total(terms, lambda fitted: fitted.model.state.clock.documents),
        passes=max(clock.passes for clock in clocks),
        first_pass=all(clock.first_pass for clock in clocks),
        arrivals=None,
    )


def total(terms: Terms, number: Callable[[Fitted], int]) -> int:
    """n_0 + sum_j (n_j - n_0)."""
    start = 0 if terms.base is None else number(terms.base)
    return max(0, start + sum(term.sign * (number(term.fitted) - start) for term in terms.terms))


def labels_of(terms: Terms, columns: Columns, ids: tuple[int, ...]) -> dict[int, str]:
    """Names that users gave to topics: those of the first model, unless others gave another."""
    named = {k: {name} for k, name in terms.first.labels.items()}
    for term, topics in zip(terms.terms, columns.topics, strict=True):
        for place, topic in enumerate(term.fitted.ids):
            name, here = term.fitted.labels.get(topic), ids[int(topics[place])]
            if name is not None and term.sign > 0:
                named.setdefault(here, set()).add(name)
    old = terms.first.labels
    return {k: min(some - {old.get(k, "")} or some) for k, some in named.items()}


def ids_of(first: Fitted, n: int) -> tuple[int, ...]:
    """The ids of the first model, and new ones for topics that it does not have."""
    begin = max(first.ids, default=-1) + 1
    return (*first.ids, *range(begin, begin + n - len(first.ids)))
