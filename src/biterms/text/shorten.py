"""Shortening texts for display without cutting a letter in two.

What a reader sees as one letter can be several characters: a letter with accents, a flag, a family
of emoji joined by U+200D. Unicode calls it a grapheme cluster.
"""

from __future__ import annotations

from unicodedata import category, combining

DOTS = "…"
_JOINER = "\u200d"
_VIRAMA = 9  # The combining class of signs that join Indic consonants.
# Characters that continue a cluster although they are not marks (categories Mn, Mc, Me): joiners,
# skin tones, the letters of flags of regions, half-width voice marks.
_CONTINUES = (
    ("\u200c", _JOINER),
    ("\U0001f3fb", "\U0001f3ff"),
    ("\U000e0020", "\U000e007f"),
    ("\uff9e", "\uff9f"),
)
_REGIONAL = (("\U0001f1e6", "\U0001f1ff"),)
_HANGUL_LEADS = (("\u1100", "\u115f"), ("\ua960", "\ua97c"))
_HANGUL_FOLLOWS = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7fb"))
_HANGUL = (*_HANGUL_LEADS, *_HANGUL_FOLLOWS, ("\uac00", "\ud7a3"))


def shorten(text: str, length: int) -> str:
    """Shorten a text for display, between two letters as a reader sees them.

    Parameters
    ----------
    text : str
        The text.
    length : int
        Largest number of characters (code points) of the result, at least 1.

    Returns
    -------
    str
        The text itself if it is short enough, otherwise its beginning and an ellipsis.

    Notes
    -----
    Boundaries follow Unicode Standard Annex 29; where its rules need tables that Python does not
    have, characters are rather kept together. If the first cluster alone is too long, as with
    hundreds of accents on one letter, it is cut.

    Examples
    --------
    >>> shorten("topics of short texts", 12)
    'topics of s…'
    >>> shorten("ne\N{COMBINING ACUTE ACCENT}e", 3)
    'n…'
    """
    if len(text) <= length:
        return text
    limit = length - len(DOTS)
    end = next((at for at in range(limit, 0, -1) if _is_boundary(text, at)), limit)
    return text[:end].rstrip() + DOTS


def _is_boundary(text: str, at: int) -> bool:
    """Whether a cluster ends before character `at`; never true where it does not."""
    before, after = text[at - 1], text[at]
    if category(after) in ("Mn", "Mc", "Me") or _is_in(after, _CONTINUES):
        return False
    if before == _JOINER or combining(before) == _VIRAMA or before + after == "\r\n":
        return False
    if _is_in(after, _HANGUL) and _is_in(before, _HANGUL):
        return not (_is_in(before, _HANGUL_LEADS) or _is_in(after, _HANGUL_FOLLOWS))
    if _is_in(after, _REGIONAL):
        return _regional_letters_before(text, at) % 2 == 0
    return True


def _regional_letters_before(text: str, at: int) -> int:
    """How many letters of flags stand directly before `at`; two of them are one flag."""
    start = at
    while start > 0 and _is_in(text[start - 1], _REGIONAL):
        start -= 1
    return at - start


def _is_in(character: str, ranges: tuple[tuple[str, str], ...]) -> bool:
    return any(first <= character <= last for first, last in ranges)
