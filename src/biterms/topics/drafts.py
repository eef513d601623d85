"""What labels of topics may be made of: their words, pairs and phrases, as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.label_words import Evidence, evidence, label_words, other_words
from biterms.topics.labels import Draft
from biterms.topics.neighbours import Neighbours
from biterms.topics.pairs import Choice, ScoredPairs

#: a label has at least one of so many most probable words
PROBABLE = 2


class Paired(NamedTuple):
    """Words of topics, with their names, how often they are biterms, and their pairs."""

    choice: Choice
    names: list[str]
    found: Array
    pairs: ScoredPairs


def drafts(
    paired: Paired,
    weight: Array,
    probable: Array,
    neighbours: Neighbours,
    names_of: Callable[[Array], list[str]],
) -> list[Draft]:
    """A draft for each topic.

    Parameters
    ----------
    paired : Paired
        The words that speak most for each topic, and their pairs.
    weight : array
        How much each of these words speaks for the topic; 0 where there is none.
    probable : array of int of shape (K, 2)
        Ids of the most probable words of each topic; -1 where there are fewer.
    neighbours : Neighbours
        How often the words are neighbours.
    names_of : callable
        Gives the names of ids.
    """
    top, missing = _top(paired.choice, probable)
    known = evidence(weight, top, paired.choice, paired.found, paired.pairs, neighbours)
    parts = label_words(known)
    table = np.pad(paired.choice.table, ((0, 0), (0, 1)), constant_values=-1)  # no part, no word
    words = table[np.arange(len(table))[:, None, None], parts]
    return [
        Draft(
            [
                *([paired.names[i] for i in part if i >= 0] for part in row if part[0] >= 0),
                *([name] for name in (names_of(missing[k]) if k in missing else ())),
            ],
            _others(paired, known, parts, k),
        )
        for k, row in enumerate(words.tolist())
    ]


def _top(choice: Choice, probable: Array) -> tuple[Array, dict[int, Array]]:
    """Places of the most probable words, and those of them that a label would not have.

    Where none of them is among the words that speak most for a topic, the best of these lead the
    label, and the most probable one ends it.
    """
    numbers = choice.numbers[probable]  # that of id -1 is -1
    top = (choice.table[:, :, None] == numbers[:, None]) & (numbers >= 0)[:, None]
    top, missing = top.any(axis=2), {}
    for k in np.flatnonzero(~top.any(axis=1)).tolist():
        top[k, :PROBABLE] = choice.table[k, :PROBABLE] >= 0
        words = probable[k][probable[k] >= 0]
        missing[k] = words[:1] if top[k].any() else words
    return top, missing


def _others(paired: Paired, known: Evidence, parts: Array, k: int) -> Iterator[str]:
    for i in other_words(known, parts, k):
        yield paired.names[paired.choice.table[k, i]]
