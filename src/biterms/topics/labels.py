"""A name for a topic that nobody has named: pairs of its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

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
    free = {*words}
    strong = {*words[:LABEL_WORDS]}
    known = [p for p in pairs if {*p} <= free and {*p} & strong and p[0] != p[1]]
    if not known:
        return ", ".join(words[:LABEL_WORDS])
    first = next((pair for pair in known if words[0] in pair), words[:1])
    strong -= {*first}
    others = (pair for pair in known if {*pair} & strong and not {*pair} & {*first})
    return ", ".join(" ".join(part) for part in [first, *islice(others, 1)])
