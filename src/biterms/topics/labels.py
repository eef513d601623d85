"""A name for a topic that nobody has named: pairs of its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: words of a label when no pair speaks for the topic, and pairs when some do
LABEL_WORDS, LABEL_PAIRS = 3, 2


def default_label(words: Sequence[str], pairs: Iterable[tuple[str, str]]) -> str:
    """The strongest pairs of its strongest words, no word twice; else the first words.

    Parameters
    ----------
    words : sequence of str
        The strongest words of the topic, the best first.
    pairs : iterable of (str, str)
        Its pairs, the best first.

    Returns
    -------
    str
        Such as "tax cuts, health care".
    """
    parts: list[str] = []
    free = {*words}
    for left, right in pairs:
        if left in free and right in free and left != right:
            parts.append(f"{left} {right}")
            free -= {left, right}
        if len(parts) == LABEL_PAIRS:
            break
    return ", ".join(parts or words[:LABEL_WORDS])
