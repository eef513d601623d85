"""Topics forget, each by itself, what no longer predicts what they learn: now and then, at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.learner import Learner, Step
from biterms.learning.posterior import Posterior
from biterms.learning.power_prior import Change, evidence_powers, hpp_powers
from biterms.learning.statistics import Statistics
from biterms.store.record import array_field, record_field, whole_field

if TYPE_CHECKING:
    from biterms.learning.state import State

#: documents between two looks; and rows of the posterior for each of them, so that a look, which
#: is a pass over the words, costs no more than learning in between
DOCUMENTS, ROWS = 2_000, 4
#: rules by the name that a learner gives
RULES: dict[str, Callable[[Change], Array]] = {"adaptive": evidence_powers, "hpp": hpp_powers}


@dataclass(frozen=True, kw_only=True)
class Forgetting:
    """How much each topic has kept, and what it knew then.

    Parameters
    ----------
    documents : int
        Documents that had come when it was last looked.
    powers : array of shape (K,)
        Share of what each topic had learnt before the last look but one that was kept at the last.
    reference : Posterior or None
        The posterior after the last look; None if an interrupt came before it was copied.
    """

    documents: int = whole_field(0)
    powers: Array = array_field(("K",), least=0.0, most=1.0)
    reference: Posterior | None = record_field(Posterior, optional=True)


class Look(NamedTuple):
    """How much topics keep, and what makes rho M + S of M + S: rho (M + S) + (1 - rho) S.

    Parameters
    ----------
    powers : array of shape (K,)
        rho of each topic.
    kept : Statistics
        (1 - rho) S: what is new stays as it is.
    """

    powers: Array
    kept: Statistics


def due_at(forgetting: Forgetting | None, n_words: int) -> int:
    """Documents at which it is time to look again."""
    last = 0 if forgetting is None else forgetting.documents
    return last + max(DOCUMENTS, n_words // ROWS)


def forget(state: State, learner: Learner, n_threads: int = 1) -> None:
    """Let topics forget if it is time to; whatever interrupts it, the next call makes up for it.

    Parameters
    ----------
    state : State
        What has been learnt, between two minibatches.
    learner : Learner
        Says by which rule, if any.
    n_threads : int
        Threads; the result is the same for any number.
    """
    if learner.power_prior is None:
        return
    posterior, known = state.posterior, state.forgetting
    if known is not None and known.reference is None:
        known = _copied(state, known)
    documents = state.clock.documents
    if documents < due_at(known, posterior.n_words):
        return
    look = _look(posterior, known, learner.power_prior)
    powers = np.ones(posterior.n_topics) if look is None else look.powers
    after = Forgetting(documents=documents, powers=powers)
    if look is None or (powers == 1).all():
        state.set(forgetting=after)
    else:
        state.commit(
            lambda: posterior.add(look.kept, Step(powers, 1.0), n_threads), [{"forgetting": after}]
        )
    _copied(state, after)


def _copied(state: State, forgetting: Forgetting) -> Forgetting:
    known = replace(forgetting, reference=state.posterior.copy())
    state.set(forgetting=known)
    return known


def _look(posterior: Posterior, known: Forgetting | None, rule: str) -> Look | None:
    """What is new since the last look, and how much of the past it speaks for; None at first."""
    if known is None or known.reference is None:
        return None
    try:
        new = posterior.difference(known.reference)
    except InputError:  # topics have been merged, or learning has begun anew
        return None
    powers = RULES[rule](_change(posterior, new, all_words=rule == "hpp"))
    kept = Statistics(
        new.words,
        new.rows * (1 - powers),
        n_words=posterior.n_words,
        documents=0,
        anchor=posterior.anchor,
        extra={name: (1 - powers) * array for name, array in new.extra.items()},
    )
    return Look(powers, kept)


def _change(posterior: Posterior, new: Statistics, *, all_words: bool) -> Change:
    """The past and what is new, of all words or of those that have something new."""
    words, rows = new.words, np.maximum(new.rows, 0.0)
    if all_words:
        words, rows = np.arange(posterior.n_words, dtype=np.int32), np.zeros(posterior.M.shape)
        rows[new.words] = np.maximum(new.rows, 0.0)
    eta = posterior.prior * (posterior.eta if len(posterior.eta) == 1 else posterior.eta[words])
    past = np.maximum(posterior.rows(words) - eta - rows, 0.0)
    total = rows.sum(axis=0)
    sums = np.maximum(posterior.learnt() - total, 0.0)
    return Change(past, rows, eta, sums, total, posterior.prior * posterior.table.eta_sums)
