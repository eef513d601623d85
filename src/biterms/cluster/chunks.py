"""Texts on their way to be counted; what stands beside them is made for few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from biterms.text.readers import Record
from biterms.topics.texts import lists, plain


class Chunk(NamedTuple):
    """Some texts.

    Parameters
    ----------
    texts : list of str
        The texts alone.
    some : callable
        Gives some of them, by their places, with their ids, times and labels.
    """

    texts: list[str]
    some: Callable[[Sequence[int]], Sequence[str | Record]]


def chunks_of(records: Iterable[str | Record]) -> Iterator[Chunk]:
    """Texts that are records already, or have nothing beside them."""
    for piece in lists(records):
        yield Chunk(plain(piece), lambda places, piece=piece: [piece[at] for at in places])  # type: ignore[misc]
