"""A server that a stream has started beside it ends with it, however the stream ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from biterms.cli.app import run
from biterms.serve import Client, Refused
from tests.serve.running import eventually
from tests.topics.newsroom import news


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answers(client: Client) -> bool:
    try:
        return client.topics("all")["documents"] >= 300
    except (OSError, Refused):
        return False


def is_listened_at(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_server_ends_with_the_stream(tmp_path: Path, number: signal.Signals) -> None:
    inbox, port = tmp_path / "inbox", free_port()
    inbox.mkdir()
    (inbox / "a.txt").write_text("\n".join(news(300)[0]) + "\n")
    words = ["stream", str(inbox), "--follow", "--model", str(tmp_path / "live"), "-k", "3"]
    more = ["--serve", "--port", str(port), "--quiet"]
    stream = subprocess.Popen([sys.executable, "-m", "biterms.cli", *words, *more])
    try:
        with Client(f"http://127.0.0.1:{port}") as client:
            eventually(lambda: answers(client))
            assert client.health()["followed"]
            with (inbox / "a.txt").open("a") as file:
                file.write("\n".join(news(50)[0]) + "\n")
            eventually(lambda: client.topics("all")["documents"] == 350)
    finally:
        stream.send_signal(number)
        stream.wait(60)
    eventually(lambda: not is_listened_at(port))


def test_a_port_that_is_taken_is_refused_before_anything_is_learnt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("late goal\n" * 10)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        words = ["stream", str(tmp_path / "a.txt"), "--model", str(tmp_path / "live")]
        assert run([*words, "--serve", "--port", port]) == 2
    assert f"--port {port}: cannot be listened at" in capsys.readouterr().err
    assert not (tmp_path / "live").exists()
