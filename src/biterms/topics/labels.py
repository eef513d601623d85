"""A name for a topic that nobody has named: pairs of its words."""

from __future__ import annotations

from collections.abc import Sequence

from biterms.topics.views import Pair, Word

#: words of a label when no pair speaks for the topic, and pairs when some do
LABEL_WORDS, LABEL_PAIRS = 3, 2


def default_label(words: Sequence[Word], pairs: Sequence[Pair]) -> str:
    """The strongest pairs of its strongest words, no word twice; else the first words."""
    parts: list[str] = []
    strong, said = {word.word for word in words}, set[str]()
    for pair in pairs:
        new = {pair.left, pair.right} - said
        if len(new) == 2 and new <= strong and len(parts) < LABEL_PAIRS:
            parts.append(f"{pair.left} {pair.right}")
            said |= {pair.left, pair.right}
    return ", ".join(parts or [word.word for word in words[:LABEL_WORDS]])
