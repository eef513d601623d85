"""The tree of topics: which are one subject, and what is lost when they merge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from biterms.kernels import Array
from biterms.settings import check_whole
from biterms.topics import drawing
from biterms.topics.agglomeration import Agglomeration
from biterms.topics.html import Displayed
from biterms.topics.listing import topic_rows
from biterms.topics.look import Look
from biterms.topics.views import Topic

#: words of a topic in the tree, and of the label of several topics together
WORDS, LABEL_WORDS = 10, 3
#: what all topics together are called
ALL = "all topics"


@dataclass(frozen=True)
class Merge:
    """Two topics, or groups of topics, that become one.

    Parameters
    ----------
    left, right : int
        What is merged: numbers below the number of topics are places in ``Hierarchy.topics``,
        those above are earlier merges.
    loss : float
        What is lost in prediction: log probability per word, in nats.
    height : float
        What this merge and all before it have lost together.
    size : float
        Share of both in what has been learnt.
    label : str
        The words that speak most for both together.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> [merge] = model.hierarchy().merges
    >>> merge.left, merge.right, round(merge.size, 2)
    (0, 1, 1.0)
    """

    left: int
    right: int
    loss: float
    height: float
    size: float
    label: str


@dataclass(frozen=True)
class Hierarchy(Displayed):
    """Topics as the leaves of a tree; small and similar ones are merged first.

    Parameters
    ----------
    topics : tuple of Topic
        The leaves, the largest first.
    merges : tuple of Merge
        What is merged, in this order; after the last there is one topic.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> tree = TopicModel(LDA(2, random_state=0)).fit(texts).hierarchy()
    >>> [merge.label for merge in tree.merges], sorted(map(sorted, tree.groups(1)))
    (['all topics'], [[0, 1]])
    """

    topics: tuple[Topic, ...]
    merges: tuple[Merge, ...]

    def groups(self, n: int) -> list[list[int]]:
        """The ids of the topics in n groups, as `reduce_topics` would merge them.

        Parameters
        ----------
        n : int
            Number of groups.

        Returns
        -------
        list of list of int
            In each group the largest topic first.
        """
        K = len(self.topics)
        check_whole("n", n, most=K)
        found = {at: [at] for at in range(K)}
        for number, merge in enumerate(self.merges[: K - n], K):
            found[number] = sorted(found.pop(merge.left) + found.pop(merge.right))
        return [[self.topics[at].id for at in group] for group in sorted(found.values())]

    def order(self) -> list[int]:
        """The places of the topics as a drawing has them, so that no branches cross."""
        K, found = len(self.topics), list[int]()
        waiting = [K + len(self.merges) - 1]
        while waiting:
            node = waiting.pop()
            if node < K:
                found.append(node)
            else:
                merge = self.merges[node - K]
                waiting += [merge.right, merge.left]
        return found

    def branches(self) -> Iterator[tuple[tuple[float, float], tuple[float, float], float, Merge]]:
        """Lines of a drawing: where two branches come from, the height they join at, the merge.

        Yields
        ------
        tuple
            (height, row) of the one and of the other, the height of both, and the `Merge`.
        """
        ends = [(0.0, 0.0)] * len(self.topics)
        for row, at in enumerate(self.order()):
            ends[at] = (0.0, float(row))
        for merge in self.merges:
            one, other = ends[merge.left], ends[merge.right]
            ends.append((merge.height, (one[1] + other[1]) / 2))
            yield one, other, merge.height, merge

    def to_linkage(self) -> Array:
        """The table that `scipy.cluster.hierarchy.dendrogram` draws.

        Returns
        -------
        array of shape (K - 1, 4)
            Left, right, height, and number of topics of each merge.
        """
        leaves = [1] * len(self.topics)
        for merge in self.merges:
            leaves.append(leaves[merge.left] + leaves[merge.right])
        rows = [
            (merge.left, merge.right, merge.height, n)
            for merge, n in zip(self.merges, leaves[len(self.topics) :], strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, 4)

    def to_dict(self) -> dict[str, Any]:
        """The tree as nested dicts, for JSON.

        Returns
        -------
        dict
            Leaves have id, label and size; others label, size, loss, height and children.
        """
        nodes: list[dict[str, Any]] = [
            {"id": topic.id, "label": topic.label, "size": topic.size} for topic in self.topics
        ]
        for merge in self.merges:
            about = {"label": merge.label, "size": merge.size, "loss": merge.loss}
            children = [nodes[merge.left], nodes[merge.right]]
            nodes.append(about | {"height": merge.height, "children": children})
        return nodes[-1]

    def to_newick(self) -> str:
        """The tree in the format of Newick, which programs for trees read.

        Returns
        -------
        str
            Names are labels with the id before them; lengths of branches are differences of
            heights.
        """
        return drawing.newick(self)

    def chart(self) -> Any:
        """The tree as a chart of Altair."""
        from biterms.topics.charts import dendrogram

        return dendrogram(self)

    def __str__(self) -> str:
        return "\n".join(drawing.lines(self))

    def _repr_html_(self) -> str:
        return drawing.svg(self)


def hierarchy_of(look: Look) -> Hierarchy:
    """The tree of the topics in use."""
    places = sorted(look.in_use, key=lambda k: -look.sizes[k])
    topics = topic_rows(look, places, WORDS, 0, "relevance", documents=False)
    tree, numbers = Agglomeration(look.fitted, places), list(range(len(places)))
    merges, height = list[Merge](), 0.0
    for step in tree.steps():
        height += step.loss
        last = len(merges) == len(places) - 2
        words = [] if last else look.names(tree.relevant(step.shares, LABEL_WORDS))
        left, right = numbers[step.left], numbers[step.right]
        size = float(step.shares.sum())
        merges.append(Merge(left, right, step.loss, height, size, ", ".join(words) or ALL))
        numbers[step.left] = len(places) + len(merges) - 1
    return Hierarchy(tuple(topics), tuple(merges))
