"""How a model came about, for its file, for `info` and for reports."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import numpy as np

from biterms.bags.counts import plain_counts
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts
from biterms.models.estimator import TopicEstimator
from biterms.models.provenance import arithmetic_note, provenance
from biterms.store.columns import release
from biterms.text.vectoriser import Vectoriser

#: what may have changed since the model was saved
NOW = ("n_topics", "n_words", "n_docs", "n_steps")
#: numbers that are hashed at once
AT_ONCE = 1 << 20
#: bytes up to which hashlib keeps the GIL; of a minibatch there are few more, and who gives the GIL
#: up for them may wait for it a hundred times longer
BRIEF, FEW = 2047, 1 << 16


class Provenance:
    """Facts about the making of a model, replaced all at once."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = dict(facts)

    def after(self, documents: Any, cuts: Array) -> dict[str, Any]:
        """The facts when these documents have been learnt from, too; it stays as it is.

        The hash of the data is chained from minibatch to minibatch.
        """
        digest = str(self.facts.get("data", ""))
        for begin, end in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
            digest = _hash(digest, documents, begin, end)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return {"begun": now, **self.facts, "learnt": now, "data": digest}


def _hash(before: str, documents: Any, begin: int, end: int) -> str:
    counts, digest = plain_counts(documents), blake2b(before.encode(), digest_size=16)
    first, last = int(counts.indptr[begin]), int(counts.indptr[end])
    for at in range(begin, end, AT_ONCE):
        _take(digest, np.diff(counts.indptr[at : min(at + AT_ONCE, end) + 1]).tobytes())
        release(counts.indptr)
    words = np.int64 if isinstance(documents, WithPairs) else np.int32  # as it has always been
    parts: list[tuple[Any, Array]] = [
        (words, counts.indices[first:last]),
        (np.float32, counts.data[first:last]),
        *((array.dtype, array) for array in _order(documents, begin, end)),
    ]
    for kind, array in parts:
        for at in range(0, len(array), AT_ONCE):
            _take(digest, np.ascontiguousarray(array[at : at + AT_ONCE], dtype=kind).tobytes())
            release(array)
    return digest.hexdigest()


def _take(digest: Any, data: bytes) -> None:
    size = BRIEF if len(data) <= FEW else len(data)
    for at in range(0, len(data), size):
        digest.update(data[at : at + size])


def _order(documents: Any, begin: int, end: int) -> tuple[Array, ...]:
    """The order of the words of some documents, if they have one; all of them need no copy."""
    if not isinstance(documents, WithPairs):
        return ()
    some = documents if (begin, end) == (0, len(documents)) else documents[begin:end]
    return some.arrays()


def facts_of(documents: Counts | WithPairs) -> dict[str, Any]:
    """The facts of documents that were learnt from together."""
    return Provenance({}).after(documents, np.array([0, len(documents)]))


def current_facts(model: TopicEstimator, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts, and how many words, documents and topics there are by now."""
    now = provenance(model)
    return now | dict(facts) | {name: now[name] for name in NOW}


def about(
    model: TopicEstimator, text: Vectoriser | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """One flat table of the facts and of the settings that are not the defaults."""
    table = current_facts(model, facts)
    table["settings"] = " ".join(repr(model).split())
    table["text"] = "counts were given" if text is None else " ".join(repr(text).split())
    if text is not None:
        table["language"] = text.analyser_.described()
    if note := arithmetic_note(table):
        table["note"] = note
    return table
