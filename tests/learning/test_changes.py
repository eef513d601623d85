"""The log of changed words: exact as far as it remembers, and honest beyond that."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_array_equal

from biterms.learning.changes import ROOM, ChangeLog


def words(*ids: int) -> np.ndarray:
    return np.array(ids, dtype=np.int32)


def test_words_since_a_mark_are_those_noted_after_it() -> None:
    log = ChangeLog()
    log.note(words(5, 7), 10)
    mark = log.mark()
    log.note(words(3), 10)
    log.note(words(7, 3), 10)
    assert_array_equal(log.since(mark), [3, 7])
    assert_array_equal(log.since(log.mark()), [])


def test_the_same_update_counts_once() -> None:
    """An interrupt may come between noting an update and taking its numbers."""
    log = ChangeLog()
    log.note(words(1), 10, update=1)
    mark = log.mark()
    log.note(words(2), 10, update=1)
    assert log.mark() == mark
    log.note(words(2), 10, update=2)
    assert_array_equal(log.since(mark), [2])


def test_what_is_long_ago_could_be_any_word() -> None:
    log, marks = ChangeLog(), []
    for update in range(1, 41):
        marks.append(log.mark())
        log.note(np.arange(ROOM // 16, dtype=np.int32) + update, ROOM // 4, update)
    known = [log.since(mark) is not None for mark in marks]
    assert not known[0]
    assert known[-1]
    assert known == sorted(known)  # forgotten from the oldest on
    assert 8 <= sum(known) <= 17
    assert_array_equal(log.since(marks[-1]), np.arange(ROOM // 16) + 40)


def test_more_words_are_remembered_where_there_are_more() -> None:
    few, many = ChangeLog(), ChangeLog()
    marks = few.mark(), many.mark()
    for update in range(1, 21):
        few.note(np.arange(ROOM // 16, dtype=np.int32), 10, update)
        many.note(np.arange(ROOM // 16, dtype=np.int32), 2 * ROOM, update)
    assert few.since(marks[0]) is None
    assert many.since(marks[1]) is not None


def test_marks_of_before_an_event_that_touches_all_rows() -> None:
    log = ChangeLog()
    log.note(words(1), 10)
    before = log.mark()
    log.forget()
    after = log.mark()
    log.note(words(2), 10)
    assert log.since(before) is None
    assert_array_equal(log.since(after), [2])
