"""A word is part of one story, the older one, also after a stream was interrupted."""

from __future__ import annotations

import numpy as np

from biterms.streams.chapters.detection.places import Places
from biterms.streams.chapters.detection.recent import Documents
from biterms.streams.chapters.detection.story import PART, Story


def story(number: int, slots: list[int]) -> Story:
    numbers = {"time": 0.0, "since": 0.0, "strength": 1.0, "ratio": 1.0, "hits": 0.0}
    values = [PART] * len(slots)
    return Story(
        number=number, step=1, slots=slots, values=values, core=slots[:1], exposure=1.0, **numbers
    )


def two() -> tuple[Places, list[Story]]:
    """Word 2 was the first story's, which has given it up; the second has not asked for it yet."""
    places, stories = Places(), [story(1, [1, 2]), story(2, [2, 3])]
    for one in stories:
        places.put(one)
    stories[0].slots[1] = 5
    places.put(stories[0])
    return places, stories


def test_a_word_is_part_of_the_story_that_had_it_first() -> None:
    places, stories = two()
    assert places.owners(np.arange(8)).tolist() == [0, 1, 0, 2, 0, 1, 0, 0]
    places.put(stories[1])
    assert places.owners(np.arange(8)).tolist() == [0, 1, 2, 2, 0, 1, 0, 0]
    places.drop(1)
    assert places.owners(np.arange(8)).tolist() == [0, 0, 2, 2, 0, 0, 0, 0]


def test_which_words_are_whose_is_remembered() -> None:
    places, stories = two()
    again = Places()
    again.remember(stories, places.memory())
    assert again.owners(np.arange(8)).tolist() == places.owners(np.arange(8)).tolist()
    for each in (places, again):
        each.put(stories[1])
    assert again.memory() == places.memory() == [[1, 5], [2, 3]]


def test_documents_are_part_of_the_story_whose_words_they_have() -> None:
    places, _ = two()
    slots = np.array([1, 0, 3, 5, 3, -1, 9], dtype=np.int32)
    documents = Documents(np.array([0, 2, 4, 5, 7]), slots, np.zeros(4), [""] * 4)
    assert places.hits(documents).tolist() == [2, 2]
    assert places.most_of(documents, np.array([0, 1])) == 1
    assert places.most_of(documents, np.array([1, 2])) == 2
    assert places.most_of(documents, np.array([1])) == 1  # the older one of two
    assert places.most_of(documents, np.array([3])) is None
    assert Places().most_of(documents, np.array([0])) is None
