"""What topics know beforehand, in terms of a vocabulary of stems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from biterms.errors import InputError
from biterms.text.vectoriser import Vectoriser
from biterms.topics.guides.prior_in_use import Bound

#: surface forms of keys, and how often each was seen
FormsOfKeys = Mapping[str, Mapping[str, int]]


class Guide(Protocol):
    """Prior knowledge about topics, given before the vocabulary is known."""

    def bind(self, text: Vectoriser, n_topics: int) -> Bound:
        """Make a prior over the words of a vocabulary.

        Parameters
        ----------
        text : Vectoriser
            The fitted vectoriser, whose keys (stems) the prior is asked for.
        n_topics : int
            Number of topics when learning begins.

        Returns
        -------
        Bound
            The prior over the words of ``text``.
        """

    def ready(self, bound: Bound | None) -> None:
        """Check that `extend` will work with the prior of a model.

        Parameters
        ----------
        bound : Bound or None
            The prior that the model began with, if any.

        Raises
        ------
        InputError
            If the model began without such a prior, or with one that does not fit.
        """

    def extend(self, bound: Bound, forms: FormsOfKeys) -> Bound:
        """Add words that join the vocabulary to a prior.

        Parameters
        ----------
        bound : Bound
            The prior so far.
        forms : mapping of str to mapping of str to int
            The keys (stems) that join, with their surface forms and the counts of these.

        Returns
        -------
        Bound
            The prior over the old and the new words; ``bound`` does not change.
        """


def check_kind(bound: Bound | None, kind: type, name: str) -> None:
    """Refuse to go on with a guide in a model that began without one of its kind."""
    if not isinstance(bound, kind):
        raise InputError(
            f"{name} for a model that did not begin with any: a prior is there from the start, so "
            "fit anew, or update without"
        )
