"""Statistics: what some documents say about the topics, as one value that adds up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BufferedReader, BytesIO
from types import MappingProxyType
from typing import Any

import numpy as np

from biterms.errors import InputError, StoreError
from biterms.kernels import Array
from biterms.learning.lineage import Anchor
from biterms.learning.row_map import RowMap
from biterms.store.fields import Fields
from biterms.store.plain import decoded, encoded
from biterms.store.tensors import checked, read_arrays, write_arrays

#: rounded statistics are multiples of 2 to minus this: 33 bits are left for the sum
GRID_BITS = 20


@dataclass(frozen=True, eq=False)
class Statistics:
    """Expected counts of words in topics, inferred from some documents.

    Statistics are immutable and form a group: they can be added, subtracted and scaled, whatever
    process they come from, as long as they belong to the same model. Arrays are taken over and not
    copied, so whoever made them must not write to them any more.

    Parameters
    ----------
    words : int32 array of shape (n,)
        Distinct word ids in ascending order.
    rows : float64 array of shape (n, K)
        Expected count of each of these words in each topic.
    n_words : int
        Ids of the vocabulary, V; every word is below.
    documents : int
        Number of documents, empty ones included.
    anchor : Anchor
        The posterior that the documents were inferred with.
    extra : mapping of str to float64 array
        What a model learns beside the words, such as the usage of topics in HDP.
    prior : float
        How often the prior counts in addition to before; only with `KPS` it does.

    Raises
    ------
    InputError
        If ids are repeated, unsorted or out of range, or if a number is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> s = Statistics([2, 5], np.ones((2, 3)), n_words=9, documents=4, anchor=Anchor("a", 0))
    >>> (s + s).mass
    array([4., 4., 4.])
    """

    words: Array
    rows: Array
    n_words: int
    documents: int
    anchor: Anchor
    extra: Mapping[str, Array] = field(default_factory=dict)
    prior: float = 0.0

    def __post_init__(self) -> None:
        words, rows = _checked_words(self.words, self.n_words), _frozen(self.rows, "rows")
        if rows.ndim != 2 or len(rows) != len(words) or rows.shape[1] < 1:
            raise InputError(
                f"rows of shape {rows.shape} for {len(words)} words, expected one row of K "
                "numbers for each word"
            )
        if type(self.documents) is not int or not np.isfinite(self.prior):
            raise InputError(
                f"documents={self.documents!r} and prior={self.prior!r}, expected a whole number "
                "and a finite one"
            )
        extra = {name: _frozen(array, name) for name, array in self.extra.items()}
        for name, value in {"words": words, "rows": rows, "extra": MappingProxyType(extra)}.items():
            object.__setattr__(self, name, value)

    @property
    def n_topics(self) -> int:
        """K."""
        return int(self.rows.shape[1])

    @cached_property
    def mass(self) -> Array:
        """Expected count of all words in each topic, K numbers."""
        return np.asarray(self.rows.sum(axis=0))

    def __add__(self, other: Statistics) -> Statistics:
        """What both say; of two anchors on one line of learning the older one stays."""
        self._check_same_kind(other)
        words = np.union1d(self.words, other.words).astype(np.int32)
        rows = np.zeros((len(words), self.n_topics))
        rows[np.searchsorted(words, self.words)] = self.rows
        rows[np.searchsorted(words, other.words)] += other.rows
        return Statistics(
            words,
            rows,
            n_words=max(self.n_words, other.n_words),
            documents=self.documents + other.documents,
            anchor=min(self.anchor, other.anchor, key=lambda anchor: anchor.step),
            extra={name: self.extra[name] + other.extra[name] for name in self.extra},
            prior=self.prior + other.prior,
        )

    def __neg__(self) -> Statistics:
        """The statistics that take these back."""
        extra = {name: -array for name, array in self.extra.items()}
        return replace(
            self, rows=-self.rows, extra=extra, documents=-self.documents, prior=-self.prior
        )

    def __sub__(self, other: Statistics) -> Statistics:
        """What is left when ``other`` is taken away."""
        return self + (-other)

    def scaled(self, factor: float) -> Statistics:
        """Count each document ``factor`` times; the number of documents stays the same.

        Parameters
        ----------
        factor : float
            Factor of all expected counts and of the prior.

        Returns
        -------
        Statistics
            The scaled statistics.
        """
        extra = {name: factor * array for name, array in self.extra.items()}
        return replace(self, rows=factor * self.rows, extra=extra, prior=factor * self.prior)

    def rounded(self, bits: int = GRID_BITS) -> Statistics:
        """Round to multiples of 2^-20, whose sums are exact in any order while below 2^33.

        Parameters
        ----------
        bits : int, default=20
            Another exponent: multiples of 2^-bits, whose sums are exact while below 2^(53 - bits).

        Returns
        -------
        Statistics
            The rounded statistics, without words of which nothing is left.
        """
        rows = on_grid(self.rows, bits)
        kept = rows.any(axis=1)
        extra = {name: on_grid(array, bits) for name, array in self.extra.items()}
        return replace(self, words=self.words[kept], rows=rows[kept], extra=extra)

    def remapped(self, rows: RowMap) -> Statistics:
        """Carry the statistics over to a changed vocabulary; dropped words are left out.

        Parameters
        ----------
        rows : RowMap
            The change of the vocabulary.

        Returns
        -------
        Statistics
            The statistics of the words that stay.

        Raises
        ------
        InputError
            If the change is of another vocabulary.
        """
        if rows.before != self.n_words:
            raise InputError(
                f"statistics of a vocabulary of {self.n_words} ids, but the change is of one of "
                f"{rows.before}"
            )
        stay = ~np.isin(self.words, rows.dropped)
        return replace(self, words=self.words[stay], rows=self.rows[stay], n_words=rows.after)

    def to_bytes(self) -> bytes:
        """Serialise the statistics as a safetensors file in memory.

        Returns
        -------
        bytes
            For `from_bytes`, possibly in another process.
        """
        about = {
            "n_words": int(self.n_words),
            "documents": self.documents,
            "anchor": [self.anchor.model, self.anchor.step],
            "prior": float(self.prior),
        }
        arrays = {"words": self.words, "rows": self.rows}
        arrays |= {f"extra.{name}": array for name, array in self.extra.items()}
        arrays["about"] = np.frombuffer(encoded(about), dtype=np.uint8)
        file = BytesIO()
        write_arrays(file, checked(arrays))
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Statistics:
        """Restore statistics from what `to_bytes` returned.

        Parameters
        ----------
        data : bytes
            The safetensors file.

        Returns
        -------
        Statistics
            The same statistics.

        Raises
        ------
        StoreError
            If the bytes are damaged or were not written by `to_bytes`.
        """
        arrays, _ = read_arrays(BufferedReader(BytesIO(data)), len(data))
        about = Fields(decoded(Fields({}, arrays).array("about", (None,), np.uint8).tobytes()), {})
        match about.value("anchor"):
            case [str(model), int(step)]:
                anchor = Anchor(model, step)
            case _:
                raise StoreError("the anchor of the statistics is not a model and a step")
        kept = Fields({}, arrays)
        try:
            return cls(
                kept.array("words", (None,), np.int32),
                kept.array("rows", (None, None)),
                n_words=about.whole("n_words"),
                documents=about.whole("documents", -(2**53)),
                anchor=anchor,
                extra={
                    name.removeprefix("extra."): kept.array(name)
                    for name in arrays
                    if name.startswith("extra.")
                },
                prior=about.number("prior"),
            )
        except InputError as error:
            raise StoreError(f"the statistics do not fit together: {error}") from None

    def _check_same_kind(self, other: Statistics) -> None:
        if self.anchor.model != other.anchor.model:
            raise InputError(
                f"statistics of the models {self.anchor.model} and {other.anchor.model}: their "
                "topics are not the same, so they do not add up"
            )
        if self.n_topics != other.n_topics or self.extra.keys() != other.extra.keys():
            raise InputError(
                f"statistics of {self.n_topics} and {other.n_topics} topics, with "
                f"{sorted(self.extra)} and {sorted(other.extra)} beside the words: expected the "
                "same of both"
            )


def on_grid(numbers: Array, bits: int = GRID_BITS) -> Array:
    """The nearest multiples of 2^-bits.

    Examples
    --------
    >>> on_grid(np.array([0.3, 0.7, -1.2]), bits=1)
    array([ 0.5,  0.5, -1. ])
    """
    scaled = np.asarray(numbers) * 2.0**bits
    np.rint(scaled, out=scaled)
    scaled *= 2.0**-bits
    return scaled


def _checked_words(given: Any, n_words: int) -> Array:
    ids = np.asarray(given)
    if _as_packed(ids, n_words):
        return _read_only(ids.copy())
    if ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
        raise InputError(f"words of type {ids.dtype} and shape {ids.shape}, expected word ids")
    if ids.size and not (0 <= ids.min() and ids.max() < min(n_words, 2**31)):
        raise InputError(f"word ids from {ids.min()} to {ids.max()}, expected 0 to {n_words - 1}")
    if not (np.diff(ids.astype(np.int64)) > 0).all():
        raise InputError("the word ids are not in ascending order, each once")
    return _read_only(ids.astype(np.int32))


def _as_packed(ids: Array, n_words: int) -> bool:
    """Whether they are sound as those of a packed minibatch are: the quick way through."""
    if ids.dtype != np.int32 or ids.ndim != 1 or not ids.size:
        return False
    return bool(0 <= ids[0] and ids[-1] < n_words and (ids[1:] > ids[:-1]).all())


def _frozen(given: Any, name: str) -> Array:
    array = np.ascontiguousarray(given, dtype=np.float64)
    if not np.isfinite(array).all():
        raise InputError(f"{name} of the statistics hold numbers that are not finite")
    return _read_only(array if array is not given else array.view())


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array
