"""Texts are forgotten on disks that fail and by processes that are killed at a call: a sample."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from biterms.streams import JsonLinesSink, audits, forget
from tests.streams.clocks import Clock
from tests.streams.faults import library
from tests.streams.faults.driver import ROOT
from tests.streams.faults.library import Kind
from tests.streams.models import assert_same, loaded, timeline
from tests.streams.test_forgetting import CUT, GONE, HOUR, IDS, RECORDS, followed, traces

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library is preloaded as Linux does it"),
    pytest.mark.xdist_group("faults"),
]
KINDS = [Kind.ERROR, Kind.FULL, Kind.TORN, Kind.BEFORE, Kind.AFTER]
PER_KIND = 6
KILLED, DONE, REFUSED = -9, 0, 3


class Forgetter(NamedTuple):
    """A process that forgets, a live model before and after, and how many calls there are."""

    process: subprocess.Popen[str]
    place: Path
    calls: int

    def ask(self, folder: Path, kind: Kind, at: int) -> int:
        return asked(self.process, folder, kind, at)


def asked(process: subprocess.Popen[str], folder: Path, kind: Kind, at: int) -> int:
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps([str(folder), IDS, int(kind), at]) + "\n")
    process.stdin.flush()
    return int(process.stdout.readline())


@pytest.fixture(scope="module")
def forgetter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forgetter]:
    place = tmp_path_factory.mktemp("forgetting")
    with pytest.MonkeyPatch.context() as patch:
        followed(place / "before" / "live", Clock.patched(patch, HOUR / CUT), RECORDS)
    shutil.copytree(place / "before", place / "after")
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-W", "ignore", "-m", "tests.streams.faults.forgetter"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"LD_PRELOAD": str(library.compiled(place)), "PYTHONPATH": path},
    ) as process:
        assert asked(process, place / "after" / "live", Kind.NONE, 1) == DONE
        yield Forgetter(process, place, int((place / "after" / "calls").read_text()))
        assert process.stdin
        process.stdin.close()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name.lower())
def test_it_is_forgotten_or_it_is_not(kind: Kind, forgetter: Forgetter, tmp_path: Path) -> None:
    after, found = forgetter.place / "after" / "live", list[int]()
    for i in range(PER_KIND):
        live = tmp_path / str(i) / "live"
        shutil.copytree(forgetter.place / "before" / "live", live)
        at = 1 + kind + i * (forgetter.calls - kind) // PER_KIND
        found.append(forgetter.ask(live, kind, at))
        if audits(live):
            assert_same(loaded(live), loaded(after))
            assert traces(live, GONE) == []
        else:
            assert_same(loaded(live), loaded(forgetter.place / "before" / "live"))
            forget(live, IDS)
            assert_same(loaded(live), loaded(after))
        assert timeline(live) == timeline(after)
    assert {*found} <= {KILLED, DONE, REFUSED}
    expected = KILLED if kind.kills else REFUSED
    assert found.count(expected) >= PER_KIND // 2, found


def test_calls_at_the_end(forgetter: Forgetter, tmp_path: Path) -> None:
    """Where one folder takes the place of the other, and the old one is removed."""
    done = 0
    for back in (60, 45, 30, 20, 10, 4):
        live, lines = tmp_path / str(back) / "live", tmp_path / str(back) / "rows.jsonl"
        shutil.copytree(forgetter.place / "before" / "live", live)
        at = forgetter.calls - back
        assert forgetter.ask(live, Kind.BEFORE, at) == KILLED
        done += bool(audits(live))
        assert audits(live) or traces(live, GONE)
        with pytest.MonkeyPatch.context() as patch:  # whoever follows next finishes it
            clock = Clock.patched(patch, HOUR / CUT)
            followed(live, clock, RECORDS, sinks=JsonLinesSink(lines))
        assert [path.name for path in live.parent.iterdir() if path.name.startswith(".")] == []
        assert not (live / "forgetting.json").exists()
    assert 0 < done
