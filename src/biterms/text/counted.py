"""Numbers of texts in sentences."""

from __future__ import annotations


def n_texts(n: int, what: str = "text") -> str:
    """A number with its noun.

    Examples
    --------
    >>> n_texts(1), n_texts(2000), n_texts(1, "new text")
    ('1 text', '2,000 texts', '1 new text')
    """
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
