"""Several models on the same sources: each is exactly once, whatever is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

import biterms
from biterms.cli.app import run
from biterms.store import owner_in
from biterms.streams import live as live_module
from biterms.streams import status
from biterms.streams.sources import once as once_module
from tests.streams.brokers import redis_server
from tests.streams.killing import processes
from tests.streams.models import TEXTS, assert_same, documents_of, loaded

MODELS = """
sources = ["inbox/"]
within = "never"
threads = 1
min_df = 2
log = "log.jsonl"
[[model]]
folder = "four.live"
topics = 4
sink = "four.jsonl"
[[model]]
folder = "five.live"
topics = 5
tags = true
"""
FOLDERS = ("four.live", "five.live")
#: one model, up to what is there
ONCE = ("--once", "--quiet", "--only")


@contextmanager
def following(place: Path) -> Iterator[subprocess.Popen[bytes]]:
    program = "import sys; from biterms.cli.app import run; sys.exit(run(sys.argv[1:]))"
    path = os.pathsep.join(
        [str(Path(biterms.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "stream", "--config", "stream.toml", "--follow"],
        cwd=place, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def add(place: Path, begin: int, end: int) -> None:
    with (place / "inbox" / "news.jsonl").open("a") as file:
        for i in range(begin, end):
            file.write(json.dumps({"text": TEXTS[i], "id": f"n{i}"}) + "\n")


def until(found: Callable[[], bool]) -> None:
    """Wait for something that is about to be so."""
    deadline = time.monotonic() + 60
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def recorded(folder: Path) -> int:
    """Lines that a model has recorded."""
    if not (folder / "stream.sqlite").exists():
        return 0
    try:
        places = status(folder).positions.get("inbox/", {})
    except biterms.BitermsError:  # its tables are being made
        return 0
    return sum(place["line"] - 1 for place in places.values())


def have(place: Path, n: int) -> Callable[[], bool]:
    return lambda: all(recorded(place / folder) >= n for folder in FOLDERS)


def is_followed(folder: Path) -> bool:
    owner = owner_in(folder)
    return owner is not None and bool(owner.holds(folder))


def one_of_them(config: Path, folder: str) -> None:
    """What the command starts for one model; quicker where everything is imported already."""
    live_module.SECONDS, live_module.TIMES = 0.02, 0.0
    raise SystemExit(
        run(["stream", "--config", str(config), "--follow", "--quiet", "--only", folder])
    )


def test_models_killed_at_random_are_those_that_nothing_has_disturbed(tmp_path: Path) -> None:
    random, places = Random(5), [tmp_path / "killed", tmp_path / "straight"]
    for place in places:
        (place / "inbox").mkdir(parents=True)
        (place / "stream.toml").write_text(MODELS)
        add(place, 0, 200)  # both begin with the same texts
        for folder in FOLDERS:
            assert run(["stream", "--config", str(place / "stream.toml"), *ONCE, folder]) == 0
    killed, straight = places
    for end in range(500, 801, 300):
        args = [(killed / "stream.toml", folder) for folder in FOLDERS]
        followers = [processes.Process(target=one_of_them, args=each) for each in args]
        for follower in followers:
            follower.start()
        add(killed, end - 300, end)
        until(have(killed, end - random.randrange(100, 300)))
        for follower in followers:
            time.sleep(random.uniform(0, 0.02))
            follower.kill()
            follower.join()
            assert follower.exitcode == -signal.SIGKILL
    add(straight, 200, 800)
    for folder in FOLDERS:
        for place in places:
            assert run(["stream", "--config", str(place / "stream.toml"), *ONCE, folder]) == 0
            assert documents_of(place / folder) == 800
        models = [loaded(place / folder) for place in places]
        for model in models:
            model.note(stream_step=None)  # one had more cuts, of fewer minibatches each
        assert_same(*models)
    rows = [json.loads(line) for line in (killed / "four.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == [f"n{i}" for i in range(800)]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "stream.toml").write_text(MODELS)
    add(tmp_path, 0, 300)
    return tmp_path


def test_a_signal_stops_all_and_each_saves(place: Path) -> None:
    with following(place) as process:
        until(have(place, 300))
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert [loaded(place / folder).model_.n_docs_ for folder in FOLDERS] == [300, 300]
    events = [json.loads(line) for line in (place / "log.jsonl").read_text().splitlines()]
    assert {Path(one["model"]).name for one in events if one["event"] == "stopped"} == {*FOLDERS}


def test_when_one_is_killed_the_others_stop_and_the_command_fails(place: Path) -> None:
    with following(place) as process:
        until(have(place, 300))
        owner = owner_in(place / "five.live")
        assert owner is not None
        os.kill(owner.pid, signal.SIGKILL)
        assert process.wait(60) == 1
    assert not any(is_followed(place / folder) for folder in FOLDERS)
    assert loaded(place / "four.live").model_.n_docs_ == 300


def test_when_the_command_is_killed_all_stop_by_themselves(place: Path) -> None:
    with following(place) as process:
        until(have(place, 300))
        assert all(is_followed(place / folder) for folder in FOLDERS)
        process.kill()
        until(lambda: not any(is_followed(place / folder) for folder in FOLDERS))
    assert [loaded(place / folder).model_.n_docs_ for folder in FOLDERS] == [300, 300]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"inbox/"', '"-"', "2 models have the source -, which only one can read"),
        ('"inbox/"', '"redis://h/s"', "2 models have the group biterms of h:6379/s; give each"),
        ('sink = "four.jsonl"\n', "", ""),
        ("five.live", "four.live", "two models have the same folder, four.live"),
        (
            "tags = true",
            'sink = "four.jsonl"',
            "2 models have the sink four.jsonl; give each one",
        ),
        ("tags = true", 'model = "x"', "model in a [[model]]: expected folder"),
    ],
)
def test_models_that_would_disturb_each_other_are_refused(
    old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "stream.toml").write_text(MODELS.replace(old, new))
    code = run(["stream", "--config", str(tmp_path / "stream.toml"), "--check"])
    assert code == (2 if message else 0)
    assert message in capsys.readouterr().err


def test_each_model_may_have_a_group_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = MODELS.replace('"inbox/"', '"redis://h/s"').replace("topics = 5", 'group = "five"')
    (tmp_path / "stream.toml").write_text(text)
    config = ["stream", "--config", str(tmp_path / "stream.toml")]
    assert run([*config, "--check"]) == 0
    assert run([*config, "--only", "six.live"]) == 2
    assert "--only six.live" in (said := capsys.readouterr().err)
    assert "has four.live, five.live" in said
    assert run([*config, "--model", "x"]) == 2
    assert "choose one with --only" in capsys.readouterr().err


def test_each_model_has_every_entry_of_a_redis_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once_module, "SILENCE", 0.2)
    with redis_server(tmp_path) as server:
        client = server.client()
        for text in TEXTS[:150]:
            client.xadd("tweets", {"text": text})
        text = MODELS.replace('"inbox/"', f'"{server.url}/tweets"')
        (tmp_path / "stream.toml").write_text(text.replace("tags = true", 'group = "five"'))
        for _ in range(2):  # the second time nothing is new
            for folder in FOLDERS:
                config = ["stream", "--config", str(tmp_path / "stream.toml")]
                assert run([*config, *ONCE, folder]) == 0
                assert documents_of(tmp_path / folder) == 150
        groups = client.xinfo_groups("tweets")
    assert sorted((one["name"], one["pending"]) for one in groups) == [
        (b"biterms", 0),
        (b"five", 0),
    ]
