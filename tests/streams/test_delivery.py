"""Alarms reach a command, a webhook or a function: at least once, also after a restart."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from biterms import SettingError
from biterms.streams import DeliveryWarning, Texts, delivery, follow, messengers
from tests.streams.models import RECORDS, new, undisturbed

COLUMNS = (
    "number INTEGER PRIMARY KEY, step, time, since, kind, topic, strength, ratio, documents, "
    "words, texts, ended"
)


def put_alarm(folder: Path, number: int, text: str = "storm in rome") -> None:
    """An alarm as a stream writes it."""
    texts = json.dumps([{"id": "n1", "text": text}])
    row = (number, 3, 5.0, 4.0, "burst", 2, 9.5, 4.0, 12, '["storm", "rome"]', texts, None)
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db, db:
        db.execute(f"CREATE TABLE IF NOT EXISTS alarm ({COLUMNS})")
        db.execute(f"INSERT INTO alarm VALUES ({', '.join('?' * 12)})", row)


def delivered(folder: Path) -> list[Any]:
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return db.execute("SELECT number, time > 0, tries, error FROM delivered").fetchall()


def go_on(folder: Path, **settings: Any) -> None:
    follow(Texts(RECORDS[:100]), folder, every=50, within=None, **settings)


@pytest.fixture
def live(tmp_path: Path) -> Path:
    follow(Texts(RECORDS[:100]), tmp_path / "live", new(), every=50, within=None)
    put_alarm(tmp_path / "live", 1)
    return tmp_path / "live"


class Server(HTTPServer):
    """Takes what is sent to it, and answers with the next of some codes."""

    def __init__(self, codes: list[int]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.codes, self.taken = codes, list[Any]()


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, self.headers["Content-Type"], json.loads(body)))
        self.send_response(self.server.codes.pop(0) if self.server.codes else 200)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with Server([*request.param]) as made:
        thread = Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.server_port}/hook"


@pytest.mark.parametrize("server", [[]], indirect=True)
def test_a_webhook_gets_each_alarm_once(live: Path, server: Server) -> None:
    put_alarm(live, 2)
    go_on(live, on_alarm=url(server))
    go_on(live, on_alarm=url(server))
    assert [taken[2]["number"] for taken in server.taken] == [1, 2]
    path, kind, alarm = server.taken[0]
    assert (path, kind) == ("/hook", "application/json")
    assert (alarm["label"], alarm["words"]) == ("storm, rome", ["storm", "rome"])
    assert alarm["texts"] == [{"id": "n1", "text": "storm in rome"}]
    assert delivered(live) == [(1, 1, 1, None), (2, 1, 1, None)]


@pytest.mark.parametrize("server", [[503, 302]], indirect=True)
def test_a_webhook_that_fails_is_tried_again_after_a_restart(live: Path, server: Server) -> None:
    for tries, code in ((1, 503), (2, 302)):
        with pytest.warns(DeliveryWarning, match=f"answered {code}"):
            go_on(live, on_alarm=url(server))
        ((_, sent, times, error),) = delivered(live)
        assert (sent, times) == (None, tries)
        assert str(code) in error
    go_on(live, on_alarm=url(server))
    assert delivered(live) == [(1, 1, 3, None)]
    assert len(server.taken) == 3


@pytest.mark.parametrize("server", [[500, 500]], indirect=True)
def test_a_failure_is_tried_again_while_the_stream_runs(
    live: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "SOON", 0.01)
    with delivery.delivering(live, messengers.messenger(url(server))):
        end = time.monotonic() + 20
        while delivered(live) != [(1, 1, 3, None)] and time.monotonic() < end:
            time.sleep(0.02)
    assert delivered(live) == [(1, 1, 3, None)]


def test_a_command_gets_json_and_no_text_becomes_a_part_of_it(live: Path, tmp_path: Path) -> None:
    out = tmp_path / "a file; touch hacked"
    put_alarm(live, 2, "'; touch hacked; $(touch hacked) `touch hacked`")
    program = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read() + chr(10))"
    go_on(live, on_alarm=f'{sys.executable} -c "{program}" "{out}"')
    first, second = (json.loads(line) for line in out.read_text().splitlines())
    assert (first["number"], second["number"]) == (1, 2)
    assert second["texts"][0]["text"].startswith("'; touch")
    assert not [*Path.cwd().glob("hacked"), *tmp_path.glob("hacked")]


def test_a_command_that_fails_or_hangs_does_not_stop_the_stream(
    live: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = "import sys; print('no mail', file=sys.stderr); sys.exit(3)"
    with pytest.warns(DeliveryWarning, match="exit code 3: no mail"):
        go_on(live, on_alarm=f'{sys.executable} -c "{failing}"')
    monkeypatch.setattr(messengers, "SECONDS", 0.2)
    with pytest.warns(DeliveryWarning, match="timed out"):
        go_on(live, on_alarm="sleep 60")
    assert delivered(live)[0][1:3] == (None, 2)


def test_a_function_is_told_while_the_stream_runs(tmp_path: Path) -> None:
    taken: list[Any] = []

    def progress(now: Any) -> None:
        if now.step == 10:
            put_alarm(tmp_path, 7)
        if now.step == 29:  # the stream goes on, and somebody is told meanwhile
            end = time.monotonic() + 20
            while not taken and time.monotonic() < end:
                time.sleep(0.01)

    undisturbed(tmp_path, most=50, on_alarm=taken.append, progress=progress)
    assert [alarm["number"] for alarm in taken] == [7]


@pytest.mark.parametrize("given", ["", "no-such-command-anywhere x", "echo 'open", "http://"])
def test_what_nobody_can_run_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(SettingError, match="on_alarm"):
        follow(Texts(RECORDS), tmp_path, on_alarm=given)
