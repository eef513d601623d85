"""The words of topics over time: how they were, how far they moved, and what became of topics."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from biterms.kernels import Array
from biterms.learning.changes import Mark
from biterms.learning.posterior import Posterior
from biterms.models.lda.held import Held
from biterms.streams.chapters.chapter import Nothing
from biterms.streams.chapters.drifting import Drift, Moment
from biterms.streams.chapters.lives import Event, Lives, came, went
from biterms.streams.chapters.top_words import TopWords
from biterms.streams.many_rows import insert
from biterms.streams.observed import Look, Observer
from biterms.streams.packed import readable
from biterms.streams.periods import DAY, HOUR
from biterms.topics import TopicModel
from biterms.topics.encode import words_known
from biterms.topics.fitted import Fitted

SCHEMA = """
CREATE TABLE topic_words (
    length INTEGER NOT NULL,       -- seconds: 3600 or 86400
    begin INTEGER NOT NULL,        -- seconds since 1970
    topic INTEGER NOT NULL,        -- id of the topic
    label TEXT NOT NULL,           -- its name, or the words that speak most for it
    words TEXT NOT NULL,           -- JSON: its most probable words: [word, probability, id]
    documents REAL NOT NULL,       -- its shares in the documents since the row before, summed
    moved REAL,                    -- Hellinger's distance from the row before; NULL: learnt anew
    chance REAL,                   -- the distance that chance alone would explain
    PRIMARY KEY (length, begin, topic)
) WITHOUT ROWID;
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,
    time REAL NOT NULL,            -- of the documents, seconds since 1970
    kind TEXT NOT NULL,            -- birth, split, death, renewed, merge or drift
    topic INTEGER NOT NULL,
    other INTEGER,                 -- the topic that it came from or merged with
    value REAL NOT NULL,           -- how strong, or how close
    words TEXT NOT NULL            -- JSON: its most probable words
);
CREATE VIEW topic_seen AS
    SELECT topic, min(begin) AS first, max(begin + length) AS last, sum(documents) AS documents
    FROM topic_period WHERE documents > 0 GROUP BY topic;
"""
#: words of a row, and of a label
WORDS, LABEL = 15, 3
#: documents after which words are written again, at least, ...
ENOUGH = 1000
#: ... and the part of the words of the model that they must be: looking at all words then costs a
#: small part of learning from these documents
PART = 2
#: seconds after which hours become days
FINE = 7 * DAY
_EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_LONGER = (
    """
INSERT OR REPLACE INTO topic_words
    SELECT :long, begin / :long * :long, topic, label, words, documents, moved, chance
    FROM topic_words WHERE length = :short AND begin < :end ORDER BY begin
