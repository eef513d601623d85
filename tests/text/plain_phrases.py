"""Phrases, said plainly: lists of words, dictionaries and loops."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log

STOP = {"of", "the"}
Pair = tuple[str, str]


class Unit:
    """Words that are read as one, with the stop words inside."""

    def __init__(self, surface: str, key: str | None) -> None:
        self.surface, self.key = surface, key


def units_of(text: str) -> list[Unit]:
    return [Unit(word, None if word in STOP else word) for word in text.split()]


def beside(units: list[Unit]) -> list[tuple[int, int]]:
    """Places of words with at most two stop words between them."""
    words = [place for place, unit in enumerate(units) if unit.key is not None]
    return [(i, j) for i, j in pairwise(words) if j - i <= 3]


def joined(units: list[Unit], phrases: list[Pair]) -> list[Unit]:
    """The oldest phrase that is there is joined, from the left, until there is none."""
    for pair in phrases:
        at = 0
        while at < len(units):
            for i, j in beside(units):
                if i >= at and (units[i].key, units[j].key) == pair:
                    surface = " ".join(unit.surface for unit in units[i : j + 1])
                    units = [*units[:i], Unit(surface, " ".join(pair)), *units[j + 1 :]]
                    at = i + 1
                    break
            else:
                break
    return units


def read(text: str, phrases: list[Pair]) -> list[Unit]:
    """Pairs of single words first, then those with a phrase in them."""
    units = units_of(text)
    for several in (False, True):
        units = joined(units, [pair for pair in phrases if (" " in "".join(pair)) == several])
    return units


def strongest(documents: list[list[Unit]], least: int, least_npmi: float, most: int) -> list[Pair]:
    """Pairs that are frequent and strong, without those that could overlap with a stronger one."""
    words: Counter[str] = Counter()
    pairs: Counter[Pair] = Counter()
    order: dict[str, int] = {}
    for units in documents:
        keys = [unit.key for unit in units if unit.key is not None]
        for key in keys:
            order.setdefault(key, len(order))
        words.update({*keys})
        pairs.update({(str(units[i].key), str(units[j].key)) for i, j in beside(units)})
    N = len(documents)
    fit = {
        (u, v): strength(n, words[u], words[v], N)
        for (u, v), n in pairs.items()
        if n >= least and u != v and f"{u} {v}".count(" ") < most
    }
    found: list[Pair] = []
    for u, v in sorted(fit, key=lambda pair: (-fit[pair], -pairs[pair], *map(order.get, pair))):
        overlaps = any(u == right or v == left for left, right in found)
        if fit[u, v] >= least_npmi and not overlaps:
            found.append((u, v))
    return found


def strength(n: int, n_u: int, n_v: int, N: int) -> float:
    return 1.0 if n == N else log(n * N / (n_u * n_v)) / log(N / n)


def found_in(texts: list[str], least: int, least_npmi: float) -> list[Pair]:
    """Three rounds: two of words, one of phrases of up to three words."""
    phrases: list[Pair] = []
    documents = [units_of(text) for text in texts]
    for most in (2, 2, 3):
        new = strongest(documents, least, least_npmi, most)
        documents = [joined(units, new) for units in documents]
        phrases += new
    return phrases
