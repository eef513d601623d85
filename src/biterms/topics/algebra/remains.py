"""What models keep beside topics and words, added up: the sample of texts, texts seen before."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import numpy as np

from biterms.bags.counts import counts_of, documents_of
from biterms.kernels import Array, Counts
from biterms.text.duplicates import HALF, Memory, Seen
from biterms.text.readers import Record
from biterms.topics.algebra.posteriors import total
from biterms.topics.algebra.terms import Terms
from biterms.topics.fitted import Fitted
from biterms.topics.sample import Sample
from biterms.topics.sample_parts import NO_IDS, Part

#: time, random number, id, text and label: an order where nobody knows which text came first
_Key = tuple[str, int, str, str, str]


def sample_of(terms: Terms) -> Sample:
    """A fair sample of all texts: those with the smallest of the random numbers they have.

    A text is left out if its number is larger than all that one of the models has kept. Texts since
    the base are in the order of their times.
    """
    size, seen = terms.first.sample.size, total(terms, lambda fitted: fitted.sample.seen)
    before = 0 if terms.base is None else terms.base.sample.seen
    old = () if terms.base is None else _texts(terms.base, 0, before)
    new: dict[_Key, Record] = {}
    for term in terms.terms:
        found = dict(_texts(term.fitted, before, term.fitted.sample.seen))
        new = new | found if term.sign > 0 else {k: v for k, v in new.items() if k not in found}
    limit = min(map(_limit, [term.fitted for term in terms.terms if term.sign > 0]))
    kept = [(key, record) for key, record in (*old, *sorted(new.items())) if key[1] <= limit]
    kept = sorted(kept, key=lambda item: (item[0][1], item[0]))[:size]
    chosen = {key for key, _ in kept}
    first = [(key, record) for key, record in old if key in chosen]
    rest = [(key, record) for key, record in sorted(new.items()) if key in chosen]
    places = [*_old_places(terms, {key for key, _ in first})]
    room = max(seen, before + len(rest)) - before
    places += [before + i * room // max(1, len(rest)) for i in range(len(rest))]
    numbers = np.array([key[1] for key, _ in (*first, *rest)], dtype=np.uint64)
    texts: list[str | Record] = [record for _, record in (*first, *rest)]
    unknown = np.full(len(texts), -1)
    part = Part(np.array(places, dtype=np.int64), numbers, texts, unknown, NO_IDS)
    return Sample.of(size, before + room, part)


def _texts(fitted: Fitted, begin: int, end: int) -> list[tuple[_Key, Record]]:
    return [(key, record) for place, key, record in _keyed(fitted.sample) if begin <= place < end]


def _keyed(sample: Sample) -> Iterator[tuple[int, _Key, Record]]:
    """Place, key and text of each document."""
    records, part = sample.records, sample.documents
    for place, number, record in zip(
        part.places.tolist(), part.numbers.tolist(), records, strict=True
    ):
        key = (record.time or "", number, record.id, record.text, record.label or "")
        yield place, key, record


def _old_places(terms: Terms, chosen: set[_Key]) -> Iterator[int]:
    if terms.base is not None:
        seen = terms.base.sample.seen
        for place, key, _ in _keyed(terms.base.sample):
            if place < seen and key in chosen:
                yield place


def _limit(fitted: Fitted) -> int:
    """The largest random number of a sample that is full; others leave nothing out."""
    part = fitted.sample.documents
    full = len(part.places) == fitted.sample.size
    return int(part.numbers.max(initial=0)) if full else 2**63


def sampled_counts_of(terms: Terms, seed: int = 0) -> Counts | None:
    """Rows of the samples of models made from counts, by the documents of each model."""
    if terms.base is not None:
        return terms.base.sampled_counts
    known = [term.fitted for term in terms.terms if term.fitted.sampled_counts is not None]
    if not known:
        return None
    docs = np.array([fitted.model.n_docs_ for fitted in known], dtype=np.float64)
    sizes = np.array([len(_counts(fitted)) for fitted in known])
    share = min(float((sizes / docs).min()), terms.first.sample.size / float(docs.sum()))
    random = np.random.default_rng(seed)
    rows = [
        documents_of(_counts(fitted))[np.sort(random.permutation(n)[: max(1, int(share * of))])]
        for fitted, n, of in zip(known, sizes, docs, strict=True)
    ]
    return counts_of(_stacked(rows))


def _counts(fitted: Fitted) -> Counts:
    assert fitted.sampled_counts is not None
    return fitted.sampled_counts


def _stacked(rows: list[Any]) -> Any:
    from scipy import sparse

    return sparse.vstack(rows, format="csr")


def seen_of(terms: Terms) -> Seen:
    """What is known of all texts; one that came to two models is no duplicate in either."""
    return Seen(
        total(terms, lambda fitted: fitted.duplicates.seen.texts),
        total(terms, lambda fitted: fitted.duplicates.seen.duplicates),
        total(terms, lambda fitted: fitted.duplicates.seen.exact),
        _memory(terms, "keys"),
        _memory(terms, "letters"),
    )


def _memory(terms: Terms, name: str) -> Memory:
    """The hashes of all, without those that only a model had that is subtracted."""
    older, younger = _halves([t.fitted for t in terms.terms if t.sign > 0], name)
    if gone := [t.fitted for t in terms.terms if t.sign < 0]:
        before = _both([terms.base] if terms.base is not None else [], name)
        less = np.setdiff1d(_both(gone, name), before)
        older, younger = np.setdiff1d(older, less), np.setdiff1d(younger, less)
    younger = younger[: HALF - 1]
    return Memory(np.setdiff1d(older, younger)[:HALF], younger)


def _halves(models: list[Fitted], name: str) -> tuple[Array, Array]:
    none = np.empty(0, dtype=np.int64)
    halves = [getattr(fitted.duplicates.seen, name).halves() for fitted in models]
    older, younger = (reduce(np.union1d, [half[i] for half in halves], none) for i in (0, 1))
    return older, younger


def _both(models: list[Fitted], name: str) -> Array:
    return np.union1d(*_halves(models, name))
