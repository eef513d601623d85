"""Words on their way: those of partitions, put together in the order of their texts."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.cluster.names import Names, Numbered
from biterms.cluster.packing import packed, unpacked
from biterms.kernels import Array
from biterms.store import Fields, bytes_of_words
from biterms.text.appending import WordCounts, append
from biterms.text.forms import too_many_forms
from biterms.text.vectoriser import Vectoriser
from biterms.text.vocabulary import Vocabulary

#: zlib: more would take longer than it saves
LEVEL = 1
#: letters of all words are never more than this
MOST_BYTES = 1 << 32
NONE = np.empty(0, dtype=np.int64)


class Words(NamedTuple):
    """The words of a partition; its keys and surface forms are as they were sent.

    Parameters
    ----------
    n_docs : int
        Number of texts.
    keys, forms : Names
        The strings, in order of appearance.
    doc_freq : array of int
        In how many texts each key is.
    form_places : array of int
        Which key each surface form is of, -1 for stop words.
    form_seen : array of int
        How often each of them was seen.
    """

    n_docs: int
    keys: Names
    doc_freq: Array
    forms: Names
    form_places: Array
    form_seen: Array

    @classmethod
    def of(cls, counts: WordCounts) -> Words:
        """The same of words that are strings."""
        names = counts._asdict()
        return cls(**names | {name: Names.of(names[name]) for name in ("keys", "forms")})

    def counts(self) -> WordCounts:
        """The same with strings."""
        names = self._asdict() | {"keys": self.keys.strings(), "forms": self.forms.strings()}
        return WordCounts(**names)


def pack_words(words: Words) -> bytes:
    """The words of a partition as bytes."""
    arrays = {
        "keys": words.keys.data,
        "doc_freq": _small(words.doc_freq),
        "forms": words.forms.data,
        "form_key": words.form_places,
        "form_count": _small(words.form_seen),
    }
    return packed({"n_docs": words.n_docs}, arrays)


def unpack_words(data: bytes) -> Words:
    """What `pack_words` was given."""
    about, arrays = unpacked(data)
    kept = Fields({}, arrays)
    keys, forms = (Names(kept.array(name, (None,), np.uint8)) for name in ("keys", "forms"))
    return Words(
        about.whole("n_docs"),
        keys,
        arrays["doc_freq"].astype(np.int64),
        forms,
        kept.array("form_key", (len(forms),), np.int32),
        arrays["form_count"].astype(np.int64),
    )


def _small(numbers: Array) -> Array:
    """As few bytes as there is use for: nearly all counts of a partition are small."""
    return numbers.astype(np.uint32 if numbers.max(initial=0) < 2**32 else np.int64)


def together(parts: Sequence[Words], settings: Vectoriser) -> Vocabulary:
    """One vocabulary of several, in the order of their texts.

    Beyond as many words as may wait, the rarest are forgotten.
    """
    words = Vocabulary()
    if (union := _union(parts, settings.most_waiting)) is not None:
        append(words, union)
        return words
    for part in parts:
        append(words, part.counts())
        words.forget(settings.most_waiting, settings.min_df)
    return words


def _union(parts: Sequence[Words], most: int) -> WordCounts | None:
    """The words of all parts; None if some have to be forgotten on the way."""
    keys, forms, places, numbers, owners = Numbered(), Numbered(), [], [], []
    for part in parts:
        places.append(keys.add(part.keys))
        n_forms = len(forms)
        numbers.append(forms.add(part.forms))
        new = part.form_places[numbers[-1] >= n_forms]
        owners.append(np.append(places[-1], -1)[new])
        if len(keys) > most or too_many_forms(len(forms), len(keys)):
            return None
    return WordCounts(
        sum(part.n_docs for part in parts),
        keys.names.strings(),
        _summed(places, [part.doc_freq for part in parts], len(keys)),
        forms.names.strings(),
        np.concatenate([NONE, *owners]),
        _summed(numbers, [part.form_seen for part in parts], len(forms)),
    )


def _summed(numbers: list[Array], counts: list[Array], n: int) -> Array:
    """The counts of each of n names."""
    total = np.zeros(n, dtype=np.int64)
    for at, own in zip(numbers, counts, strict=True):
        total[at] += own  # the names of a part are different ones
    return total


def pack_together(parts: Sequence[bytes], settings: Vectoriser) -> bytes:
    """The same for packed ones, as a task."""
    words = together([unpack_words(part) for part in parts], settings)
    return pack_words(Words.of(WordCounts.of(words)))


def pack_ids(words: Vocabulary) -> bytes:
    """The keys of all words that have an id, in the order of their ids."""
    keys = [words.keys[place] for place in words.place_of.values.tolist()]
    return zlib.compress(bytes_of_words(keys).tobytes(), LEVEL)


def unpack_ids(data: bytes) -> Numbered:
    """The number of each key is its id."""
    letters = zlib.decompressobj().decompress(data, MOST_BYTES)
    known = Numbered()
    known.add(Names(np.frombuffer(letters, dtype=np.uint8)))
    return known


def ids_of(data: bytes, known: Numbered) -> Array:
    """The id of each place of packed words, -1 for words that have none."""
    _, arrays = unpacked(data)
    return known.find(Names(Fields({}, arrays).array("keys", (None,), np.uint8)))
