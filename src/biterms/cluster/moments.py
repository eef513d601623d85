"""What is known at the start of a round, on its way to the workers."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from biterms.cluster.packing import Whole, packed, unpacked
from biterms.cluster.tasks import Remembered
from biterms.kernels import Array
from biterms.learning.few_words import few_words
from biterms.learning.posterior import Posterior
from biterms.learning.state import State
from biterms.learning.table import Table
from biterms.models.estimator import TopicEstimator

_ROWS = Remembered[Whole]()


class Moment(NamedTuple):
    """A state whose rows are packed: a worker unpacks those of the words of its documents.

    Parameters
    ----------
    run : str
        The run.
    round : int
        Number of the round.
    model : TopicEstimator
        The settings, with the learner of lanes.
    state : State
        What is known beside the posterior.
    table : Table
        The numbers of the posterior, without rows.
    """

    run: str
    round: int
    model: TopicEstimator
    state: State
    table: Table

    @classmethod
    def of(cls, run: str, number: int, model: TopicEstimator, state: State) -> Self:
        """What is known now, but for rows and priors of words."""
        table = state.posterior.table
        none = np.empty((0, table.M.shape[1]))
        eta = table.eta[:0] if len(table.eta) > 1 else table.eta
        bare = state.with_changes({"posterior": None, "names": None})
        # The sums go on changing while workers read them, if they share the memory of the driver.
        numbers = table._replace(M=none, m=table.m.copy(), eta=eta)
        return cls(run, number, model, bare, numbers)

    def begin(self, words: Array, rows: list[bytes], eta: list[bytes]) -> State:
        """A state that has some of the words, and one more for all others.

        Parameters
        ----------
        words : array of int
            The words.
        rows : list of bytes
            Rows of all words, from `pack_rows`.
        eta : list of bytes
            Priors of all words as they are in memory; empty if all have the same.
        """
        moment = self.run, self.round
        whole = _ROWS.get(moment, lambda: unpack_rows(b"".join(rows)))
        table = self.table
        if eta:
            prior = np.frombuffer(b"".join(eta), dtype=np.float64)
            table = table._replace(eta=prior.reshape(-1, table.eta.shape[1]))
        few = few_words(table, words, whole.rows(words))
        bare = Posterior(1, table.M.shape[1], np.ones((1, 1)), tuple(table.extra))
        return self.state.with_changes({"posterior": bare.with_table(few)})


def pack_rows(table: Table, bits: int) -> bytes:
    """The rows of a posterior that has been rounded."""
    whole = Whole.of(table.M[: table.n], bits)
    return packed(whole.about(), whole.arrays("M"))


def unpack_rows(data: bytes) -> Whole:
    """What `pack_rows` gave; they become numbers when they are needed."""
    about, arrays = unpacked(data)
    return Whole.read(about, arrays, "M")
