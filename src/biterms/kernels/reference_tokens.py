"""Words of texts in plain Python: the specification of ``tokens``.

A token is, the first that fits from the left:

- a URL: ``http://``, ``https://`` or ``www.`` where a word may begin, up to the next space;
  closing punctuation is taken off;
- with ``tags``, ``#`` or ``@`` behind anything but a word, then letters, digits and underscores,
  of which one is a letter at least;
- a word: letters and digits with apostrophes between them.

What is not ASCII counts as a letter: other signs have been taken out before. Tokens are in lower
case. Left out are URLs and numbers unless asked for, single letters (signs of three bytes and
more, as of Chinese or an emoji, are words), and what is longer than ``LONGEST`` characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from biterms.kernels.shapes import Array
from biterms.kernels.text_shapes import Rules, Tokens

LONGEST, LONGEST_URL = 64, 512

_W = r"[a-z0-9\x80-\U0010ffff]"
_URL = r"(?P<url>(?:https?://|www\.)[^\x00-\x20\x7f]*)"
_TAG = rf"(?P<tag>(?<!{_W})[#@](?=[0-9_]*{_W.replace('0-9', '')})[a-z0-9_\x80-\U0010ffff]+)"
_WORD = rf"(?P<word>{_W}+(?:'{_W}+)*)"
_WITH_TAGS, _WITHOUT = re.compile(f"{_URL}|{_TAG}|{_WORD}"), re.compile(f"{_URL}|{_WORD}")
_NUMBER = re.compile(r"[0-9']+")
_SIGN = r"\x80-\xbf\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f"
_WHOLE_URL = re.compile(
    rf"(?<![a-z0-9_\xc0-\u1fff\u2070-\u2fff\u3040-\ufdff\ufe10-\U0010ffff]){_URL}"
)
_NO_WORD = re.compile(rf"[^a-z0-9\x80-\U0010ffff]+|[{_SIGN}]+")
_FIXED, _ALL = 0x5851F42D4C957F2D, (1 << 64) - 1
_UPPER = str.maketrans({chr(c): chr(c + 32) for c in range(ord("A"), ord("Z") + 1)})


def split(text: str, n: int, rules: Rules) -> Tokens:
    """The tokens of ``n`` documents, one per line."""
    numbers: dict[str, int] = {}
    lines = text.split("\n") if n else []
    ids = [[numbers.setdefault(t, len(numbers)) for t in _cut(line, rules)] for line in lines]
    if len(lines) != n:
        raise ValueError(f"{len(lines)} lines for {n} documents")
    ptr = np.cumsum([0, *map(len, ids)], dtype=np.int64)
    return Tokens(ptr, np.array([i for row in ids for i in row], dtype=np.int32), list(numbers))


def _cut(line: str, rules: Rules) -> Iterator[str]:
    pattern = _WITH_TAGS if rules.tags else _WITHOUT
    for match in pattern.finditer(line.translate(_UPPER)):
        token = match[0].rstrip(".,;:!?'\")]}>") if match["url"] else match[0]
        if _kept(token, match, rules):
            yield token


def _kept(token: str, match: re.Match[str], rules: Rules) -> bool:
    if match["url"]:
        return rules.urls and len(match[0]) <= LONGEST_URL
    if len(token) > LONGEST:
        return False
    if _NUMBER.fullmatch(token):
        return rules.numbers
    return len(token.encode()) > 2 or len(token) > 1


def fingerprints(text: str, n: int, *, bare: bool) -> Array:
    """A number of 64 bits for each of ``n`` lines, 0 for an empty one.

    With ``bare`` it is that of the letters and digits without URLs, in lower case; what is not
    ASCII counts as a letter, but for the blocks of signs in ``_SIGN``.
    """
    lines = text.split("\n") if n else []
    if len(lines) != n:
        raise ValueError(f"{len(lines)} lines for {n} documents")
    numbers = [_number(_bare(line) if bare else line) for line in lines]
    return np.array(numbers, dtype=np.uint64).astype(np.int64)


def _bare(line: str) -> str:
    return _NO_WORD.sub("", _WHOLE_URL.sub(" ", line.translate(_UPPER)))


def _number(line: str) -> int:
    """Eight bytes at a time, the lowest first: h = mix(h ^ part, constant), and once more."""
    data = line.encode("utf8", "surrogatepass")
    number = _FIXED ^ len(data)
    for at in range(0, len(data), 8):
        part = int.from_bytes(data[at : at + 8], "little")
        number = _mix(number ^ part, 0x9E3779B97F4A7C15 ^ _FIXED)
    return (_mix(number, 0xD6E8FEB86659FD93) or 1) if data else 0


def _mix(a: int, b: int) -> int:
    """Both halves of the product of two numbers of 64 bits, one over the other."""
    return (a * b & _ALL) ^ (a * b >> 64)


def count(tokens: Tokens, columns: Array) -> tuple[Array, Array, Array]:
    """Rows (indptr, indices, data) of how often each ``columns[id]`` is in each document.

    A negative id is no word, a negative column is not counted.
    """
    docs = np.repeat(np.arange(len(tokens.ptr) - 1), np.diff(tokens.ptr))
    found = np.append(columns, -1)[np.maximum(tokens.ids, -1)]
    entries = np.stack([docs, found])[:, found >= 0]
    pairs, data = np.unique(entries, axis=1, return_counts=True)
    sizes = np.bincount(pairs[0], minlength=len(tokens.ptr) - 1)
    indptr = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return indptr, pairs[1].astype(np.int32), data.astype(np.float32)
