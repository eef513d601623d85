"""How much work the search for the number of topics still has ahead: an estimate for progress."""

from __future__ import annotations

from typing import NamedTuple

from biterms.models.lda.counter import work
from biterms.models.lda.starts import PASSES

#: passes over the documents before the number is decided, and where these are few
SEARCH_PASSES, MORE_PASSES = 4, 10
#: numbers of topics that are tried, and documents that one scored document takes as long as
TRIED, SCORING = 12, 6


class Ahead(NamedTuple):
    """Work that is left, in the unit of `work`.

    Attributes
    ----------
    n_docs, passes, n_scored : int
        Documents, passes over them in the end, and validation documents of all splits.
    """

    n_docs: int
    passes: int
    n_scored: int

    def of_deciding(self, n_topics: int) -> float:
        """Trying fewer and fewer topics."""
        return work(TRIED * SCORING * self.n_scored, n_topics)

    def of_search(self, n_topics: int, passes: int = SEARCH_PASSES) -> float:
        """Search, decision and the passes in the end, with at most so many topics."""
        learning = work((passes + self.passes) * self.n_docs, n_topics)
        return learning + self.of_deciding(n_topics)

    def of_starts(self, sizes: list[int]) -> float:
        """Starts of so many topics, and all that follows: half of these starts are expected."""
        expected = sizes[: 1 + len(sizes) // 2]
        starts = sum(work(PASSES * self.n_docs, size) for size in expected)
        return starts + self.of_search(expected[-1])


def searching(n_topics: int) -> str:
    """What is being done, for whoever waits."""
    return f"searching the number of topics, now {n_topics:,}"
