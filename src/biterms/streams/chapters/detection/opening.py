"""How a story begins: the documents of a word that has become frequent, and what they share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.coverage import as_written, covering
from biterms.streams.chapters.detection.evidence import PRIOR
from biterms.streams.chapters.detection.index import Index
from biterms.streams.chapters.detection.places import Places
from biterms.streams.chapters.detection.recent import Documents, Recent
from biterms.streams.chapters.detection.story import (
    PART,
    Story,
    characteristic,
    different,
    typical,
    values,
    words_of,
)
from biterms.streams.chapters.detection.watch import Watch
from biterms.topics import TopicModel

#: texts with different words that a story must have
LEAST = 3
#: words of a story that were noticed, at most
CORE = 32
#: documents of a word that show whether a story has it already
FEW = 30


class Opening:
    """What is known when words have become frequent.

    Parameters
    ----------
    step : int
        The cut.
    watch : Watch
        The words of the stream.
    recent : Recent
        Its last documents.
    model : TopicModel
        The model.
    """

    def __init__(self, step: int, watch: Watch, recent: Recent, model: TopicModel) -> None:
        self._step, self._watch, self._recent, self._model = step, watch, recent, model

    @cached_property
    def _index(self) -> Index:
        return Index(self._recent.all())

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
        since = float(self._watch.words.since[slot])
        rows = self._index.holding(slot, since)
        number = places.most_of(self._index.documents.chosen(rows[-FEW:])) if len(rows) else None
        if number is None:
            some = different(self._index.documents.chosen(rows))
            if len(some.topics) < LEAST:
                return None
            words, counts = words_of(some)
            rates = self._rates_before(words, counts)
            number = places.most_like(*characteristic(words, counts, len(some.topics), rates))
        if number is None:
            return self._new(slot, since, rows)
        story = stories[number]
        if len(story.core) < CORE:
            story.core.append(slot)
        usual = self._rates_before(np.array([slot]), len(rows)) * self._index.since(since)
        story.slots.append(slot)
        story.values += values(np.array([len(rows)]), usual).tolist()
        return story

    def _new(self, slot: int, since: float, rows: Array) -> Story:
        n, documents = self._index.since(since), self._index.documents
        rate = float(self._rates_before(np.array([slot]), len(rows))[0])
        story = Story(
            number=0,
            step=self._step,
            time=self._watch.time,
            since=float(documents.times[rows].min()),
            strength=-np.inf,
            ratio=len(rows) / n / rate,
            slots=[slot],
            values=[PART],
            core=[slot],
            hits=float(len(rows)),
            exposure=n,
            documents=len(rows),
        )
        self.renew(story)
        story.topic = self._topic(story, documents.chosen(rows))
        story.kind = "birth" if story.topic is None else "burst"
        return story

    def renew(self, story: Story) -> None:
        """Choose words and texts for a story by its last documents.

        Parameters
        ----------
        story : Story
            The story; it keeps the words that were noticed.
        """
        held, words = self._index.occurrences(np.array(story.slots), story.since)
        rows, place = np.unique(held, return_inverse=True)
        part = np.bincount(place, np.array(story.values)[words], len(rows)) >= PART
        some = different(self._index.documents.chosen(rows[part]))
        if len(some.topics) < LEAST:
            return
        words, counts = words_of(some)
        rates = self._rates_before(words, counts)
        best, scores = characteristic(words, counts, len(some.topics), rates)
        chosen = np.array([*dict.fromkeys([*story.core, *best.tolist()])])
        said, usual = self._said(chosen, story.since)
        said[0] = max(said[0], PART)  # the word that was noticed first
        shown = [*dict.fromkeys([story.core[0], *best.tolist(), *story.core])]
        story.slots, story.values = chosen.tolist(), said.tolist()
        story.usual = float(usual[said >= PART].sum())
        story.words = as_written(self._model, [self._watch.words.keys[slot] for slot in shown])
        story.texts = typical(some, best, scores)

    def _said(self, words: Array, since: float) -> tuple[Array, Array]:
        """What words say about a story that began at a moment; their share of documents before."""
        _, held = self._index.occurrences(words, since)
        counts = np.bincount(held, minlength=len(words))
        rates = self._rates_before(words, counts)
        return values(np.maximum(counts, 1), rates * self._index.since(since)), rates

    def _rates_before(self, words: Array, counts: Array | int) -> Array:
        """Shares of documents that words had before the documents of the story came."""
        least = PRIOR / (self._watch.exposure + 1.0)
        without = self._watch.rates(words) - counts / (self._watch.exposure + 1.0)
        return np.maximum(without, least)

    def _topic(self, story: Story, documents: Documents) -> int | None:
        """The topic that covers a story."""
        words, counts = words_of(documents)
        slots = np.intersect1d(story.slots, words)
        keys = [self._watch.words.keys[slot] for slot in slots.tolist()]
        shares = counts[np.searchsorted(words, slots)] / len(documents.topics)
        n_words = float(np.diff(documents.indptr).mean())
        return covering(self._model, keys, shares, n_words)
