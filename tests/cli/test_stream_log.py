"""What a stream says while it runs: JSON lines for programs, remarks for people."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from biterms.cli.app import run
from biterms.cli.log import logging_to
from biterms.cli.progress import Progress as Line
from biterms.streams import Batch, Progress, Texts, follow, watch
from biterms.streams.log import report
from biterms.streams.sources.retry import Retry
from tests.streams.models import RECORDS, TEXTS, new

SECRET = "nobody reads this"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = [json.dumps({"text": f"{text} {SECRET}"}) for text in TEXTS[:300]]
    (tmp_path / "news.jsonl").write_text("\n".join([*rows, f"{{broken {SECRET}", ""]))
    return tmp_path


COMMAND = ["stream", "news.jsonl", "--model", "live", "-k", "4", "--threads", "1", "--quiet"]


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_log_says_what_happened_and_no_text(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "MINUTE", 0.0)
    assert run([*COMMAND, "--log", "log.jsonl"]) == 0
    capsys.readouterr()
    assert run([*COMMAND, "--log", "-"]) == 0
    first, second = events((place / "log.jsonl").read_text()), events(capsys.readouterr().out)
    known = {one["event"]: one for one in first}
    assert {*known} == {"started", "dead letter", "followed", "snapshot", "stopped"}
    assert all(one["model"] == "live" and one["time"].endswith("Z") for one in first)
    assert known["started"]["sources"] == ["news.jsonl"]
    assert (known["snapshot"]["step"], known["stopped"]["documents"]) == (1, 300)
    assert known["stopped"]["why"] == "the sources have ended"
    letter = known["dead letter"]
    assert (letter["level"], letter["n"], letter["position"]) == ("warning", 1, "news.jsonl:301")
    assert {*known["followed"]} >= {"documents_per_second", "lag", "words", "memory", "seconds"}
    assert sum(one["documents"] for one in first if one["event"] == "followed") <= 300
    assert [one["event"] for one in second if one["event"] != "followed"] == ["started", "stopped"]
    assert SECRET not in (place / "log.jsonl").read_text()


def test_an_error_is_in_the_log(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "news.jsonl").unlink()
    assert run([*COMMAND, "--log", "log.jsonl"]) == 2
    *_, stopped, error = events((place / "log.jsonl").read_text())
    assert (stopped["event"], stopped["why"]) == ("stopped", "an error")
    assert (error["event"], error["level"], error["kind"]) == ("error", "error", "InputError")
    assert error["error"] in capsys.readouterr().err
    assert run([*COMMAND, "--log", "no/such/log.jsonl"]) == 2
    assert "--log no/such/log.jsonl: cannot be written" in capsys.readouterr().err


def test_a_log_is_opened_again_when_it_was_rotated(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with logging_to(str(log), tmp_path):
        report("one", "first")
        log.rename(tmp_path / "log.jsonl.1")
        report("two", "{n} more", n=2)
        report("three", "odd", where=tmp_path, share=float("nan"))
    assert [one["event"] for one in events((tmp_path / "log.jsonl.1").read_text())] == ["one"]
    second, third = events(log.read_text())
    assert (third["where"], third["share"]) == (str(tmp_path), "nan")
    assert (second["event"], second["n"], second["message"]) == ("two", 2, "2 more")


def test_sources_that_are_lost_and_found_are_events_for_any_handler(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "biterms.streams"):
        broker = Retry("a broker")
        broker.failed("refused")
        broker.worked()
    lost, back = [(record.event, record.fields) for record in caplog.records]  # type: ignore[attr-defined]
    assert lost[0] == "source lost"
    assert lost[1]["source"] == "a broker"
    assert lost[1]["error"] == "refused"
    assert back == ("source back", {"source": "a broker", "seconds": 0.0})


def test_without_a_log_warnings_are_remarks_and_nothing_else_is_said() -> None:
    said: list[str] = []
    with logging_to(None, Path("live"), said.append):
        report("started", "started")
        report("dead letter", "{n} records", logging.WARNING, n=3)
    assert said == ["warning: 3 records"]
    assert not logging.getLogger("biterms.streams").handlers


class Paused(Texts):
    """Texts that come after a pause of 1,000 seconds, and another one in the middle."""

    def __init__(self, clock: list[float]) -> None:
        super().__init__(RECORDS[:200])
        self.clock, self.pauses = clock, [0, 100]

    def poll(self, max_documents: int, timeout: float) -> Batch:
        if self._taken in self.pauses:
            if timeout:  # nothing else is to be done
                self.clock[0] += 1000
                self.pauses.remove(self._taken)
            return Batch()
        return super().poll(max_documents, timeout)


def test_the_rate_leaves_out_the_time_in_which_nothing_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, seconds = [0.0], list[float]()
    monkeypatch.setattr("time.monotonic", lambda: clock[0])

    def progress(now: Progress) -> None:
        clock[0] += 2
        seconds.append(now.seconds)

    with caplog.at_level(logging.INFO, "biterms.streams"):
        follow(Paused(clock), tmp_path / "live", new(), within=None, most=100, progress=progress)
    assert clock[0] >= 2000
    assert seconds == [0.0, 2.0]
    said = [(one.event, one.fields) for one in caplog.records]  # type: ignore[attr-defined]
    assert ("caught up", {"documents": 100}) in said
    # In the first pause nothing had come yet, in the second one a hundred texts.
    assert [one["documents"] for event, one in said if event == "followed"] == [0, 100]


def test_the_line_shows_the_rate_of_work() -> None:
    clock, stream = iter([0.0, 100.0, 200.0]), io.StringIO()
    line = Line(stream, clock=lambda: next(clock))
    line.worked = 2.0
    line(500, None, None, "following")
    line.close()
    assert stream.getvalue().splitlines() == [
        "following: 500 documents, 250 docs/s",
        "following: 500 documents, 250 docs/s, 2.0 s",
    ]
