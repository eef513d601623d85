"""How a language is written, where that hides words: elision, other capitals, marks of vowels."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

_APOSTROPHE = "['’‘‛ʼ´]"
#: Words that lose their last vowel before another word and are written as one with it.
_ELIDED = {
    "catalan": "l d s m n t",
    "esperanto": "l",
    "french": "l d j m t s n c qu jusqu lorsqu puisqu quoiqu",
    "irish": "b d m",
    "italian": "l un d c m t s v n gl dell all dall nell sull coll quell quest anch com dov cos "
    "quant senz dev",
}
#: Marks that are written in few texts: vowels of Arabic and Hebrew, and lengthened strokes.
_MARKS = {
    **dict.fromkeys(("arabic", "persian", "urdu"), "\u0610-\u061a\u0640\u064b-\u065f\u0670"),
    "hebrew": "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7",
}
_TURKISH = str.maketrans({"I": "ı", "İ": "i"})
_ENDING = re.compile(rf"(?<=\w){_APOSTROPHE}\w+")


def respelt(texts: Sequence[str], language: str | None) -> Sequence[str]:
    """Texts whose words are the same words wherever they stand.

    French *l'homme* becomes *homme*, and so in Catalan, Esperanto, Irish and Italian; Turkish has
    two letters i, and endings of names behind an apostrophe; vowel marks go in Arabic and Hebrew.
    Other languages stay as they are.
    """
    change = None if language is None else _change(language)
    return texts if change is None else [change(text) for text in texts]


@cache
def _change(language: str) -> Callable[[str], str] | None:
    if language == "turkish":
        return lambda text: _ENDING.sub("", text.translate(_TURKISH))
    if language in _ELIDED:
        words = "|".join(sorted(_ELIDED[language].split(), key=len, reverse=True))
        elided = re.compile(rf"(?<!\w)(?<!{_APOSTROPHE})(?:{words}){_APOSTROPHE}(?=\w)", re.I)
        return lambda text: elided.sub("", text)
    if language in _MARKS:
        marks = re.compile(f"[{_MARKS[language]}]+")
        return lambda text: text if text.isascii() else marks.sub("", text)
    return None
