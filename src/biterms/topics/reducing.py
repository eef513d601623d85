"""Fewer topics, and the tree that says which of them are one subject."""

from __future__ import annotations

from typing import Self

from biterms.errors import InputError
from biterms.settings import check_whole
from biterms.topics.agglomeration import Agglomeration
from biterms.topics.editing import TopicEditor
from biterms.topics.hierarchy import Hierarchy, hierarchy_of


class TopicReducer(TopicEditor):
    """Merges topics that predict nearly the same words."""

    def hierarchy(self) -> Hierarchy:
        """The topics as a tree: which are one subject, by what is lost in prediction.

        Returns
        -------
        Hierarchy
            It shows itself as a tree; ``groups(n)`` cuts it.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> print(model.hierarchy())  # doctest: +ELLIPSIS
        all topics  (loses 0...)
        ├─ ...
        └─ ...
        """
        with self._lock:
            return hierarchy_of(self._look())

    def reduce_topics(self, n: int) -> Self:
        """Merge topics until n are left, small and similar ones first.

        Parameters
        ----------
        n : int
            Topics that are to be left. The largest topic of each group keeps its id and takes what
            the others have learnt; `hierarchy` shows beforehand what would be merged.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If the model has fewer topics.
        """
        check_whole("n", n)
        with self._writer:
            fitted = self.fitted
            sizes = fitted.model.sizes_
            places = sorted(fitted.in_use, key=lambda k: -sizes[k])
            if n > len(places):
                raise InputError(
                    f"reduce_topics({n}): there are {len(places)} topics; expected a number from "
                    f"1 to {len(places)}"
                )
            ids = [fitted.ids[place] for place in places]
            for group in Agglomeration(fitted, places).groups(n):
                if len(group) > 1:
                    fitted = fitted.merged([fitted.ids.index(ids[k]) for k in sorted(group)])
            self._fitted = fitted
        return self
