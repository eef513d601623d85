"""Texts that nobody expects: any code point, marks without letters, lines without end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Random = np.random.Generator

WORDS = [
    *("goal", "match", "team", "coach", "rocket", "orbit", "telescope", "galaxy", "bank", "rates"),
    *("stocks", "money", "market", "running", "runs", "runner", "it's", "don't", "café", "Straße"),
]
CONTROL = "".join(map(chr, [*range(32), *range(127, 160), 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF]))
EMOJI = [
    *("😀", "👩‍👩‍👧‍👦", "👍🏽", "🇫🇷", "🏳️‍🌈", "❤️", "1️⃣", "™"),
    *("\U0001f1eb", "\U0001f3fd", "\u200d", "\ufe0f"),  # a part of one
]
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
SPACES = ["", " ", "\t", "\n", "\r\n", "\u00a0", "\u200b", "\u3000", "\0", "-", "'", "#", "@", "_"]
URLS = ["http://", "https://a.b/?q=%00&x=1#top", "www.", "ftp://[::1]:99999/", "mailto:a@b", "://"]
NUMBERS = ["0", "-1", "1e999", "NaN", "inf", "٣٤٥", "½", "1,000.00", "0x1F", "²", "Ⅷ", "9" * 400]


def _drawn(random: Random, low: int, high: int, most: int = 60) -> str:
    """Code points of a range."""
    return "".join(map(chr, random.integers(low, high, random.integers(1, most))))


def _some(random: Random, parts: list[str] | str, joint: str = " ", most: int = 12) -> str:
    return joint.join(random.choice(list(parts), random.integers(1, most)).tolist())


def _around(random: Random, strange: str) -> str:
    """Mostly between words that are known, so that it meets a model."""
    if not random.integers(4):
        return strange
    return f"{_some(random, WORDS, most=5)} {strange} {_some(random, WORDS, most=5)}"


def _long(random: Random) -> str:
    """About a megabyte: one character, one word again and again, or all kinds of words."""
    way = random.integers(3)
    if way == 0:
        one = str(random.choice(["a", "é", "中", "😀"]))
        return one * (1_000_000 // len(one.encode()))
    if way == 1:
        return f"{random.choice(WORDS)} " * 150_000
    return " ".join(np.char.mod("%x", random.integers(0, 1 << 12, 200_000)).tolist())


TEXTS: dict[str, Callable[[Random], str]] = {
    "usual": lambda r: _some(r, WORDS),
    "any code point": lambda r: _around(r, _drawn(r, 0, 0x110000)),
    "first 3,000": lambda r: _around(r, _drawn(r, 0, 3000)),
    "control": lambda r: _around(r, _some(r, CONTROL, "")),
    "long word": lambda r: _around(r, chr(r.integers(33, 0x3000)) * int(10 ** r.uniform(1, 5))),
    "emoji": lambda r: _around(r, _some(r, EMOJI, r.choice(["", " "]))),
    "bidi": lambda r: _around(r, _some(r, BIDI + "אבגدمش", "")),
    "marks": lambda r: _around(r, "e" + _drawn(r, 0x300, 0x370, 3000)),
    "surrogates": lambda r: _around(r, _drawn(r, 0xD800, 0xE000, 8)),
    "empty": lambda r: _some(r, SPACES, ""),
    "URL": lambda r: _around(r, _some(r, URLS, "")),
    "numbers": lambda r: _around(r, _some(r, NUMBERS)),
    "CJK": lambda r: _around(r, _drawn(r, 0x3041, 0x9FFF)),
    "code": lambda r: _around(
        r, _some(r, ["<b>", "[red]", "%s", "{}", "\\", '"', "'; --", "$(x)"])
    ),
    "mixed": lambda r: _some(r, WORDS + EMOJI + SPACES + URLS + NUMBERS, "", 40),
}
#: one text in so many is as long as a line may be
RARE, LONG = 500, "a megabyte"


def strange(random: Random, place: int) -> tuple[str, str]:
    """The kind and the text at a place."""
    if place % RARE == 99:
        return LONG, _long(random)
    kind = list(TEXTS)[place % len(TEXTS)]
    return kind, TEXTS[kind](random)
