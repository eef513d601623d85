"""Moments that one can go back to, and two of them side by side."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import StoreError
from biterms.serve.refused import Refused
from biterms.serve.shapes import ComparedTopic, Comparison, MomentList, MomentRow
from biterms.store.place import head_in
from biterms.streams.digest_words import distance
from biterms.topics import load
from biterms.topics.moments import Moment, moments

#: words that are compared, and listed
COMPARED, LISTED = 50, 10
#: states that are remembered
MOST = 8
#: a topic is not there yet, and its words are those of any, with less than so much of a text and
#: of the share that it would have if all were as large
LEAST, SMALLEST = 0.5, 0.01
#: sizes have changed if one is so many times the other; words, if they are so far apart
TIMES, FAR = 1.25, 0.1


class State(NamedTuple):
    """What is compared of a state: sizes, labels and words of its topics, by their ids."""

    sizes: dict[int, float]
    labels: dict[int, str]
    words: dict[int, dict[str, float]]


class States:
    """Kept states of a live model; any thread may ask.

    Parameters
    ----------
    folder : Path
        The live model.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, threading.Lock()
        self._known: dict[tuple[int, float], State] = {}

    def all(self) -> MomentList:
        """The moments, the oldest first."""
        return {"moments": [_row(each, newest=each is last) for each, last in self._moments()]}

    def compare(self, begin: int, end: int | None, labels: dict[int, str]) -> Comparison:
        """Two moments side by side.

        Parameters
        ----------
        begin : int
            The step of the first.
        end : int or None
            The step of the second; None is the newest.
        labels : dict of int to str
            Names of topics.

        Raises
        ------
        Refused
            If there is no such moment.
        """
        known = self._moments()
        steps = {each.step: (each, last) for each, last in known}
        if end is None:
            end = known[-1][0].step if known else begin
        for step in (begin, end):
            if step not in steps:
                raise Refused(
                    404,
                    f"no state of step {step}",
                    "one that /v1/moments lists" if known else "a stream with --states 24h,30d",
                    "choose another",
                )
        rows = [_row(each, newest=each is last) for each, last in (steps[begin], steps[end])]
        topics = compared(self._state(steps[begin][0]), self._state(steps[end][0]), labels)
        return {"from": rows[0], "to": rows[1], "topics": topics}

    def _moments(self) -> list[tuple[Moment, Moment]]:
        """Each moment with the newest."""
        if head_in(self._folder) is None:
            return []
        found = moments(self._folder)
        return [(each, found[-1]) for each in found]

    def _state(self, moment: Moment) -> State:
        with self._lock:
            key = (moment.step, moment.arrived)  # another stream may have the same steps
            state = self._known.pop(key, None) or _read(moment)
            self._known[key] = state
            for old in [*self._known][:-MOST]:
                del self._known[old]
        return state


def _read(moment: Moment) -> State:
    try:
        known = load(moment.folder).topics(n_words=COMPARED, n_pairs=0, by="probability")
    except StoreError:
        if moment.folder.exists():
            raise
        raise Refused(
            404,
            f"the state of step {moment.step} has just gone",
            "one that is kept",
            "ask for /v1/moments again",
        ) from None
    least = min(LEAST / max(_documents(moment), 1), SMALLEST / max(len(known), 1))
    topics = [topic for topic in known if topic.size >= least]
    return State(
        {topic.id: topic.size for topic in topics},
        {topic.id: topic.label for topic in topics},
        {topic.id: {word.word: word.probability for word in topic.words} for topic in topics},
    )


def _row(moment: Moment, *, newest: bool) -> MomentRow:
    return {
        "step": moment.step,
        "arrived": moment.arrived,
        "documents": _documents(moment),
        "newest": newest,
    }


def _documents(moment: Moment) -> int:
    """Texts that its model has learnt from."""
    head = head_in(moment.folder)
    facts: Any = {} if head is None else head.settings.get("provenance", {})
    return int(facts.get("n_docs", 0))


def compared(before: State, after: State, labels: dict[int, str]) -> list[ComparedTopic]:
    """All topics of two states, those that changed most first.

    Parameters
    ----------
    before, after : State
        The states.
    labels : dict of int to str
        Names of topics.
    """
    rows = [
        _compared(topic, before, after, labels) for topic in sorted({*before.sizes, *after.sizes})
    ]
    return sorted(rows, key=_by_change)


def _by_change(row: ComparedTopic) -> tuple[int, float, int]:
    change = abs((row["size_to"] or 0.0) - (row["size_from"] or 0.0))
    there = row["size_from"] is not None and row["size_to"] is not None
    if not there:  # as if both, its size and all of its words, had changed
        return -2, -change - 1.0, row["id"]
    return -len(row["what"]), -change - (row["distance"] or 0.0), row["id"]


def _compared(topic: int, before: State, after: State, labels: dict[int, str]) -> ComparedTopic:
    was, now = before.words.get(topic, {}), after.words.get(topic, {})
    first, second = [*was][:LISTED], [*now][:LISTED]
    apart = distance(was, now) if was and now else None
    sizes = before.sizes.get(topic), after.sizes.get(topic)
    known = after.labels.get(topic) or before.labels[topic]
    return {
        "id": topic,
        "label": labels.get(topic, known),
        "what": _what(*sizes, apart),
        "size_from": sizes[0],
        "size_to": sizes[1],
        "distance": apart,
        "words_from": first,
        "words_to": second,
        "came": [word for word in second if word not in was] if was else [],
        "went": [word for word in first if word not in now] if now else [],
    }


def _what(was: float | None, now: float | None, apart: float | None) -> Any:
    if was is None or now is None:
        return ["born" if was is None else "died"]
    size = "grew" if now >= TIMES * was else "shrank" if was >= TIMES * now else None
    moved = "moved" if apart is not None and apart >= FAR else None
    return [what for what in (size, moved) if what]
