"""Merge models, and subtract one from another."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from biterms.errors import InputError, SettingError
from biterms.learning.learner import is_number
from biterms.topics.algebra.posteriors import (
    Columns,
    columns_of,
    ids_of,
    labels_of,
    model_of,
    posterior_of,
)
from biterms.topics.algebra.remains import sample_of, sampled_counts_of, seen_of
from biterms.topics.algebra.terms import Term, Terms, checked
from biterms.topics.algebra.words import words_of
from biterms.topics.duplicates import Duplicates
from biterms.topics.fitted import Fitted
from biterms.topics.most_probable import most_probable
from biterms.topics.naming import labelled
from biterms.topics.provenance import Provenance
from biterms.topics.top_counts import COUNTED, Counted, TopCounts

if TYPE_CHECKING:
    from biterms.topics.topic_model import TopicModel

#: topics that are farther apart are not the same; halves of a collection show where that is
DISTANCE = 0.8
#: facts of one model alone: what it learnt from, and where it was in a stream
OWN = ("data", "stream_step", "stream_arrived", "stream_newest", "merged", "merged_as")


def merge(
    *models: TopicModel,
    base: TopicModel | None = None,
    consecutive: bool = False,
    approximate: bool = False,
    distance: float = DISTANCE,
) -> TopicModel:
    """Make one model of several that have learnt from different texts.

    Models that began as copies of one model, the base, are added up exactly: the result is that of
    learning all of their statistics, in any order and in any groups. So are models that began with
    one prior which tells all topics apart, as seed words do. Topics of other models are aligned
    first, and `info` of the result says so.

    Parameters
    ----------
    *models : TopicModel
        The models; they do not change.
    base : TopicModel, optional
        What all of them began with. What it has learnt counts once.
    consecutive : bool, default=False
        If learning fades: whether models learnt one after another, in the order in which they are
        given, so that earlier ones fade by as much as later ones have learnt. Otherwise they
        learnt at the same time.
    approximate : bool, default=False
        Whether models by `Annealed`, `SVI` and `BatchVB` may be merged, too: what they have learnt
        is no sum over documents, so it is averaged by the number of documents.
    distance : float, default=0.8
        Without a base: topics whose Hellinger distance is larger are not the same, and are kept as
        topics of their own.

    Returns
    -------
    TopicModel
        The merged model, with the settings of the base or else of the first model.

    Raises
    ------
    InputError
        If models cannot be merged; the error says why.

    Notes
    -----
    M = f M_0 + sum_j w_j (M_j - f_j M_0), where f_j is what is left in model j of what the base had
    learnt, and w_j = f / f_j weights it to the time of the latest. Without decay, differences are
    rounded to multiples of 2^-20, so that sums of them are exact. Words are united; a word that
    waits for its ``min_df`` documents has those of all models then and joins when it comes next.

    Examples
    --------
    >>> from copy import deepcopy
    >>> from biterms import LDA, SVB, TopicModel, merge
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> base = TopicModel(LDA(2, learner=SVB(), random_state=0)).update(texts)
    >>> north, south = deepcopy(base), deepcopy(base)
    >>> north = north.update(["late goal", "goal wins"] * 5)
    >>> south = south.update(["flights to rome"] * 7)
    >>> merge(north, south, base=base).model_.n_docs_
    37
    """
    if len(models) < (1 if base is not None else 2):
        raise InputError(f"{len(models)} models, expected two or more, or a base and one or more")
    check_distance(distance)
    return added_up(
        base,
        [(model, 1) for model in models],
        consecutive=consecutive,
        approximate=approximate,
        distance=float(distance),
    )


def check_distance(distance: Any) -> None:
    """Refuse what is no distance."""
    if not (is_number(distance) and 0 <= distance <= 1):
        raise SettingError(f"distance={distance!r:.20}: expected a number from 0 to 1")


def subtract(model: TopicModel, other: TopicModel, base: TopicModel | None) -> TopicModel:
    """Take from a model what another one has learnt since their base."""
    return added_up(base, [(model, 1), (other, -1)])


def added_up(
    base: TopicModel | None,
    models: Sequence[tuple[TopicModel, int]],
    *,
    consecutive: bool = False,
    approximate: bool = False,
    distance: float = DISTANCE,
) -> TopicModel:
    """The sum of models, each added (1) or subtracted (-1)."""
    given = [model for model, _ in models] + ([] if base is None else [base])
    with ExitStack() as held:
        for model in sorted({id(each): each for each in given}.values(), key=id):
            held.enter_context(_unchanging(model))
        terms = checked(
            None if base is None else base.fitted,
            [Term(model.fitted, sign) for model, sign in models],
            approximate=approximate,
        )
        fitted = fitted_sum(terms, consecutive=consecutive, distance=distance)
    first = given[0] if base is None else base
    merged = type(first)(**first.get_params(deep=False))
    merged._fitted = fitted
    return merged


def check_model(model: Any) -> None:
    """Refuse what is no TopicModel, such as the name of its folder."""
    if not hasattr(model, "_lock"):
        raise InputError(
            f"{model!r:.60}: expected a TopicModel; biterms.load reads one from its folder"
        )


def _unchanging(model: TopicModel) -> Any:
    """Nothing is learnt meanwhile."""
    check_model(model)
    return model._lock


def fitted_sum(terms: Terms, *, consecutive: bool, distance: float) -> Fitted:
    """Everything that a sum of models has learnt."""
    words = words_of(terms)
    columns = columns_of(terms, words, distance)
    posterior = posterior_of(terms, words, columns, consecutive=consecutive)
    model, first = model_of(terms, posterior, columns), terms.first
    ids = ids_of(first, columns.n)
    fitted = Fitted(
        model,
        words.text,
        sample_of(terms) if words.text is not None else first.sample,
        Provenance(_facts(terms, columns)),
        prior=first.prior,
        ids=ids,
        names=first.names,
        sampled_counts=None if words.text is not None else sampled_counts_of(terms),
        renewed_at=0 if words.text is None else words.text.n_docs_,
        duplicates=Duplicates(seen_of(terms)),
    )
    fitted = replace(fitted, labels=labelled(fitted, labels_of(terms, columns, ids)))
    begun = TopCounts.begin(most_probable(posterior, COUNTED), model.n_docs_)
    counts = begun.chosen(posterior, fitted.sampled_documents())
    return replace(fitted, counted=Counted(counts))


def _facts(terms: Terms, columns: Columns) -> dict[str, Any]:
    """How the sum came about."""
    known = [term.fitted.provenance.facts for term in terms.terms]
    facts = {name: fact for name, fact in terms.first.provenance.facts.items() if name not in OWN}
    begun = [str(fact["begun"]) for fact in known if "begun" in fact]
    return facts | {
        "begun": min(begun, default=""),
        "learnt": datetime.now(UTC).isoformat(timespec="seconds"),
        "merged": sum(
            term.sign * int(fact.get("merged", 1))
            for term, fact in zip(terms.terms, known, strict=True)
        ),
        "merged_as": _description(terms, columns),
    }


def _description(terms: Terms, columns: Columns) -> str:
    if terms.how == "aligned":
        own = [len(term.fitted.in_use) for term in terms.terms[1:]]
        found = f"topics aligned by their words: {columns.matched} of {sum(own)} matched"
        return found if terms.exact else f"{found}; averaged by documents"
    if not terms.exact:
        return "averaged by documents, from a common base"
    if all(term.sign > 0 for term in terms.terms):
        return f"sum from a common {terms.how}"
    return f"difference from a common {terms.how}"
