"""Words that burst together are one story: one alarm, followed until it is over."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.asked import Asked
from biterms.streams.chapters.detection.opening import Opening
from biterms.streams.chapters.detection.places import Places
from biterms.streams.chapters.detection.recent import Documents, Recent
from biterms.streams.chapters.detection.story import Story
from biterms.streams.chapters.detection.watch import Crossing, Watch
from biterms.streams.periods import DAY, HOUR
from biterms.topics.fitted import Fitted

#: stories at once; of more, the smallest end
MOST = 64
#: what came so long ago, or so many documents ago if that is longer, counts half for a story
HALF_TIME, HALF_DOCUMENTS = 6.0 * HOUR, 500.0
#: words without a story that are looked at after each piece of the stream, the strongest first
AT_ONCE = 4
#: words and texts of a story are chosen again until it has so many documents
SETTLED = 16
#: a story that is so old is over
OLD = 14.0 * DAY


class Stories:
    """The stories of a stream that are not over.

    Parameters
    ----------
    watch : Watch
        The words of the stream.
    """

    def __init__(self, watch: Watch) -> None:
        self._watch, self.recent, self._places = watch, Recent(), Places()
        self.open: dict[int, Story] = {}
        self._told, self._time = 0, 0.0
        self._asked: list[Asked] = []

    def take(self, step: int, documents: Documents, crossing: Crossing) -> list[Story]:
        """Follow stories through more documents, and begin new ones.

        Their words and topics follow from `complete`: nothing else needs the model.

        Parameters
        ----------
        step : int
            The cut that they are part of.
        documents : Documents
            The documents.
        crossing : Crossing
            Words that have become frequent.

        Returns
        -------
        list of Story
            Those that are new or different now.
        """
        self.recent.add(documents)
        opening = Opening(step, self._watch, self.recent.documents, self._asked)
        changed = {story.number: story for story in self._follow(documents, opening)}
        for story, strength in self._crossed(crossing, opening):
            if strength > story.strength:
                story.strength = strength
                changed[story.number] = story
        while len(self.open) > MOST:
            story = min(self.open.values(), key=lambda one: one.share)
            self._end(story)
            changed[story.number] = story
        return [changed[number] for number in sorted(changed)]

    def complete(self, fitted: Fitted) -> None:
        """Give new stories their words and topics.

        Parameters
        ----------
        fitted : Fitted
            What has been learnt.
        """
        asked, self._asked = self._asked, []
        for each in asked:
            each.answer(fitted)

    def _crossed(self, crossing: Crossing, opening: Opening) -> Iterator[tuple[Story, float]]:
        """The stories of words that have become frequent, and how strong these are."""
        slots, strength = crossing
        owner = self._places.owners(slots)
        known, new = owner > 0, np.flatnonzero(owner == 0)[:AT_ONCE]  # others come later
        # the strongest word of each story, which comes first, is the one that stays
        strongest = zip(owner[known][::-1].tolist(), strength[known][::-1].tolist(), strict=True)
        for number, most in dict(strongest).items():
            yield self.open[number], most
        for slot, its in zip(slots[new].tolist(), strength[new].tolist(), strict=True):
            story = self._story_of(slot, opening)
            if story is not None:
                yield story, its

    def _story_of(self, slot: int, opening: Opening) -> Story | None:
        """The story of a word: one that is there, a new one, or none if its texts are the same."""
        owner = self._places.owner(slot)
        if owner:
            return self.open[owner]
        found = opening.story(slot, self.open, self._places)
        if found is None:
            self._watch.reset(np.array([slot]))
            return None
        if not found.number:
            self._told += 1
            found.number = self._told
            found.exposure = max(HALF_DOCUMENTS, found.exposure)
            found.peak = found.share
            self.open[found.number] = found
        self._places.put(found)
        return found

    def _follow(self, documents: Documents, opening: Opening) -> list[Story]:
        """Count the documents of each story; those that are over, or have twice as many."""
        n, time = documents.n, self._watch.time
        seconds, self._time = max(0.0, time - self._time), time
        if not self.open:
            return []
        hits = self._places.hits(documents).tolist()
        left = 0.5 ** min(seconds / HALF_TIME, n / HALF_DOCUMENTS)
        changed = []
        for story, more in zip([*self.open.values()], hits, strict=True):
            before = story.documents
            story.documents = before + more
            if story.fallen(more, n, left) or time - story.time > OLD:
                self._end(story)
            elif not more or story.documents.bit_length() == before.bit_length():
                continue
            elif before < SETTLED:
                opening.renew(story)
                self._places.put(story)
            changed.append(story)
        return changed

    def _end(self, story: Story) -> None:
        story.ended = self._watch.time
        self._watch.reset(np.array(story.slots))
        del self.open[story.number]
        self._places.drop(story.number)

    # remembering ---------------------------------------------------------------------------

    def spared(self) -> Array:
        """Words that must not be forgotten."""
        return np.array(
            [slot for story in self.open.values() for slot in story.slots], dtype=np.int64
        )

    def moved(self, slots: Array) -> None:
        """Words have other slots now.

        Parameters
        ----------
        slots : array of int
            The new slot of each old one, -1 if it is gone.
        """
        self.recent.moved(slots)
        for story in self.open.values():
            story.slots, story.core = slots[story.slots].tolist(), slots[story.core].tolist()
        self._places.renew(self.open.values())

    def memory(self) -> dict[str, Array]:
        """What has to be remembered."""
        stories = [asdict(one) for one in self.open.values()]
        known = {"told": self._told, "time": self._time, "open": stories}
        known["own"] = self._places.memory()
        data = np.frombuffer(json.dumps(known).encode(), dtype=np.uint8)
        return self.recent.memory() | {"stories": data}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was.

        Parameters
        ----------
        memory : mapping of str to array
            What `memory` gave.
        """
        self.recent.remember(memory)
        known = json.loads(memory["stories"].tobytes())
        self._told, self._time = known["told"], known["time"]
        self.open = {one["number"]: Story(**one) for one in known["open"]}
        self._places.remember(self.open.values(), known["own"])

    def forget_texts(self) -> None:
        """Keep no texts of a time when these were kept."""
        self.recent.forget_texts()
        for story in self.open.values():
            story.texts = []
