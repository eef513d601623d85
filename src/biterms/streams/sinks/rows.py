"""The rows of cuts: what was observed of each text, at the position of the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from biterms.streams.cut import Cut
from biterms.streams.observed import Observer
from biterms.streams.sinks.sink import Row, encodable
from biterms.text.readers import Record

#: digits of a probability
DIGITS = 6


class _Seen(NamedTuple):
    """What was observed of a text."""

    record: Record
    topic: int
    share: float
    time: float


def rows_of(cuts: Sequence[Cut], seen: Observer, labels: Mapping[int, str]) -> list[Row]:
    """A row for each text of some cuts.

    Parameters
    ----------
    cuts : sequence of Cut
        The cuts that were learnt from together.
    seen : Observer
        What it saw: their texts in the same order, but for those that the model does not learn
        from because they came before, or too late.
    labels : mapping of int to str
        Labels of topics.

    Returns
    -------
    list of Row
    """
    observed = _observed(seen)
    rows, at = [], next(observed, None)
    for step, place, record in _placed(cuts):
        dropped = (step, place) in seen.late.places
        if at is not None and not dropped and at.record[:2] == record[:2]:
            topic = None if at.topic < 0 else at.topic
            label = None if topic is None else labels.get(topic)
            share = round(at.share, DIGITS)
            rows.append(Row(step, place, encodable(record.id), topic, label, share, at.time))
            at = next(observed, None)
        else:
            time = float(seen.times([record])[0])
            rows.append(Row(step, place, encodable(record.id), None, None, 0.0, time))
    return rows


def _placed(cuts: Sequence[Cut]) -> Iterator[tuple[int, int, Record]]:
    for cut in cuts:
        for place, record in enumerate(cut.records):
            yield cut.step, place, record


def _observed(seen: Observer) -> Iterator[_Seen]:
    for some in seen.assigned:
        columns = (some.topics.tolist(), some.shares.tolist(), some.times.tolist())
        yield from map(_Seen, some.records, *columns)
