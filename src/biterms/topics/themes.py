"""Themes: the tree of topics cut at a number that a reader can keep in mind, each with a colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from biterms.topics.hierarchy import Hierarchy

#: themes at most; there is a colour for each
MOST_THEMES = 8
#: colours of themes on a light and on a dark ground, the largest theme first: each has the
#: contrast of WCAG 1.4.11 there, and neighbours differ in every common form of colour blindness
LIGHT = ("#0072b2", "#c04b00", "#00805f", "#a8448a", "#8a6a00", "#2f8fc9", "#6a51c7", "#5f6b76")
DARK = ("#56a9e0", "#ff9350", "#3dbb98", "#e28cc7", "#d9b33c", "#9bd3f5", "#ac9bf0", "#a3adb8")


class Theme(NamedTuple):
    """Topics that are one subject.

    Parameters
    ----------
    label : str
        The words that speak most for all of them together, or the name of the only one.
    ids : tuple of int
        Ids of the topics, the largest first.
    size : float
        Share of all of them in what has been learnt.
    """

    label: str
    ids: tuple[int, ...]
    size: float


def themes_of(tree: Hierarchy, n: int = MOST_THEMES) -> tuple[Theme, ...]:
    """The tree cut where it has n groups, the largest first.

    Parameters
    ----------
    tree : Hierarchy
        What `TopicModel.hierarchy` gave.
    n : int, default=8
        Number of themes; with fewer topics each of them is one.

    Returns
    -------
    tuple of Theme
    """
    K = len(tree.topics)
    topics = {topic.id: topic for topic in tree.topics}
    names = _names(tree, K - min(n, K))
    found = []
    for ids in tree.groups(min(n, K)):
        size = sum(topics[k].size for k in ids)
        label = topics[ids[0]].label if len(ids) == 1 else names[frozenset(ids)]
        found.append(Theme(label, tuple(ids), float(size)))
    return tuple(sorted(found, key=lambda theme: (-theme.size, theme.ids)))


def theme_numbers(themes: Sequence[Theme]) -> Mapping[int, int]:
    """The number of the theme, and so of the colour, of each topic."""
    return {k: number for number, theme in enumerate(themes) for k in theme.ids}


def _names(tree: Hierarchy, n_merges: int) -> dict[frozenset[int], str]:
    """What the first merges are called, by the topics that they hold."""
    inside = [frozenset([topic.id]) for topic in tree.topics]
    names = {}
    for merge in tree.merges[:n_merges]:
        inside.append(inside[merge.left] | inside[merge.right])
        names[inside[-1]] = merge.label
    return names
