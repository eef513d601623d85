"""How a story begins: the documents of a word that has become frequent, and what they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import PRIOR, Array
from biterms.streams.chapters.detection.asked import Asked, Cover, Words
from biterms.streams.chapters.detection.places import Places
from biterms.streams.chapters.detection.recent import LETTERS, Documents
from biterms.streams.chapters.detection.story import (
    PART,
    Story,
    characteristic,
    values,
)
from biterms.streams.chapters.detection.watch import Watch
from biterms.streams.observed import as_record

#: texts with different words that a story must have
LEAST = 3
#: documents of a story that are looked at to describe it, the last ones
LOOKED_AT = 200
#: texts that are quoted
QUOTED = 3
#: words of a story that were noticed, at most, and words of a story in all
CORE, FULL = 32, 256
#: documents of a word that show whether a story has it already
FEW = 30


class Shared(NamedTuple):
    """What documents have in common.

    Parameters
    ----------
    rows : array of int
        Those of them that have different words.
    words, scores : array
        The words that tell them from others, and how well they do; the best first.
    """

    rows: Array
    words: Array
    scores: Array


class Opening:
    """What is known when words have become frequent.

    Parameters
    ----------
    step : int
        The cut.
    watch : Watch
        The words of the stream.
    recent : Documents
        Its last documents.
    asked : list of Asked
        Where questions to the model are put.
    """

    def __init__(self, step: int, watch: Watch, recent: Documents, asked: list[Asked]) -> None:
        self._step, self._watch, self._recent, self._asked = step, watch, recent, asked

    def story(self, slot: int, stories: Mapping[int, Story], places: Places) -> Story | None:
        """The story that a word belongs to.

        Parameters
        ----------
        slot : int
            The word.
        stories : mapping of int to Story
            Those that are there, by their numbers.
        places : Places
            Which words are theirs.

        Returns
        -------
        Story or None
            One that is there and has the word now, or a new one without a number; None if too few
            texts with different words have it.
        """
        since = float(self._watch.words.past.since[slot])
        rows = self._recent.holding(slot, since)
        number = places.most_of(self._recent, rows[-FEW:]) if len(rows) else None
        if number is not None:
            return self._joined(stories[number], slot, since, rows)
        shared = self._shared(rows)
        if shared is None:
            return None
        number = places.most_like(shared.words, shared.scores)
        if number is not None:
            return self._joined(stories[number], slot, since, rows)
        return self._new(slot, since, rows, shared)

    def _joined(self, story: Story, slot: int, since: float, rows: Array) -> Story:
        """A story with one more word, which these documents have.

        One that is full has it no more than before: the word is watched anew. Else a story could
        take word after word, until it has all words that ever become frequent, and never end.
        """
        if len(story.slots) >= FULL:
            self._watch.reset(np.array([slot]))
            return story
        if len(story.core) < CORE:
            story.core.append(slot)
        usual = self._rates_before(slot, len(rows)) * self._recent.n_since(since)
        story.slots.append(slot)
        story.values.append(float(values(len(rows), usual)))
        return story

    def _new(self, slot: int, since: float, rows: Array, shared: Shared) -> Story:
        n, rate = self._recent.n_since(since), float(self._rates_before(slot, len(rows)))
        story = Story(
            number=0,
            step=self._step,
            time=self._watch.time,
            since=float(self._recent.times[rows].min()),
            strength=-np.inf,
            ratio=len(rows) / n / rate,
            slots=[slot],
            values=[PART],
            core=[slot],
            hits=float(len(rows)),
            exposure=float(n),
            documents=len(rows),
        )
        self._describe(story, shared)
        self._asked.append(self._cover(story, rows))
        return story

    def renew(self, story: Story) -> None:
        """Choose words and texts for a story by its last documents.

        Parameters
        ----------
        story : Story
            The story; it keeps the words that were noticed.
        """
        rows = self._recent.since(story.since)
        said = self._sums(np.array(story.slots), np.array(story.values), rows)
        shared = self._shared(rows[said >= PART])
        if shared is not None:
            self._describe(story, shared)

    def _shared(self, rows: Array) -> Shared | None:
        """What documents have in common; None if too few of them have different words."""
        some = kernels.different(self._recent.words, rows[-LOOKED_AT:])
        if len(some) < LEAST:
            return None
        words, counts = kernels.tally(self._recent.words, len(self._watch.words), some)
        rates = self._rates_before(words, counts)
        return Shared(some, *characteristic(words, counts, len(some), rates))

    def _describe(self, story: Story, shared: Shared) -> None:
        """Words and texts of a story by what its documents have in common."""
        best = shared.words.tolist()
        chosen = np.array([*dict.fromkeys([*story.core, *best])])
        said, usual = self._said(chosen, story.since)
        said[0] = max(said[0], PART)  # the word that was noticed first
        shown = [*dict.fromkeys([story.core[0], *best, *story.core])]
        story.slots, story.values = chosen.tolist(), said.tolist()
        story.usual = float(usual[said >= PART].sum())
        self._asked.append(Words(story, self._watch.words.keys.of(shown)))
        story.texts = self._typical(shared)

    def _said(self, words: Array, since: float) -> tuple[Array, Array]:
        """What words say about a story that began at a moment; their share of documents before."""
        rows = self._recent.since(since)
        counts = self._counts(words, rows)
        rates = self._rates_before(words, counts)
        return values(np.maximum(counts, 1), rates * len(rows)), rates

    def _typical(self, shared: Shared) -> list[dict[str, Any]]:
        """The texts that have most of the words that documents share."""
        said = self._sums(shared.words, shared.scores, shared.rows)
        chosen = shared.rows[np.argsort(-said, kind="stable")[:QUOTED]]
        some = [as_record(self._recent.records[row]) for row in chosen.tolist()]
        return [{"id": record.id, "text": record.text[:LETTERS]} for record in some]

    def _sums(self, words: Array, scores: Array, rows: Array) -> Array:
        """What the words of some documents say together."""
        given = self._recent.words, len(self._watch.words)
        return kernels.sums_of(*given, words, scores, rows)

    def _counts(self, words: Array, rows: Array) -> Array:
        """How many of some documents have each of some words."""
        return kernels.word_counts(self._recent.words, len(self._watch.words), words, rows)

    def _rates_before(self, words: Array | int, counts: Array | int) -> Array:
        """Shares of documents that words had before the documents of the story came."""
        least = PRIOR / (self._watch.exposure + 1.0)
        without = self._watch.rates(words) - counts / (self._watch.exposure + 1.0)
        return np.maximum(without, least)

    def _cover(self, story: Story, rows: Array) -> Cover:
        """What has to be known of a story to find the topic that covers it."""
        slots = np.sort(story.slots)
        counts = self._counts(slots, rows)
        keys = self._watch.words.keys.of(slots[counts > 0].tolist())
        lengths = self._recent.indptr[rows + 1] - self._recent.indptr[rows]
        return Cover(story, keys, counts[counts > 0] / len(rows), float(lengths.mean()))
