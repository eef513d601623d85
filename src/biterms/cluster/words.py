"""Words on their way: those of partitions, put together in the order of their texts."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import repeat

import numpy as np

from biterms.cluster.packing import packed, unpacked
from biterms.kernels import Array
from biterms.store import Fields, bytes_of_words, words_of_bytes
from biterms.text.appending import WordCounts, append
from biterms.text.vectoriser import Vectoriser
from biterms.text.vocabulary import Vocabulary

#: zlib: more would take longer than it saves
LEVEL = 1
#: letters of all words are never more than this
MOST_BYTES = 1 << 32


def pack_words(words: Vocabulary) -> bytes:
    """The words of a partition, none of which has an id yet, as bytes."""
    forms = words.forms
    arrays = {
        "keys": bytes_of_words(words.keys),
        "doc_freq": _small(words.doc_freq.values),
        "forms": bytes_of_words(forms.names),
        "form_key": forms.place.values,
        "form_count": _small(forms.seen.values),
    }
    return packed({"n_docs": words.n_docs}, arrays)


def unpack_words(data: bytes) -> WordCounts:
    """What `pack_words` was given."""
    about, arrays = unpacked(data)
    kept = Fields({}, arrays)
    keys = words_of_bytes(kept.array("keys", (None,), np.uint8))
    forms = words_of_bytes(kept.array("forms", (None,), np.uint8))
    return WordCounts(
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


def together(parts: Sequence[WordCounts], settings: Vectoriser) -> Vocabulary:
    """One vocabulary of several, in the order of their texts.

    Beyond as many words as may wait, the rarest are forgotten.
    """
    words = Vocabulary()
    for part in parts:
        append(words, part)
        words.forget(settings.most_waiting, settings.min_df)
    return words


def pack_together(parts: Sequence[bytes], settings: Vectoriser) -> bytes:
    """The same for packed ones, as a task."""
    return pack_words(together([unpack_words(part) for part in parts], settings))


def pack_ids(words: Vocabulary) -> bytes:
    """The keys of all words that have an id, in the order of their ids."""
    keys = [words.keys[place] for place in words.place_of.values.tolist()]
    return zlib.compress(bytes_of_words(keys).tobytes(), LEVEL)


def unpack_ids(data: bytes) -> dict[str, int]:
    """The id of each key."""
    letters = zlib.decompressobj().decompress(data, MOST_BYTES)
    keys = words_of_bytes(np.frombuffer(letters, dtype=np.uint8))
    return dict(zip(keys, range(len(keys)), strict=True))


def ids_of(data: bytes, known: dict[str, int]) -> Array:
    """The id of each place of packed words, -1 for words that have none."""
    _, arrays = unpacked(data)
    keys = words_of_bytes(Fields({}, arrays).array("keys", (None,), np.uint8))
    found = map(known.get, keys, repeat(-1))
    return np.fromiter(found, dtype=np.int32, count=len(keys))
