"""Words of a stream have slots, whatever becomes of the vocabulary, and rare ones are forgotten."""

from __future__ import annotations

import json

import numpy as np
import pytest

from biterms.streams.chapters.detection import word_table
from biterms.streams.chapters.detection.recent import Documents, Recent
from biterms.streams.chapters.detection.word_table import WordTable
from biterms.topics.stream import AllWords


def all_words(known: list[str], new: list[str], used: list[int]) -> AllWords:
    """One document with the words at these places."""
    n = len(used)
    return AllWords(np.array([0, n]), np.arange(n), np.array(used), known, new, len(known))


def test_words_have_the_same_slots_in_any_vocabulary() -> None:
    table = WordTable()
    one = ["a", "b", "c"]
    assert table.slots_of_all(all_words(one, ["d", "e"], [1, 2, 3])).tolist() == [0, 1, 2]
    one += ["d", "e"]  # as a vocabulary learns
    assert table.slots_of_all(all_words(one, [], [0, 1, 3, 4])).tolist() == [3, 0, 2, 4]
    other = ["e", "x", "a"]  # words were forgotten
    assert table.slots_of_all(all_words(other, ["b"], [0, 1, 2, 3])).tolist() == [4, 5, 3, 0]
    assert table.keys.of(range(6)) == ["b", "c", "d", "a", "e", "x"]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> WordTable:
    """A table of 6 words, 2 more than it keeps; the word at place i was in i documents."""
    monkeypatch.setattr(word_table, "MOST", 4)
    table = WordTable()
    table.slots_of_all(all_words(list("abcdef"), [], [*range(6)]))
    table.past.count[:6] = np.arange(6)
    return table


def test_the_rarer_words_are_forgotten_and_get_a_slot_again(short: WordTable) -> None:
    known = short._known
    moved = short.shortened(0.0, np.array([1]))
    assert moved is not None
    assert moved.tolist() == [-1, 0, -1, -1, -1, 1]  # b is spared, f is the most frequent one
    assert short.keys.of(range(2)) == ["b", "f"]
    assert short.past.count[:2].tolist() == [1, 5]
    assert short.slots_of_all(all_words(known, [], [0, 1, 4, 5])).tolist() == [2, 0, 3, 1]
    assert short.keys.of(range(4)) == ["b", "f", "a", "e"]


def test_a_table_is_remembered(short: WordTable) -> None:
    other = WordTable()
    other.remember(short.memory())
    assert other.slots_of(["f", "new", "a"]).tolist() == [5, 6, 0]
    assert other.past.count[:6].tolist() == short.past.count[:6].tolist()


def test_words_that_were_written_as_json_are_read(short: WordTable) -> None:
    memory = short.memory()
    del memory["letters"], memory["ends"]
    memory["keys"] = np.frombuffer(json.dumps(list("abcdef")).encode(), dtype=np.uint8)
    other = WordTable()
    other.remember(memory)
    assert other.keys.of(range(6)) == list("abcdef")


def test_words_that_are_gone_stay_so_when_others_go() -> None:
    recent = Recent()
    slots = np.array([0, 1, 2], dtype=np.int32)
    recent.add(Documents(np.array([0, 3]), slots, np.zeros(1), ["a b c"]))
    recent.moved(np.array([-1, 0, 1], dtype=np.int32))
    recent.moved(np.array([1, 0], dtype=np.int32))
    assert recent.documents.slots.tolist() == [-1, 1, 0]