""",
    "DELETE FROM topic_words WHERE length = :short AND begin < :end",
)


class Words:
    """Writes the words of topics when an hour of the texts has gone by and enough were learnt."""

    name = "words"

    def __init__(self) -> None:
        self._before: Moment | None = None
        self._top: Array | None = None
        #: weak, or it would keep what the model has replaced since
        self._mark: tuple[ref[Posterior], Mark] | None = None
        self._lives = Lives.none(np.empty(0))
        self._begin, self._events, self._documents, self._anew = 0, 0, 0, 0
        self._taken = Taken.nothing()

    def ahead(self, step: int, look: Look) -> None:  # noqa: ARG002
        """Add up what topics have taken."""
        words = words_known(look.coming.documents)
        led = np.bincount(look.lead[look.known], minlength=len(look.ids))
        # einsum, not @: threads of BLAS would go on spinning beside those that learn and read
        taken = np.einsum("d,dk->k", words.astype(np.float64), look.mixtures)
        sums = np.stack([look.mixtures.sum(axis=0), taken, led])
        self._taken = self._taken.plus(look.ids, sums)
        self._documents += len(look.lead)

    def take(self, step: int, seen: Observer, model: TopicModel) -> PeriodWords | Nothing:
        """Write the words of topics if it is time."""
        if not seen.looks:
            return Nothing()
        time = float(np.median(np.concatenate([look.times for look in seen.looks])))
        length = HOUR if seen.arrived - time < FINE else DAY
        begin, fitted = int(time) // length * length, model.fitted
        if self._before is not None and not self._due(begin, fitted.model.posterior_.n_words):
            return Nothing()
        self._begin = begin
        rows, events = self._told(fitted)
        return PeriodWords(
            seen.arrived,
            [(length, begin, *row) for row in rows],
            [(number, step, time, *event) for number, *event in events],
        )

    def _due(self, begin: int, n_words: int) -> bool:
        return begin != self._begin and self._documents >= max(ENOUGH, n_words // PART)

    def _told(self, fitted: Fitted) -> tuple[list[Any], list[Any]]:
        """Rows of topics, and events."""
        posterior = fitted.model.posterior_
        top = TopWords.of(posterior, self._top, self._changed(posterior))
        before, now = self._before, Moment.of(fitted, top)
        anew, self._anew = self._anew, _learnt_anew(fitted)
        if anew != self._anew:  # the topics were found once more: nothing of the stream is new
            before, self._lives = None, Lives.none(now.ids)
        shares, words, led = self._taken.of(now.ids)
        drift = Drift.between(now if before is None else before, now, words, fitted)
        events = self._happened(before, now, led, drift)
        names = _names(fitted, now.top.words[:, :WORDS])
        labels, rounded = _labels(fitted, now, names), np.round(now.top.probability, 5)
        listed = zip(names, rounded.tolist(), now.top.words.tolist(), strict=True)
        rows = [
            (id_, label, _json([*zip(*lists, strict=False)]), *rest)
            for id_, label, lists, *rest in zip(
                *(now.ids.tolist(), labels, listed, shares.tolist()),
                *(_or_none(each, before) for each in drift),
                strict=True,
            )
        ]
        by_id = dict(zip(now.ids.tolist(), names, strict=True))
        told = [
            (self._events + i, *event, _json(by_id.get(event.topic, [])))
            for i, event in enumerate(events, 1)
        ]
        self._events += len(events)
        self._mark, self._top, self._before = (ref(posterior), posterior.mark()), top.words, now
        self._taken, self._documents = Taken.nothing(), 0
        return rows, told

    def _changed(self, posterior: Posterior) -> Array | None:
        """Words that have changed since the last time; None if it could be any."""
        if self._mark is None or self._mark[0]() is not posterior:
            return None
        return posterior.changed_words(self._mark[1])

    def _happened(
        self, before: Moment | None, now: Moment, led: Array, drift: Drift
    ) -> list[Event]:
        """What became of topics since the last time."""
        close = now.top.closeness()
        lives, ends = self._lives.of(now.ids).after(led, self._documents)
        self._lives, merges = lives.closer(close, now.learnt)
        if before is None:
            return []
        drifted = [
            Event("drift", int(now.ids[k]), None, float(drift.distance[k]))
            for k in np.flatnonzero(drift.told)
        ]
        gone = went((before.ids, before.top), (now.ids, now.top))
        return [*came(now.ids, before.ids, close), *ends, *gone, *merges, *drifted]

    # remembering ---------------------------------------------------------------------------

    def memory(self) -> Mapping[str, Array]:
        """The words that were last written, and what topics have taken since."""
        if self._before is None or self._top is None:
            return {}
        ids, top, learnt, fade = self._before
        numbers = np.array([self._begin, self._events, self._documents, self._anew], dtype=np.int64)
        found = {"numbers": numbers, "all": self._top, "ids": ids, "learnt": learnt, "fade": fade}
        found |= {f"top.{name}": array for name, array in top._asdict().items()}
        found |= {f"lives.{name}": array for name, array in self._lives._asdict().items()}
        found |= {f"taken.{name}": array for name, array in self._taken._asdict().items()}
        return {name: np.ascontiguousarray(array) for name, array in found.items()}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Go on from there."""

        def part(name: str) -> dict[str, Array]:
            return {k.removeprefix(name): v for k, v in memory.items() if k.startswith(name)}

        numbers = memory["numbers"].tolist()
        self._begin, self._events, self._documents, self._anew = numbers
        top = TopWords(**part("top."))
        self._before = Moment(memory["ids"], top, memory["learnt"], memory["fade"])
        self._top, self._mark = memory["all"], None
        self._lives, self._taken = Lives(**part("lives.")), Taken(**part("taken."))


