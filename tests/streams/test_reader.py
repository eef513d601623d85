"""What other processes see of a stream: the numbers of its documents."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from biterms import InputError
from biterms.streams import prevalence, status
from biterms.streams.periods import DAY, HOUR, MINUTE, end_of, periods_of
from tests.streams.models import RECORDS, undisturbed


def test_the_timeline_counts_every_document_once(tmp_path: Path) -> None:
    model = undisturbed(tmp_path, most=200)
    rows = prevalence(tmp_path)
    documents = Counter[int]()
    for row in rows:
        documents[row.begin] += row.documents
    days = Counter(record.time[:10] for record in RECORDS)  # type: ignore[index]
    assert [*documents.values()] == [*days.values()]  # every text has a known word
    shares = {begin: sum(row.share for row in rows if row.begin == begin) for begin in documents}
    assert np.allclose([*shares.values()], 1)
    assert {row.topic for row in rows} == {*model.ids_}


def test_the_status_says_where_the_stream_is(tmp_path: Path) -> None:
    undisturbed(tmp_path, most=200)
    found = status(tmp_path)
    assert (found.step, found.documents, found.dead) == (8, len(RECORDS), 0)
    assert found.positions == {"texts": {"taken": len(RECORDS)}}
    assert found.last is not None
    assert found.size > 0


def test_older_documents_have_longer_periods() -> None:
    now = 1_700_000_000.0
    times = now - np.array([30.0, 1.5 * DAY, 3 * DAY, 100 * DAY])
    lengths, begins = periods_of(times, now)
    assert lengths.tolist() == [MINUTE, MINUTE, HOUR, DAY]
    assert (begins % lengths == 0).all()
    assert ((begins <= times) & (times < begins + lengths)).all()


@pytest.mark.parametrize(
    ("begins", "end"),
    [
        ([-600, -120], -60),  # the newest minute is over
        ([-600, -30], 0),  # it goes on
        ([-600, 7200], 7260),  # a zone ahead of UTC
        ([-600, 3 * DAY], -540),  # a clock that was wrong once
        ([3 * DAY], 3 * DAY + 60),
    ],
)
def test_windows_end_with_the_newest_texts(begins: list[int], end: int) -> None:
    now = 1_700_000_000.0
    assert end_of(now + np.array(begins), np.full(len(begins), MINUTE), now) == now + end


def test_a_folder_without_a_stream_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no stream has been followed there"):
        status(tmp_path)
    undisturbed(tmp_path / "live")
    with pytest.raises(InputError, match="expected one of minute, hour, day"):
        prevalence(tmp_path / "live", "week")
