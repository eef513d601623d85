"""A name for a topic that nobody has named: pairs of its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice

#: the strongest words, which a label is made of
LABEL_WORDS = 3


def default_label(words: Sequence[str], pairs: Iterable[tuple[str, str]]) -> str:
    """The strongest pair that has the strongest word, and one of another of the strongest words.

    The strongest of all pairs may be one of two rare words that are always found together, which
    does not say what the topic is about.

    Parameters
    ----------
    words : sequence of str
        The strongest words of the topic, the best first.
    pairs : iterable of (str, str)
        Its pairs, the best first.

    Returns
    -------
    str
        Such as "tax cuts, health care"; no word comes twice. Without such pairs, the first words.
    """
    free, strong = {*words}, {*words[:LABEL_WORDS]}
    known = (
        (u, v)
        for u, v in pairs
        if (u in strong or v in strong) and u in free and v in free and u != v
    )
    before = list[tuple[str, str]]()
    first: Sequence[str] = words[:1]
    for pair in known:
        if words[0] in pair:
            first = pair
            break
        before.append(pair)
    if len(first) < 2 and not before:
        return ", ".join(words[:LABEL_WORDS])
    strong -= {*first}
    others = (
        (u, v)
        for u, v in chain(before, known)
        if (u in strong or v in strong) and u not in first and v not in first
    )
    return ", ".join(" ".join(part) for part in [first, *islice(others, 1)])