class Taken(NamedTuple):
    """What topics have taken since their words were last written.

    Parameters
    ----------
    ids : array of int
        The topics.
    sums : array of shape (3, topics)
        Their shares in documents, words by their shares, and documents that they lead.
    """

    ids: Array
    sums: Array

    @classmethod
    def nothing(cls) -> Taken:
        """Nothing yet."""
        return cls(np.empty(0, dtype=np.int64), np.empty((3, 0)))

    def plus(self, ids: Array, sums: Array) -> Taken:
        """The same and more."""
        if np.array_equal(ids, self.ids):
            return Taken(ids, self.sums + sums)
        every = np.union1d(ids, self.ids)
        return Taken(every, self.of(every) + Taken(ids, sums).of(every))

    def of(self, ids: Array) -> Array:
        """What these topics have taken."""
        found = np.zeros((3, len(ids)))
        new, old = np.intersect1d(ids, self.ids, return_indices=True)[1:]
        found[:, new] = self.sums[:, old]
        return found


class PeriodWords(NamedTuple):
    """The words of topics in a period.

    Parameters
    ----------
    arrived : float
        When the cut came, in seconds since 1970.
    rows, events : sequence of tuple
        Rows of the tables.
    """

    arrived: float
    rows: Sequence[tuple[Any, ...]]
    events: Sequence[tuple[Any, ...]]

    def write(self, db: sqlite3.Connection) -> None:
        """Write the rows; of older hours the last of each day stays.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        insert(db, "INSERT OR REPLACE INTO topic_words", self.rows)
        db.executemany(_EVENT, self.events)
        end = int(self.arrived - FINE) // DAY * DAY
        for statement in _LONGER:
            db.execute(statement, {"short": HOUR, "long": DAY, "end": end})


def _learnt_anew(fitted: Fitted) -> int:
    """With how many of the first documents a model has found its topics once more."""
    held: Held | None = getattr(fitted.model.state, "held", None)
    return -1 if held is None else held.replayed


def _names(fitted: Fitted, words: Array) -> list[list[str]]:
    """The words of topics as people read them."""
    assert fitted.text is not None
    there = words >= 0
    names, ends = fitted.text.names(words[there]), np.cumsum(there.sum(axis=1)).tolist()
    return [names[begin:end] for begin, end in pairwise([0, *ends])]


def _labels(fitted: Fitted, now: Moment, names: list[list[str]]) -> list[str]:
    """Names that users gave, or the words with the largest p log(p / q), q = p(word)."""
    words, p = now.top.words[:, :WORDS], now.top.probability[:, :WORDS]
    used = np.unique(words[words >= 0])
    model, places = fitted.model, list(fitted.in_use)
    q = np.einsum("wk,k->w", model.posterior_.rows(used), model.sizes_ / model.posterior_.sums())
    q = np.append(q, 1.0)[np.searchsorted(used, np.where(words < 0, 1 << 62, words))]
    relevance = p * np.log(np.maximum(p, 1e-300) / q) if len(places) > 1 else p
    best = np.argsort(-relevance, axis=1, kind="stable")[:, :LABEL].tolist()
    found = [
        ", ".join(some[i] for i in order if i < len(some))
        for some, order in zip(names, best, strict=True)
    ]
    given = zip(now.ids.tolist(), found, strict=True)
    return [readable(fitted.labels.get(id_, label)) for id_, label in given]


def _or_none(values: Array, before: Moment | None) -> list[float | None]:
    return [None if before is None or np.isnan(value) else float(value) for value in values]


def _json(value: object) -> str:
    return readable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
