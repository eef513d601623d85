"""Follow a stream in processes that are killed at random moments."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from biterms import Record
from biterms.streams import Progress, Sink, Source, Texts, follow
from biterms.streams import live as live_module
from biterms.streams.journal import Journal
from tests.streams.models import assert_same, loaded, new

CUTTING: dict[str, Any] = {"every": 50, "most": 50, "within": None}

# A new process need not import everything once more.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(
    [
        "biterms.streams",
        "biterms.cli.app",
        "sklearn",
        "tests.streams.killing",
        "tests.streams.sinks.written",
    ]
)


def follower(
    source: Callable[..., Source],
    settings: dict[str, Any],
    folder: Path,
    cuts: int | None,
    said: Connection,
    sinks: Callable[[], list[Sink]] = list,
) -> None:
    """Follow until there are so many cuts, or for ever, and say each; runs in another process."""
    live_module.SECONDS, live_module.TIMES = 0.05, 0.0
    Journal.forget = lambda *_: None  # type: ignore[method-assign]  # all cuts are looked at later
    at = [len(recorded(folder)) // CUTTING["every"] if cuts else 0]

    def progress(now: Progress) -> None:
        at[0] = now.step
        said.send(now.step)

    follow(
        source(**settings), folder, new(), progress=progress,
        stopping=lambda: cuts is not None and at[0] >= cuts, sinks=sinks(), **CUTTING,
    )  # fmt: skip


def killed_again_and_again(
    source: Callable[..., Source],
    settings: dict[str, Any],
    folder: Path,
    cuts: int,
    kills: int,
    sinks: Callable[[], list[Sink]] = list,
    seed: int = 7,
) -> list[Record]:
    """Kill followers, let the last one come to its end; the documents that were recorded."""
    random = Random(seed)
    for left in range(kills, -1, -1):
        heard, said = processes.Pipe(duplex=False)
        end = None if left else cuts
        args = (source, settings, folder, end, said, sinks)
        process = processes.Process(target=follower, args=args)
        process.start()
        said.close()
        try:
            if left:
                for _ in range(random.randint(1, cuts // kills - 2)):
                    if heard.poll(4):
                        heard.recv()
                time.sleep(random.uniform(0, 0.01))
                process.kill()
            process.join(8)
            assert process.exitcode == (-9 if left else 0)
        finally:
            process.kill()
            process.join()
    return recorded(folder)


def recorded(folder: Path) -> list[Record]:
    journal = Journal(folder)
    try:
        return [record for cut in journal.cuts_after(0) for record in cut.records]
    finally:
        journal.close()


def assert_undisturbed(
    folder: Path, records: list[Record], other: Path, sinks: Sequence[Sink] = ()
) -> None:
    """The model is that of a run over the same cuts that nothing has disturbed."""
    calm = follow(Texts(records), other, new(), sinks=sinks, **CUTTING)
    assert_same(loaded(folder), calm)
