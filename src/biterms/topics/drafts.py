"""What labels of topics may be made of: their words, pairs and phrases, as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.label_words import Evidence, evidence, label_words, other_words
from biterms.topics.labels import Draft
from biterms.topics.neighbours import Neighbours
from biterms.topics.pairs import Choice, ScoredPairs
from biterms.topics.ranking import Ranked

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
    ranked: Sequence[Ranked],
    probable: Sequence[tuple[list[int], list[str]]],
    neighbours: Neighbours,
) -> list[Draft]:
    """A draft for each topic.

    Parameters
    ----------
    paired : Paired
        The words that speak most for each topic, and their pairs.
    ranked : sequence of Ranked
        The same words, with numbers.
    probable : sequence of (list of int, list of str)
        Ids and names of the most probable words of each topic.
    neighbours : Neighbours
        How often the words are neighbours.
    """
    choice = paired.choice
    weight = np.zeros(choice.table.shape)
    for row, words in zip(weight, ranked, strict=True):
        # one topic has no relevance: all words speak alike for it
        row[: len(words.words)] = words.relevance if words.relevance.any() else words.probability
    top, missing = _top(choice, probable)
    known = evidence(weight, top, choice, paired.pairs, neighbours)
    parts = label_words(known)
    return [
        Draft(
            [*_phrases(paired, k, row), *([name] for name in missing[k])],
            _others(paired, known, parts, k),
        )
        for k, row in enumerate(parts.tolist())
    ]


def _top(
    choice: Choice, probable: Sequence[tuple[list[int], list[str]]]
) -> tuple[Array, list[list[str]]]:
    """Places of the most probable words, and the names of those that a label would not have.

    Where none of them is among the words that speak most for a topic, the best of these lead the
    label, and the most probable one ends it.
    """
    top = np.zeros(choice.table.shape, dtype=bool)
    for i in range(PROBABLE):
        ids = np.array([words[i] if len(words) > i else -1 for words, _ in probable], dtype=int)
        numbers = choice.numbers[ids][:, None]
        top |= (choice.table == numbers) & (numbers >= 0)
    missing: list[list[str]] = [[] for _ in probable]
    for k in np.flatnonzero(~top.any(axis=1)).tolist():
        top[k, :PROBABLE] = choice.table[k, :PROBABLE] >= 0
        missing[k] = probable[k][1][: 1 if top[k].any() else PROBABLE]
    return top, missing


def _phrases(paired: Paired, k: int, parts: list[list[int]]) -> Iterator[list[str]]:
    table, names = paired.choice.table, paired.names
    for part in parts:
        if part[0] >= 0:
            yield [names[table[k, i]] for i in part if i >= 0]


def _others(paired: Paired, known: Evidence, parts: Array, k: int) -> Iterator[str]:
    for i in other_words(known, parts, k):
        yield paired.names[paired.choice.table[k, i]]
