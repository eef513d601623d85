"""biterms stream, status and timeline: from files to topics over time, over several starts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyarrow import parquet

from biterms.cli.app import run
from biterms.streams import status
from tests.streams.models import TEXTS

MODEL = ["-k", "4", "--min-df", "2", "--threads", "1", "--quiet"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, texts: list[str], first: int = 0) -> None:
    rows = [
        json.dumps({"text": text, "id": f"n{i}", "day": f"2011-03-{1 + i // 300:02}"})
        for i, text in enumerate(texts, first)
    ]
    with path.open("a", encoding="utf8") as file:
        file.write("".join(f"{row}\n" for row in rows))


def test_a_file_that_grows_is_followed_over_several_starts(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:600])
    command = ["stream", "news.jsonl", "--model", "live", "--time", "day", *MODEL]
    assert run(command) == 0
    assert "600 texts in" in capsys.readouterr().err
    write(place / "news.jsonl", TEXTS[600:700], 600)
    with (place / "news.jsonl").open("a") as file:
        file.write("{broken\n")
    assert run(command) == 0
    assert "100 texts in" in (said := capsys.readouterr().err)
    assert "1 records could not be used" in said
    assert run(["status", "live"]) == 0
    assert "line 702" in capsys.readouterr().out
    assert run(["status", "live", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 700
    assert run(["timeline", "live"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert (
        header
        == "time,seconds,topic,label,documents,share,moved,chance,expected,burst,low,high,alarm"
    )
    assert {row[:10] for row in rows} == {"2011-03-01", "2011-03-02", "2011-03-03"}
    assert run(["topics", "live"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothere.txt"], "no such file"),
        (["http://example.org/x"], "expected a file"),
        (["redis://127.0.0.1"], "expected a file"),
        (["news.jsonl", "--follow", "--once"], "leave one of them out"),
        (["news.jsonl", "--within", "soon"], "expected a span of time"),
        (["news.jsonl", "--lateness", "2h"], "--lateness 2h: say with --time"),
        (["news.jsonl", "--time", "day", "--late", "drop"], "--late drop without lateness"),
        (["news.jsonl", "--half-life", "7d"], "--half-life 7d: say with --time"),
    ],
)
def test_what_cannot_be_followed_leaves_nothing_behind(
    arguments: list[str], message: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:5])
    assert run(["stream", *arguments, "--model", "live", *MODEL]) == 2
    assert message in capsys.readouterr().err
    assert not (place / "live").exists()
    assert run(["status", "live"]) == 2


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_and_nothing_is_lost(number: int, code: int, place: Path) -> None:
    write(place / "news.jsonl", TEXTS[:600])
    assert stopped(place, place / "live" / "model.json", number)[0] == code
    assert status(place / "live").documents == 600


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_whoever_stops_it_before_texts_came_has_made_no_mistake(
    number: int, code: int, place: Path
) -> None:
    (place / "news.jsonl").touch()
    found, said = stopped(place, place / "started.log", number, "--log", "started.log")
    assert (found, "error" in said) == (code, False)
    assert "stopped before there was a model: no documents came" in said


def stopped(place: Path, sign: Path, number: int, *more: str) -> tuple[int, str]:
    """Follow until a file has something in it, and stop by a signal: the exit code, and stderr."""
    command = ["stream", "news.jsonl", "--model", "live", "--follow", *MODEL, *more]
    program = "import sys; from biterms.cli.app import run; sys.exit(run(sys.argv[1:]))"
    following = subprocess.Popen(
        [sys.executable, "-c", program, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ,
        text=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not (sign.exists() and sign.stat().st_size):
            assert time.monotonic() < deadline
            assert following.poll() is None
            time.sleep(0.05)
        following.send_signal(number)
        _, said = following.communicate(timeout=60)
    finally:
        following.kill()
    return following.returncode, said


def test_topics_go_to_sinks_and_broken_records_can_be_dealt_with(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:300])
    with (place / "news.jsonl").open("a") as file:
        file.write("{broken\n{torn\n")
    sinks = ["--sink", "rows.jsonl", "--sink", "rows.parquet"]
    assert run(["stream", "news.jsonl", "--model", "live", *sinks, *MODEL]) == 0
    assert "2 records could not be used (see `biterms status --dead`)" in capsys.readouterr().err
    rows = [json.loads(line) for line in (place / "rows.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == [f"n{i}" for i in range(300)]
    assert [*(place / "rows.parquet").glob("day=*/*.parquet")]
    assert run(["status", "live", "--dead"]) == 0
    letters = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["position"], one["data"]) for one in letters] == [
        ("news.jsonl:301", "{broken"),
        ("news.jsonl:302", "{torn"),
    ]
    assert run(["status", "live", "--dead", "--done", str(letters[0]["number"])]) == 0
    [left] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert left == letters[1]
    assert run(["status", "live", "--done", "x"]) == 2
    assert "expected numbers" in capsys.readouterr().err
    assert run(["stream", "news.jsonl", "--model", "live", "--sink", "a.csv", *MODEL]) == 2
    assert "is no sink: expected FILE.jsonl" in capsys.readouterr().err


def test_a_timeline_without_rows_has_a_header_and_says_why(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:300])
    assert run(["stream", "news.jsonl", "--time", "day", "--model", "live", *MODEL]) == 0
    capsys.readouterr()
    assert run(["timeline", "live", "--period", "hour"]) == 0
    said = capsys.readouterr()
    assert (
        said.out
        == "time,seconds,topic,label,documents,share,moved,chance,expected,burst,low,high,alarm\n"
    )
    assert "no texts are counted by hour: longer ago than 60 days they are not" in said.err


def test_the_timeline_is_written_as_parquet(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:600])
    command = ["stream", "news.jsonl", "--model", "live", "--time", "day", "--no-texts", *MODEL]
    assert run(command) == 0
    capsys.readouterr()
    assert run(["timeline", "live", "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert run(["timeline", "live", "--parquet", "days.parquet"]) == 0
    table = parquet.read_table(place / "days.parquet")
    assert table.column_names == lines[0].split(",")
    assert len(table) == len(lines) - 1
    assert str(table["time"][0].as_py())[:10] == "2011-03-01"
    assert sum(table["documents"].to_pylist()) == 600
    assert run(["timeline", "live", "--csv", "--parquet", "x.parquet"]) == 2


def test_alarms_go_to_a_command_that_there_is(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:600])
    command = ["stream", "news.jsonl", "--model", "live", *MODEL]
    assert run([*command, "--on-alarm", "no-such-command"]) == 2
    assert "a command that there is" in capsys.readouterr().err
    assert run([*command, "--on-alarm", "cat"]) == 0


def test_old_states_and_texts_are_kept_as_asked(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "news.jsonl", TEXTS[:300])
    command = ["stream", "news.jsonl", "--model", "live", *MODEL]
    assert run([*command, "--states", "24h,30d", "--retain", "90d"]) == 0
    assert status("live").waiting == status("live").step > 0  # the texts are all there
    assert run([*command, "--states", "24h,soon"]) == 2
    assert "--states soon: expected a span of time" in capsys.readouterr().err
    assert run([*command, "--retain", "90"]) == 2
    assert "--retain 90: expected a span of time" in capsys.readouterr().err
    assert run([*command]) == 0
    assert status("live").waiting == 0
