"""Texts in pieces of bounded size, each checked before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from biterms.errors import InputError

LONGEST_TEXT = 100_000_000
_TEXTS, _CHARACTERS, _BLOCK = 20_000, 2_000_000, 250


def chunks(texts: Any) -> Iterator[list[str]]:
    """The texts in order; an iterator is consumed as it goes."""
    rest, start = iter(_checked(texts)), 0
    chunk: list[str] = []
    size = 0
    while block := list(islice(rest, _BLOCK)):
        size += _checked_size(block, start + len(chunk))
        chunk += block
        if len(chunk) >= _TEXTS or size >= _CHARACTERS:
            yield chunk
            start, chunk, size = start + len(chunk), [], 0
    if chunk:
        yield chunk


def cut(pieces: Iterable[list[str]], start: int, step: int) -> Iterator[list[str]]:
    """The same texts, ``start`` of a stream having gone before: none crosses a whole ``step``."""
    for piece in pieces:
        at = 0
        while at < len(piece):
            part = piece[at : at + step - start % step]
            yield part
            at, start = at + len(part), start + len(part)


def _checked(texts: Any) -> Iterable[Any]:
    """Refuse what would be iterated over in a way nobody means."""
    if isinstance(texts, str | bytes):
        what = f"the single text {texts[:40]!r}"
    elif isinstance(texts, Mapping) or hasattr(texts, "columns"):
        what = f"a {type(texts).__name__}, whose names would be taken for texts"
    elif not isinstance(texts, Iterable):
        what = f"{texts!r:.40} ({type(texts).__name__})"
    else:
        return texts
    raise InputError(
        f"texts is {what}; expected a list or another iterable of strings: [text] for a single "
        "one, table['column'] for a table"
    )


def _checked_size(block: list[Any], start: int) -> int:
    """Characters of some texts, if they are texts and none is too long."""
    if set(map(type, block)) == {str} and max(sizes := list(map(len, block))) <= LONGEST_TEXT:
        return sum(sizes)
    for place, text in enumerate(block, start):
        if not isinstance(text, str):
            raise InputError(
                f"texts[{place}] is {text!r:.40} ({type(text).__name__}), expected a string; "
                "leave it out or put '' in its place"
            )
        if len(text) > LONGEST_TEXT:
            raise InputError(
                f"texts[{place}] has {len(text):,} characters, expected at most "
                f"{LONGEST_TEXT:,}; cut it into several texts"
            )
    return sum(map(len, block))
