"""Masks: what has no end of distinct values becomes one word per kind.

A mask is shown as ``<number>``, which no word of a text can be: the tokeniser drops the brackets of
a text. On its way through the tokeniser it is a placeholder of letters. ``<number>`` in a text is
the mask itself, so that texts that were masked elsewhere fit in, and masks can be looked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

_S = r"[^\S\n]"
_NUMBER = r"(?>[0-9]+(?:[.,'][0-9]+)*)"
_HEX = "[0-9a-f]"

# times: ISO, clocks, 5/31/2024, 31.05.2024, and English names of months; several in a row are one
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th)?"
_DATE = (
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}"
    r"|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|[0-9]{1,2}-[0-9]{1,2}-[0-9]{4}"
    r"|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}"
    rf"|{_DAY}[ /-]{_MONTH}(?:[ /-][0-9]{{4}}\b)?|{_MONTH}\.?{_S}{_DAY}(?:,?{_S}[0-9]{{4}}\b)?"
)
_ZONE = rf"(?:{_S}?(?:z|utc|gmt)\b|{_S}?[+-][0-9]{{2}}:?[0-9]{{2}})"
_CLOCK = (
    rf"[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}}(?:[.,][0-9]{{1,9}})?)?(?:{_S}?[ap]\.?m\b\.?)?{_ZONE}?"
    rf"|[0-9]{{1,2}}{_S}?[ap]\.?m\b\.?"
)
_WEEKDAY = rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{{0,6}}day|day)?,?{_S})?"
_MOMENT = rf"(?:[0-9]{{8}}T[0-9]{{6}}z?|{_WEEKDAY}(?:{_DATE})(?:t(?:{_CLOCK}))?|{_CLOCK})(?!\w)"

_SIGN = r"(?:(?:us|au|ca|nz|hk)?\$|[€£¥₹₩₽])"
_CODE = r"(?:usd|eur|gbp|chf|jpy|cny|inr|aud|cad|sek|nok|dkk|pln|brl)"
_UNIT = rf"(?:{_SIGN}|(?:{_CODE}|dollars?|euros?|pounds?|cents?|pence|yen|rupees?)\b)"
_SCALE = rf"(?:{_S}?(?:[kmb]|mn|bn|tn|thousand|million|billion|trillion)\b)?"
_MEASURE = r"(?:[mun]?s|secs?|mins?|hrs?|[kmgt]i?b|[kcm]?m|kg|px)"

# The first that fits from the left is taken, in this order. Atomic groups and beginnings that are
# beginnings of words keep the time linear, whatever the text is.
_PATTERNS = {
    "emails": r"(?<![\w.+-])[\w.+-]{1,64}@\w[\w-]*+(?:\.[\w-]++)+",
    "paths": (
        r"(?<![\w/.:~\\-])(?:[a-z]:\\[^\s\"'<>|]+|~?/[\w.+@-]++(?:/[\w.+@-]++)++/?"
        r"|\.{1,2}/[\w.+@-]++(?:/[\w.+@-]++)*+)"
    ),
    "times": (
        rf"(?<![\w.:/-]){_MOMENT}"
        rf"(?:(?:,?{_S}{_MOMENT})+(?:{_S}(?:19|20)[0-9]{{2}}(?!\w))?)?"  # a year at the end
    ),
    "hashes": rf"(?<!\w)(?:sha[0-9]{{1,3}}[:-])?(?={_HEX}*[0-9]){_HEX}{{32,128}}+(?!\w)",
    "ids": (
        rf"(?<!\w)(?:{_HEX}{{8}}-(?:{_HEX}{{4}}-){{3}}{_HEX}{{12}}|0x{_HEX}++"
        r"|(?-i:[A-Z]{2,10}-[0-9]{3,}+)|[a-z]{1,6}[-_]?[0-9]{5,}+|[0-9]{9,}+"
        r"|(?=[a-z0-9]{8})(?>(?:(?:[a-z]+[0-9]+){2,}|(?:[0-9]+[a-z]+){2,})[a-z0-9]*))(?!\w)"
        r"|(?<!\w)#[0-9]{2,}+(?!\w)"
    ),
    "ips": (
        r"(?<![\w.:])(?:(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?:[:/][0-9]{1,5})?(?!\.?\w)"
        rf"|(?:{_HEX}{{2}}[:-]){{5}}{_HEX}{{2}}(?!\w)|(?:{_HEX}{{1,4}}:){{7}}{_HEX}{{1,4}}(?!\w)"
        rf"|(?:{_HEX}{{1,4}}:){{1,6}}(?::{_HEX}{{1,4}}){{1,6}}(?!\w))"
    ),
    "versions": (
        r"(?<![\w.])(?:v[0-9]+(?:\.[0-9]+)++|[0-9]+(?:\.[0-9]+){2,}+)"
        r"(?:[-.+]?(?:alpha|beta|a|b|rc|dev|post|pre)[.-]?[0-9]*)?(?!\w)"
    ),
    "amounts": (
        rf"(?<!\w)(?:{_SIGN}|{_CODE}){_S}?{_NUMBER}{_SCALE}"
        rf"|(?<![\w.,']){_NUMBER}{_SCALE}{_S}?{_UNIT}"
    ),
    "numbers": rf"(?<![\w.,'])[+-]?{_NUMBER}(?:{_S}?%|{_MEASURE}(?!\w)|(?!\w))",
}

# Most words are none of these, and one look at them is cheaper than one for each mask: a digit or
# another sign in the word, or a digit in the next one.
_GUARD = (
    rf"(?=[^\s0-9@/\\<]{{0,64}}+[0-9@/\\<]|[a-z]{{2,9}}+[.,]{{0,2}}{_S}[0-9]|{_SIGN}{_S}[0-9]"
    rf"|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?{_S})"
)
_URL = r"(?P<url>(?:https?://|www\.)\S*)"

#: The word of each mask.
MASKS = {
    "numbers": "<number>",
    "ids": "<id>",
    "hashes": "<hash>",
    "emails": "<email>",
    "amounts": "<amount>",
    "times": "<time>",
    "ips": "<ip>",
    "paths": "<path>",
    "versions": "<version>",
}
_LETTERS = {mask: f"qxmask{mask}xq" for mask in MASKS}
#: The word of each placeholder.
PLACEHOLDERS = {_LETTERS[mask]: word for mask, word in MASKS.items()}


def masked(lines: str, masks: tuple[str, ...]) -> str:
    """Lines with placeholders for what these masks stand for; URLs stay as they are."""
    pattern, replace = _of(masks)
    return pattern.sub(replace, lines)


@cache
def _of(masks: tuple[str, ...]) -> tuple[re.Pattern[str], Callable[[re.Match[str]], str]]:
    letters = {mask: f" {_LETTERS[mask]} " for mask in masks}
    words = {MASKS[mask]: f" {_LETTERS[mask]} " for mask in masks}
    kinds = [f"(?P<{name}>{rule})" for name, rule in _PATTERNS.items() if name in letters]
    known = "|".join(map(re.escape, words))
    pattern = rf"(?<!\w){_GUARD}(?:{_URL}|(?P<word>{known})|{'|'.join(kinds)})"

    def replace(match: re.Match[str]) -> str:
        kind = match.lastgroup
        if kind == "word":
            return words[match[0].lower()]
        return match[0] if kind == "url" else letters[str(kind)]

    return re.compile(pattern, re.IGNORECASE), replace
