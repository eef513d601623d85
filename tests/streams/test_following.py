"""A stream that is interrupted anywhere goes on as if nothing had happened."""

from __future__ import annotations

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

from biterms.streams import Progress, Texts, follow
from biterms.streams import live as live_module
from tests.streams.models import (
    RECORDS,
    assert_same,
    documents_of,
    loaded,
    new,
    timeline,
    undisturbed,
)


class Crash(BaseException):
    """Nothing catches it."""


def crashing(at: int) -> Any:
    calls = count(1)

    def progress(_: Progress) -> None:
        if next(calls) == at:
            raise Crash

    return progress


@pytest.mark.parametrize("snapshots", [0.0, 60.0], ids=["always", "rarely"])
def test_a_stream_goes_on_after_a_crash_at_any_cut(
    snapshots: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "SECONDS", snapshots)
    monkeypatch.setattr(live_module, "TIMES", 0.0)
    monkeypatch.setattr("biterms.streams.chapters.words.ENOUGH", 300)
    settings = {"every": 50, "within": None, "most": 100}  # some are recorded ahead of the model
    expected = undisturbed(tmp_path / "straight", most=100)
    for at in count(1):
        try:
            model = follow(
                Texts(RECORDS), tmp_path / "live", new(), progress=crashing(at), **settings
            )
            break
        except Crash:
            continue
    assert at > 3
    assert_same(model, expected)
    assert_same(loaded(tmp_path / "live"), expected)
    assert timeline(tmp_path / "live") == timeline(tmp_path / "straight")
    assert documents_of(tmp_path / "live") == len(RECORDS) == model.model_.n_docs_


@pytest.mark.filterwarnings("ignore:times:biterms.errors.TimeWarning")
def test_times_that_nobody_understands_do_not_end_a_stream(tmp_path: Path) -> None:
    odd = [record._replace(time="soon") if i >= 300 else record for i, record in enumerate(RECORDS)]
    model = follow(Texts(odd[:600]), tmp_path, new(), every=50, within=None, most=100)
    assert model.model_.n_docs_ == documents_of(tmp_path) == 600
    assert sum(row[2] for row in timeline(tmp_path)["period"] if row[0] == 86_400) == 300


def test_two_streams_at_a_time_leave_the_process_as_it_was(tmp_path: Path) -> None:
    def settings() -> Any:
        blas = [(one["filepath"], one["num_threads"]) for one in threadpool_info()]
        return gc.get_threshold(), sys.getswitchinterval(), blas

    before, both, first = settings(), Barrier(2), Event()

    def one(name: str, *, waits: bool) -> None:
        def progress(_: Progress) -> None:
            both.wait(30)
            if waits:
                assert first.wait(30)

        follow(Texts(RECORDS[:100]), tmp_path / name, new(), most=100, progress=progress)

    with ThreadPoolExecutor(2) as threads:
        ends_first = threads.submit(one, "a", waits=False)
        ends_last = threads.submit(one, "b", waits=True)
        ends_first.result()
        assert sys.getswitchinterval() < before[1]
        first.set()
        ends_last.result()
    assert settings() == before


@pytest.mark.parametrize("froze", [False, True])
def test_what_a_program_hides_from_its_garbage_collector_stays_hidden(
    tmp_path: Path, *, froze: bool
) -> None:
    """A server freezes what it has loaded, so that processes share it; so do these tests."""
    gc.unfreeze()
    if froze:
        gc.freeze()
    before, during = gc.get_freeze_count(), list[int]()
    try:
        follow(
            Texts(RECORDS[:100]),
            tmp_path,
            new(),
            most=100,
            progress=lambda _: during.append(gc.get_freeze_count()),
        )
        assert min(during) > 1000
        assert abs(gc.get_freeze_count() - before) <= before // 10
    finally:
        gc.freeze()
