"""`update`: texts become minibatches, and everything they change is committed together.

The words of a text, the sample, the provenance and the posterior are of the same moment after each
minibatch, whatever interrupts learning: the posterior is first, and the rest follows from the
number of minibatches that it has taken (`Piece`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Counts, Tokens
from biterms.learning.posterior import Posterior
from biterms.learning.row_map import RowMap
from biterms.text.duplicates import Seen
from biterms.text.growth import Growth
from biterms.text.readers import Record
from biterms.text.vocabulary import Delta, Vocabulary
from biterms.topics.duplicates import Incoming
from biterms.topics.encode import extend_vocabulary
from biterms.topics.fitted import Fitted, renewal_due
from biterms.topics.guides import Guide
from biterms.topics.sample_parts import Held
from biterms.topics.texts import TEXTS_AT_ONCE, plain
from biterms.topics.times import minibatch_times
from biterms.topics.top_counts import TopCounts


class Keyed(NamedTuple):
    """Documents as places of keys: those that were known before, then new ones.

    Parameters
    ----------
    tokens : Tokens
        The documents.
    known, new : list of str
        The keys. More may be added to ``known`` later.
    n_known : int
        How many were known before.
    """

    tokens: Tokens
    known: list[str]
    new: list[str]
    n_known: int


class AllWords(NamedTuple):
    """Documents by all their words, also those that the model does not know; stop words aside.

    Parameters
    ----------
    indptr : array of int
        Document d has the words ``numbers[indptr[d]:indptr[d + 1]]``, each once.
    numbers : array of int
        Words, as positions in ``places``.
    places : array of int
        The different words, as ascending places of the vocabulary; new ones come after those that
        were known before.
    known, new : list of str
        The keys of these places. More may have been added to ``known`` since.
    n_known : int
        How many were known before.
    """

    indptr: Array
    numbers: Array
    places: Array
    known: list[str]
    new: list[str]
    n_known: int

    @classmethod
    def of(cls, keyed: Keyed) -> AllWords:
        """The words of documents.

        Parameters
        ----------
        keyed : Keyed
            The documents as places of keys.

        Returns
        -------
        AllWords
        """
        n = keyed.n_known + len(keyed.new)
        indptr, places, _ = kernels.count(keyed.tokens, np.arange(n, dtype=np.int32))
        met = np.zeros(n, dtype=bool)
        met[places] = True
        used = np.flatnonzero(met)
        number_of = np.empty(n, dtype=np.int32)
        number_of[used] = np.arange(len(used), dtype=np.int32)
        return cls(indptr, number_of[places], used, keyed.known, keyed.new, keyed.n_known)

    def keys(self, numbers: Array) -> list[str]:
        """The keys of some words."""
        known, new, first = self.known, self.new, self.n_known
        places = self.places[numbers].tolist()
        return [known[p] if p < first else new[p - first] for p in places]


@dataclass(frozen=True, eq=False)
class Coming:
    """Texts that are about to be learnt from, for those who follow a stream.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt so far.
    records : list of str or Record
        The texts.
    documents : Counts or WithPairs
        The same by the words that are known so far.
    keyed : Keyed
        The same as places of keys.
    """

    fitted: Fitted
    records: list[str | Record]
    documents: Any
    keyed: Keyed

    @cached_property
    def words(self) -> AllWords:
        """The same by all their words; counted when it is asked for, in whatever thread that is."""
        return AllWords.of(self.keyed)

    @property
    def n_words(self) -> Array:
        """Different words of each, known or not; stop words aside."""
        return np.diff(self.words.indptr)


Observe = Callable[[Coming], None]


@dataclass(frozen=True)
class After:
    """What a piece leaves behind when some minibatches of it have been learnt."""

    done: int
    delta: Delta
    held: Held
    seen: Seen
    counts: TopCounts
    facts: dict[str, Any]


class Piece:
    """Texts on their way into a model, cut into minibatches.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt so far.
    records : list of str or Record
        The texts.
    cuts : array of int
        Where minibatches begin, and the end.
    incoming : Incoming
        What they were compared with; it begins with the same text.
    """

    def __init__(
        self, fitted: Fitted, records: list[str | Record], cuts: Array, incoming: Incoming
    ) -> None:
        assert fitted.text is not None
        self.fitted, self.text, self.incoming = fitted, fitted.text, incoming
        self.records, self.cuts = records, cuts
        self.tokens = self._cut(incoming.lines(len(records)))
        self.growth = self._growth(0, len(cuts) - 1)
        self.documents = extend_vocabulary(self.growth, fitted.model)
        self._applied = 0
        self._after: After | None = None

    def _cut(self, lines: list[str] | None) -> Tokens:
        """The words of the texts."""
        analyser = self.text.analyser_
        if lines is None:
            return analyser.tokens(plain(self.records))
        return analyser.cut("\n".join(lines), len(lines))

    def coming(self) -> Coming:
        """The texts by the words that are known before any of them is learnt from."""
        growth, documents = self.growth, self.documents
        if int(growth.n_ids[-1]) > growth.before:
            documents = extend_vocabulary(growth.with_none_joining(), self.fitted.model)
        known = self.text.words_.keys
        keyed = Keyed(growth.tokens, known, growth.delta.keys, len(known))
        return Coming(self.fitted, self.records, documents, keyed)

    def learn(self, guide: Guide | None = None) -> None:
        """Learn from the minibatches; an exception leaves those learnt so far."""
        model, words = self.fitted.model, None
        if int(self.growth.n_ids[-1]) > self.growth.before:
            words = [self._joining(i, guide) for i in range(len(self.cuts) - 1)]
        counts = model._read(self.documents)
        engine = model.engine()
        times = None
        if engine.horizon is not None:
            times = minibatch_times(self.records, self.cuts)
        engine.learn_stream(
            model.state, counts, self.cuts, words, self._follow, times, self._replayed
        )

    def _joining(self, i: int, guide: Guide | None) -> tuple[RowMap, Array | None]:
        """Words that join with minibatch i, and their prior where it differs between words."""
        before = self.growth.before if i == 0 else int(self.growth.n_ids[i - 1])
        n, prior = int(self.growth.n_ids[i]) - before, self.fitted.prior
        eta = None
        if prior is not None:
            keys = self.growth.keys_of(self.text.words_, i)
            eta = prior.joining(forms_of(self.text.words_, self.growth.delta, keys), guide)
        return RowMap.grow(before, n), eta

    def _follow(self, done: int) -> None:
        """Bring words, sample and provenance to the moment of the posterior."""
        if self._after is None or self._after.done != done:
            self._after = self._values(done)
        self.text.words_.apply(self._after.delta)
        self.fitted.sample.take(self._after.held)
        self.fitted.duplicates.take(self._after.seen)
        self.fitted.counted.counts = self._after.counts
        self.fitted.provenance.facts = self._after.facts
        self._applied = done

    def _replayed(self, topics: Posterior, documents: Counts) -> Callable[[], None]:
        """Count top words of topics that are about to be others, in the documents of the stream.

        Documents that are held do not have the phrases and the exchanged words that joined later.
        """
        counted, counts = self.fitted.counted, self.fitted.counted.counts
        changing = self.text.phrases or self.text.prune
        if not changing and len(documents) == counts.seen:
            counts = TopCounts.of_topics(topics, documents)

        def follow() -> None:
            counted.counts = counts

        return follow

    def _values(self, done: int) -> After:
        """What minibatches from the last one that was applied up to ``done`` leave behind."""
        first, last = self._applied, len(self.cuts) - 1
        growth = self.growth if (first, done) == (0, last) else self._growth(first, done)
        begin, end = int(self.cuts[first]), int(self.cuts[done])
        held = self.fitted.sample.offered(self.records[begin:end], growth.tokens)
        seen, _ = self.fitted.duplicates.seen.after(self.incoming.between(begin, end))
        counts = self.fitted.counted.counts.after(self.documents, begin, end)
        facts = self.fitted.provenance.after(self.documents, self.cuts[first : done + 1])
        facts |= {"stopped": False}
        return After(done, growth.delta, held, seen, counts, facts)

    def _growth(self, first: int, last: int) -> Growth:
        """What minibatches ``first`` to ``last`` add to the vocabulary as it is now."""
        cuts = self.cuts[first : last + 1]
        tokens = part(self.tokens, int(cuts[0]), int(cuts[-1]))
        observed = self.text.words_.observed(tokens, self.text.analyser_.keys)
        return self.text.grown(observed, cuts - cuts[0])


def part(tokens: Tokens, begin: int, end: int) -> Tokens:
    """Some documents in a row; words are numbered in order of appearance."""
    if (begin, end) == (0, len(tokens.ptr) - 1):
        return tokens
    ptr = tokens.ptr[begin : end + 1]
    used, first, ids = np.unique(
        tokens.ids[ptr[0] : ptr[-1]], return_index=True, return_inverse=True
    )
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    words = [tokens.words[used[i]] for i in order.tolist()]
    return Tokens(ptr - ptr[0], rank[ids].astype(np.int32), words)


def forms_of(words: Vocabulary, delta: Delta, keys: list[str]) -> Mapping[str, Mapping[str, int]]:
    """Surface forms of keys that join, with how often they have been seen then."""
    new = {key: place for place, key in enumerate(delta.keys, delta.first_key)}
    places = {words.places.get(key, new.get(key, -1)): key for key in keys}
    forms: dict[str, dict[str, int]] = {key: {} for key in keys}
    owners = np.concatenate([words.forms.place.values, delta.form_places])
    seen = np.concatenate([words.forms.seen.values, np.zeros(len(delta.forms), dtype=np.int64)])
    seen[delta.form_numbers] = delta.form_seen
    n = len(words.forms.names)
    for number in np.flatnonzero(np.isin(owners, list(places))).tolist():
        name = words.forms.names[number] if number < n else delta.forms[number - n]
        forms[places[int(owners[number])]][name] = int(seen[number])
    return forms


def first_piece(fitted: Fitted, records: list[str | Record]) -> Keyed:
    """The words of the first texts of a new model are learnt before its topics."""
    assert fitted.text is not None
    tokens = fitted.text.begin(plain(records))
    fitted.sample.take(fitted.sample.offered(records, tokens))
    keys = fitted.text.words_.keys
    return Keyed(tokens, keys, [], len(keys))


def part_end(fitted: Fitted, begin: int, end: int, size: int) -> int:
    """Where the part that begins with text number ``begin`` of a piece ends.

    It ends with the minibatch after which words are exchanged or forgotten, or the words that are
    counted are chosen anew, so that this does not depend on how texts were handed over. With a
    guide it is one minibatch: a guide looks at the forms of words at the moment when they join.
    """
    assert fitted.text is not None
    if fitted.prior is not None:
        return min(begin + size, end)
    before, counts = fitted.text.n_docs_ - begin, fitted.counted.counts
    for at in range(begin + size, end, size):
        renewed = renewal_due(fitted.text, fitted.renewed_at, before + at)
        if renewed or counts.due(counts.seen - begin + at):
            return at
    return end


def whole_minibatches(size: int) -> int:
    """About `TEXTS_AT_ONCE` texts, so that no minibatch is cut in two."""
    return size * max(1, TEXTS_AT_ONCE // size)


def cuts_of(n: int, size: int) -> Array:
    """Minibatches of ``size`` documents; the last one may be smaller."""
    return np.append(np.arange(0, n, size), n)
