"""A partition of texts, read and counted by a worker and kept there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.cluster.account import Spent, spending
from biterms.cluster.chunks import Chunk
from biterms.cluster.known_forms import KnownForms
from biterms.cluster.tally import tallied
from biterms.cluster.undisturbed import undisturbed
from biterms.cluster.words import pack_words
from biterms.kernels import Array, Tokens
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks
from biterms.text.readers import Trouble
from biterms.text.vectoriser import Vectoriser
from biterms.topics.sample import mixed
from biterms.topics.sample_parts import NO_PART, Part
from biterms.version import __version__

#: chunks of texts that wait until it is decided which of them are kept
WAITING = 32
#: random numbers are below this
LARGEST = 1 << 63
#: documents of a partition have different random numbers than those of others
APART = 1 << 40


class Asked(NamedTuple):
    """How texts are counted.

    Parameters
    ----------
    run : str
        The run.
    text : Vectoriser
        The limits.
    analyser : Analyser
        How texts are cut into words.
    keep : int
        Texts that the model remembers.
    """

    run: str
    text: Vectoriser
    analyser: Analyser
    keep: int


class Counted(NamedTuple):
    """A partition that has been counted.

    Parameters
    ----------
    number : int
        Number of the partition.
    tokens : Tokens
        Its texts as places of keys.
    words : bytes
        Its vocabulary, from `pack_words`.
    sample : Part
        Those of its texts that may be remembered.
    trouble : Trouble
        What was wrong with its texts.
    spent : Spent
        How long it took.
    """

    number: int
    tokens: Tokens
    words: bytes
    sample: Part
    trouble: Trouble
    spent: Spent


class About(NamedTuple):
    """What the driver has to know of a partition, and of the worker that has counted it."""

    n_docs: int
    trouble: Trouble
    spent: Spent
    version: str
    isa: str


def count(given: Iterable[Chunk], asked: Asked, number: int, trouble: Trouble) -> Counted:
    """Count the words of a partition.

    Parameters
    ----------
    given : iterable of Chunk
        Its texts.
    asked : Asked
        How they are counted.
    number : int
        Number of the partition.
    trouble : Trouble
        What was wrong with its texts, filled while they are read.
    """
    with undisturbed(), spending("text") as spent:
        kept = Sampled(number, asked.keep)
        pieces = (asked.analyser.tokens(piece) for piece in chunks(kept.watch(given)))
        words, read = tallied(asked.text, KnownForms.of(asked.run, asked.analyser), pieces)
        packed = pack_words(words)
    return Counted(number, joined(read), packed, kept.part(), trouble, spent())


def about(counted: Counted) -> About:
    """What the driver has to know."""
    n_docs = len(counted.tokens.ptr) - 1
    return About(n_docs, counted.trouble, counted.spent, __version__, kernels.isa())


def words_of(counted: Counted) -> bytes:
    """The vocabulary."""
    return counted.words


def sampled(counted: Counted, limit: int, offset: int) -> Part:
    """Texts of the sample, by their random numbers; ``offset`` texts come before."""
    part = counted.sample.only(counted.sample.numbers < limit)
    return part._replace(places=part.places + offset)


class Sampled:
    """Texts that may be in the sample of all: those with the smallest random numbers.

    Chunks wait until there are some of them, so that little is made of texts that soon give way
    to others.
    """

    def __init__(self, number: int, size: int) -> None:
        self._part, self._size, self._seen = NO_PART, size, 0
        self._first, self._limit = number * APART, LARGEST if size else 0
        self._waiting = list[tuple[Chunk, Array]]()

    def watch(self, given: Iterable[Chunk]) -> Iterator[str]:
        """The texts as they come; some of them are kept on the way."""
        return chain.from_iterable(map(self._watched, given))

    def part(self) -> Part:
        """Those of the texts so far."""
        self._sort_out()
        return self._part

    def _watched(self, chunk: Chunk) -> list[str]:
        if len(self._waiting) == WAITING:
            self._sort_out()
        first = self._first + self._seen
        self._waiting.append((chunk, mixed(np.arange(first, first + len(chunk.texts), dtype="u8"))))
        self._seen += len(chunk.texts)
        return chunk.texts

    def _sort_out(self) -> None:
        """Keep what may be in the sample of the chunks that wait."""
        numbers = np.concatenate([self._part.numbers, *(each for _, each in self._waiting)])
        if len(numbers) > self._size > 0:
            self._limit = min(self._limit, int(np.partition(numbers, self._size)[self._size]))
        parts = [self._part.only(self._part.numbers < self._limit)]
        place = self._seen - sum(len(each) for _, each in self._waiting)
        for chunk, each in self._waiting:
            come = np.flatnonzero(each < self._limit)
            parts.append(Part.of([*chunk.some(come.tolist())], None, place + come, each[come]))
            place += len(each)
        self._part, self._waiting = Part.joined(parts), []


def joined(read: list[Tokens]) -> Tokens:
    """All texts in one."""
    ids = np.concatenate([np.empty(0, dtype=np.int32), *(piece.ids for piece in read)])
    sizes = np.concatenate([[0], *(np.diff(piece.ptr) for piece in read)])
    return Tokens(np.cumsum(sizes, dtype=np.int64), ids, [])


def some_texts(tokens: Tokens, docs: Array) -> Tokens:
    """Some of the texts."""
    sizes = tokens.ptr[docs + 1] - tokens.ptr[docs]
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    at = np.repeat(tokens.ptr[docs] - ptr[:-1], sizes) + np.arange(ptr[-1])
    return Tokens(ptr, tokens.ids[at], [])
