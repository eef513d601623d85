"""Methods of a TopicModel that compare it with others, and calculate with them."""

from __future__ import annotations

from typing import Any, Self

from biterms.topics.algebra.comparing import differences
from biterms.topics.algebra.differences import Differences
from biterms.topics.algebra.merging import (
    DISTANCE,
    check_distance,
    check_model,
    subtract,
)
from biterms.topics.plotting import TopicPlotter


class TopicCalculator(TopicPlotter):
    """Subtracts and compares models; nothing here changes what has been learnt."""

    def subtract(self, other: Self, *, base: Self | None = None) -> Self:
        """Take away what another model has learnt: the inverse of `biterms.merge`.

        It gives the model that has never been merged with the other one. That is not what a model
        would be that has never learnt from its texts, since other texts may have been learnt from
        in their light: for that see `biterms.streams.forget`.

        Parameters
        ----------
        other : TopicModel
            A model that was merged into this one.
        base : TopicModel, optional
            What both began with; not needed where that is a prior which tells all topics apart.

        Returns
        -------
        TopicModel
            What is left; this model does not change.

        Raises
        ------
        InputError
            If more would be taken away than has been learnt, or if what has been learnt is no sum.

        Examples
        --------
        >>> from copy import deepcopy
        >>> from biterms import LDA, SVB, TopicModel, merge
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> learner = SVB(exact=True)
        >>> base = TopicModel(LDA(2, learner=learner, random_state=0)).update(texts)
        >>> north, south = deepcopy(base), deepcopy(base)
        >>> north, south = north.update(["late goal"] * 5), south.update(["flights to rome"] * 7)
        >>> both = merge(north, south, base=base)
        >>> again = both.subtract(south, base=base)
        >>> bool((again.model_.components_ == north.model_.components_).all())
        True
        """
        found: Any = subtract(self, other, base)  # type: ignore[arg-type]
        return found  # type: ignore[no-any-return]

    def changes(self, since: Self, *, distance: float = DISTANCE) -> Differences:
        """Which topics moved, grew, were born or died since an earlier state, or another model.

        Parameters
        ----------
        since : TopicModel
            The earlier state, such as ``biterms.load(folder, at="2026-11-01")``. Topics of a model
            that began with other topics are matched by their words.
        distance : float, default=0.8
            Topics that are matched by their words and whose Hellinger distance is larger are not
            the same.

        Returns
        -------
        Differences
            A row for each topic, the largest change first. It shows itself as a table and has a
            picture, `svg`.

        Examples
        --------
        >>> from copy import deepcopy
        >>> from biterms import LDA, SVB, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, learner=SVB(), random_state=0)).update(texts)
        >>> then = deepcopy(model)
        >>> [row.kind for row in model.update(["late goal wins"] * 50).changes(since=then)]
        ['grew', 'shrank']
        """
        check_distance(distance)
        check_model(since)
        with since._lock:
            before = since._look()
            with self._lock:
                return differences(before, self._look(), float(distance))
