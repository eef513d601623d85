"""The live demo: headlines that come as their days pass, and the page beside them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from biterms import Record
from biterms.cli.demo import demo
from biterms.cli.replay import DAY, Replay, spread
from biterms.errors import SettingError
from biterms.serve import Client
from tests.serve.test_stream_serve import eventually

DAYS = ("2003-02-19", "2003-02-19", "2003-02-19", "2003-02-19", "2003-02-21")
RECORDS = [Record(f"text {i}", str(i), day, None) for i, day in enumerate(DAYS)]
FIRST = 1_045_612_800  # 2003-02-19 in UTC


class Clock:
    """Seconds that a test lets pass."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_texts_of_a_day_are_spread_over_it() -> None:
    records, times = spread(RECORDS)
    assert times == [FIRST + part * DAY for part in (0, 0.25, 0.5, 0.75, 2)]
    assert [record.time for record in records] == [str(round(at)) for at in times]
    assert [record.text for record in records] == [record.text for record in RECORDS]


def test_texts_come_when_their_time_has_come() -> None:
    clock = Clock()
    replay = Replay(RECORDS, speed=DAY / 2, clock=clock)
    replay.open({})
    assert [record.id for record in replay.poll(10, 0.0).records] == ["0"]
    assert not replay.poll(10, 0.0).records
    clock.now += 1.0
    batch = replay.poll(10, 0.0)
    assert [record.id for record in batch.records] == ["1", "2"]
    assert batch.positions == {"taken": 3}
    clock.now += 3.0
    assert [record.id for record in replay.poll(1, 0.0).records] == ["3"]
    assert not replay.ended
    assert [record.id for record in replay.poll(9, 0.0).records] == ["4"]
    assert replay.ended


def test_the_head_comes_at_once_and_a_replay_goes_on() -> None:
    clock = Clock()
    replay = Replay(RECORDS, speed=DAY, head=DAY, clock=clock)
    replay.open({})
    assert len(replay.poll(10, 0.0).records) == 4
    again = Replay(RECORDS, speed=DAY, clock=clock)
    again.open({"taken": 3})
    assert [record.id for record in again.poll(10, 0.0).records] == ["3"]
    clock.now += 1.2
    assert not again.poll(10, 0.0).records
    clock.now += 0.1
    assert [record.id for record in again.poll(10, 0.0).records] == ["4"]
    done = Replay(RECORDS, speed=DAY, clock=clock)
    done.open({"taken": 5})
    assert not done.poll(10, 0.0).records
    assert done.ended


@pytest.mark.parametrize("given", [{"speed": "1d"}, {"model": Path("x")}, {"port": 0}])
def test_options_of_the_live_demo_need_it(given: dict[str, object]) -> None:
    [name] = given
    with pytest.raises(SettingError, match=rf"--{name} .*: add --live"):
        demo(**given)  # type: ignore[arg-type]


def test_a_speed_is_a_span_of_time() -> None:
    with pytest.raises(SettingError, match=r"--speed 'fast': expected a span of time"):
        demo(live=True, speed="fast")


def test_it_replays_serves_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    words = ["demo", "--live", "--speed", "3d", "-k", "5", "--port", "0", "--quiet"]
    running = subprocess.Popen(
        [sys.executable, "-m", "biterms.cli", *words, "--model", str(tmp_path / "news.live")],
        stderr=subprocess.PIPE,
        text=True,
    )
    watched = threading.Timer(60, running.kill)
    watched.start()
    try:
        assert running.stderr is not None
        line = next(line for line in running.stderr if "is served at" in line)
        with Client(line.split(" at ")[1].split(";")[0]) as client:
            eventually(lambda: client.about()["step"] > 0)
            before = client.health()["documents"]
            eventually(lambda: client.health()["documents"] > before)
            assert client.health()["followed"]
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()
        assert running.wait(30) == 130, rest
    finally:
        watched.cancel()
        if running.poll() is None:
            running.kill()
        if running.stderr is not None:
            running.stderr.close()
    assert (tmp_path / "news.live" / "model.json").exists()
