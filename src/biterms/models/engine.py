"""Engine: what an estimator asks of its model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from biterms.kernels import Array, Counts
from biterms.learning.plan import Joining
from biterms.learning.posterior import Posterior
from biterms.learning.prequential import Progress
from biterms.learning.row_map import RowMap

#: is shown topics and the documents they were learnt from again, and gives what is called when they
#: replace what was learnt
Replayed = Callable[[Posterior, Counts], Callable[[], None]]


class Engine(Protocol):
    """A model bound to settings that have been checked; it knows no estimator.

    A state is an instance of the estimator's ``state_class``.
    """

    @property
    def batch_size(self) -> int:
        """Documents of a minibatch when they come as a stream."""

    @property
    def horizon(self) -> float | None:
        """Seconds of a stream that are looked back on; None: times of documents do not matter."""

    def n_passes(self) -> int:
        """How often ``fit`` goes over the documents at most."""

    def working_memory(self, n_docs: int, n_words: int) -> int:
        """Say how much memory ``fit`` takes where the documents themselves are on disk.

        Parameters
        ----------
        n_docs, n_words : int
            Numbers of documents and words.

        Returns
        -------
        int
            Bytes, about.

        Raises
        ------
        SettingError
            If it holds all documents in memory, wherever they come from.
        """

    def begin(
        self, counts: Counts, names: list[str] | None = None, *, complete: bool = True
    ) -> Any:
        """Make a state that has learnt nothing yet.

        Parameters
        ----------
        counts : Counts
            The documents that it will learn from first.
        names : list of str, optional
            Names of the words.
        complete : bool, default=True
            Whether these are all documents, or the first of a stream.

        Returns
        -------
        State
            The state.
        """

    def fit(
        self,
        state: Any,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """Learn from all documents.

        Parameters
        ----------
        state : State
            What `begin` returned.
        counts : Counts
            The documents.
        progress : callable, optional
            Called with documents done, documents in all, and the prequential LPP or None.
        publish : callable, optional
            Called with a number of minibatches when the state has learnt something.
        """

    def learn(self, state: Any, counts: Counts) -> None:
        """Go on learning from one minibatch.

        Parameters
        ----------
        state : State
            What has been learnt; it changes when all of the minibatch has been learnt.
        counts : Counts
            The documents of the minibatch.
        """

    def learn_stream(
        self,
        state: Any,
        counts: Counts,
        cuts: Array,
        joining: Joining | None = None,
        then: Callable[[int], None] | None = None,
        times: Array | None = None,
        replayed: Replayed | None = None,
    ) -> None:
        """Go on learning from minibatches in their order, each seen once.

        Parameters
        ----------
        state : State
            What has been learnt.
        counts : Counts
            The documents.
        cuts : array of int
            Minibatch i has the documents ``cuts[i]`` to ``cuts[i + 1]``.
        joining : sequence, optional
            Words that join with each minibatch.
        then : callable, optional
            Called after minibatches were added, with their number.
        times : array of float, optional
            The newest time of each minibatch in seconds, NaN where none is known; needed if there
            is a `horizon`.
        replayed : callable, optional
            Called with topics that are about to replace what was learnt, and the documents that
            they were learnt from again; what it returns is called when they do, perhaps twice.
        """

    def catch_up(self, state: Any) -> None:
        """Make up for what an interrupt has put off.

        Parameters
        ----------
        state : State
            What has been learnt.
        """

    def check_stream(self) -> None:
        """Raise SettingError if the model cannot learn from documents as they come."""

    def infer(self, state: Any, counts: Counts) -> Array:
        """Infer the topic mixtures of documents.

        Parameters
        ----------
        state : State
            What has been learnt.
        counts : Counts
            The documents.

        Returns
        -------
        array of shape (D, K)
            E[theta] of each document.
        """

    def inferring(self, state: Any, counts: Counts) -> Callable[[], Array]:
        """Prepare `infer`, for another thread: what is learnt meanwhile makes no difference.

        Parameters
        ----------
        state : State
            What has been learnt.
        counts : Counts
            The documents.

        Returns
        -------
        callable
            Gives what `infer` would have given at this moment.
        """

    def sizes(self, state: Any) -> Array:
        """Say how much each topic has learnt.

        Parameters
        ----------
        state : State
            What has been learnt.

        Returns
        -------
        array of shape (K,)
            Numbers in any unit; shares are made of them.
        """

    def merged(self, state: Any, topics: list[int]) -> dict[str, Any]:
        """Return the fields that change when topics are merged, except for the posterior.

        Parameters
        ----------
        state : State
            What has been learnt.
        topics : list of int
            The topics; the first one takes what the others have learnt.

        Returns
        -------
        dict
            New values by the names of the fields.
        """

    def remapped(self, state: Any, change: RowMap) -> dict[str, Any]:
        """Return the fields that change when words join or go, except for the posterior.

        Parameters
        ----------
        state : State
            What has been learnt.
        change : RowMap
            Which word ids get a row and which lose theirs.

        Returns
        -------
        dict
            New values by the names of the fields.
        """
