"""What labels of topics may be made of: their words, pairs and phrases, as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.label_words import Evidence, evidence, label_words, other_words
from biterms.topics.labels import Draft, Part
from biterms.topics.neighbours import Neighbours, Phrase, Placed
from biterms.topics.pairs import Choice, ScoredPairs

#: a label has at least one of so many most probable words
PROBABLE = 2
#: words of the longest phrases
LONG = 3


class Paired(NamedTuple):
    """Words of topics, with their names, where texts have them, and their pairs.

    ``found`` says how often two words are biterms.
    """

    choice: Choice
    names: list[str]
    placed: Placed | None
    found: Array
    pairs: ScoredPairs


class Names(NamedTuple):
    """What words are called, which are given as ids, and phrases, as numbers of chosen words."""

    words: Callable[[Array], list[str]]
    phrases: Callable[[Sequence[Phrase]], list[str]]


def drafts(
    paired: Paired,
    weight: Array,
    probable: Array,
    neighbours: Neighbours,
    names: Names,
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
    names : Names
        The names of words and phrases.
    """
    top, missing = _top(paired.choice, probable)
    known = evidence(weight, top, paired.choice, paired.found, paired.pairs, neighbours)
    parts = label_words(known)
    table = np.pad(paired.choice.table, ((0, 0), (0, 1)), constant_values=-1)  # no part, no word
    words = table[np.arange(len(table))[:, None, None], parts]
    found = [[tuple(i for i in part if i >= 0) for part in row] for row in words.tolist()]
    rows = _as_texts_have_them(found, neighbours)
    written = _written(paired, rows, names)
    return [
        Draft(
            [
                *_different(written[part] for part in row if part),
                *(Part(name, name) for name in (names.words(missing[k]) if k in missing else ())),
            ],
            _others(paired, known, parts, k),
        )
        for k, row in enumerate(rows)
    ]


def _as_texts_have_them(rows: list[list[Phrase]], neighbours: Neighbours) -> list[list[Phrase]]:
    """Parts of labels; those of three words are two parts where no text has all three in a row.

    "mehl butter" and "butter bäckt" in different texts do not make a phrase "mehl butter bäckt".
    """
    three = [*dict.fromkeys(part for row in rows for part in row if len(part) == LONG)]
    texts = neighbours.having(three)
    never = [part for part, found in zip(three, texts, strict=True) if not found]
    u, v, w = np.array(never, dtype=np.int64).reshape(-1, 3).T
    first = (neighbours.before(u, v) >= neighbours.before(v, w)).tolist()
    cut = {
        part: [part[:2], part[2:]] if more else [part[1:], part[:1]]
        for part, more in zip(never, first, strict=True)
    }
    return [[each for part in row for each in cut.get(part, [part])] for row in rows]


def _different(parts: Iterable[Part]) -> Iterator[Part]:
    """Parts that say more than those before: words of a vocabulary may be phrases themselves."""
    said: set[str] = set()
    for part in parts:
        words = {*part.words.split(), *part.written.replace(",", " ").split()}
        if not words <= said:
            yield part
        said |= words


def _written(paired: Paired, rows: list[list[Phrase]], names: Names) -> dict[Phrase, Part]:
    """Each part of labels, which is given by the numbers of its words."""
    every = [*dict.fromkeys(part for row in rows for part in row)]
    words = {part: " ".join(paired.names[i] for i in part) for part in every}
    phrases = [part for part in every if len(part) > 1]
    forms = zip(phrases, names.phrases(phrases), strict=True)
    written = words | {phrase: form for phrase, form in forms if form}
    return {part: Part(written[part], words[part]) for part in every}


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
