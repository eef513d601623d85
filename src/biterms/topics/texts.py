"""Texts as they are handed in: checked, in pieces of bounded size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from itertools import chain, islice
from os import PathLike
from typing import Any, cast

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.text.readers import Record
from biterms.text.readers.frames import is_table
from biterms.text.vectoriser import Vectoriser

Texts = Iterable[str | Record]
#: texts that are read, counted and learnt from together when they come as a stream
TEXTS_AT_ONCE = 8192


def several(texts: Any) -> Iterator[str | Record]:
    """The texts one by one; what nobody means is refused now, a bad text when it comes.

    A list or a column is looked through before its first text is given.
    """
    if isinstance(texts, str | bytes | Record):
        raise InputError(
            "one text was given, expected several: put it in a list; biterms.read(path) reads files"
        )
    if isinstance(texts, PathLike):
        raise InputError(f"a path was given, expected texts: biterms.read({str(texts)!r:.60})")
    if isinstance(texts, Mapping) or len(getattr(texts, "shape", (0,))) != 1:
        raise InputError(
            f"a {type(texts).__name__} was given, expected texts: choose a column, table['name']"
        )
    if not isinstance(texts, Iterable):
        raise InputError(f"{texts!r:.40} was given, expected a list or another iterable of texts")
    if isinstance(texts, Sized):
        _check(texts, 0)
    return chain.from_iterable(pieces(iter(texts)))


def pieces(texts: Iterator[Any], size: int = TEXTS_AT_ONCE) -> Iterator[list[str | Record]]:
    """Lists of ``size`` texts, checked."""
    place = 0
    for piece in lists(texts, size):
        _check(piece, place)
        yield piece
        place += len(piece)


def lists(texts: Iterable[Any], size: int = TEXTS_AT_ONCE) -> Iterator[list[Any]]:
    """Lists of ``size`` texts; a loop over lists costs a tenth of one over texts."""
    rest = iter(texts)
    while piece := list(islice(rest, size)):
        yield piece


def plain(texts: list[str | Record]) -> list[str]:
    """The texts alone."""
    kinds = {*map(type, texts)}
    if kinds <= {str}:
        return cast("list[str]", texts)
    if kinds == {Record}:
        return [record.text for record in cast("list[Record]", texts)]
    return [text.text if isinstance(text, Record) else text for text in texts]


def plain_ones(texts: Texts) -> Iterator[str]:
    """The same one by one, as they come."""
    return chain.from_iterable(map(plain, lists(texts)))


def _check(texts: Iterable[Any], begin: int) -> None:
    if {*map(type, texts)} <= {str, Record}:
        return
    for place, text in enumerate(texts, begin):
        if not isinstance(text, str | Record):
            if is_table(text):
                raise InputError(
                    f"texts[{place}] is a {type(text).__name__}: name the column of the texts, "
                    "text='NAME', where tables are given one after another"
                )
            raise InputError(
                f"texts[{place}] is {text!r:.40} ({type(text).__name__}), expected a text; leave "
                "it out or put '' in its place"
            )


def ordered(text: Vectoriser, texts: Texts) -> Iterator[Array]:
    """The columns of the words of each text in their order, -1 for words without one."""
    return text.ordered(plain_ones(several(texts)))
