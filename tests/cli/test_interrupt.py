"""Ctrl-C at the terminal: what has been learnt is saved, what has only been read is not."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from biterms import load
from biterms.cli import interrupt
from tests.topics.newsroom import news


class Terminal:
    """The command with its stderr on a terminal; what it has written so far is in ``text``."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process, self._screen, self.text = process, screen, ""

    def read(self) -> bool:
        try:
            found = os.read(self._screen, 4096)
        except OSError:  # the other end is closed
            return False
        self.text += found.decode()
        return bool(found)

    def wait_for(self, text: str) -> None:
        while text not in self.text:
            assert self.read(), self.text

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        while self.read():
            pass
        return self.process.wait(30)


@contextmanager
def started(arguments: list[str], environment: dict[str, str], folder: Path) -> Iterator[Terminal]:
    screen, stderr = pty.openpty()
    process = subprocess.Popen(
        arguments,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    os.close(stderr)
    try:
        yield Terminal(process, screen)
    finally:
        process.kill()
        process.communicate()
        os.close(screen)


@contextmanager
def feeding(stdin: IO[bytes] | None) -> Iterator[None]:
    """Lines without end, until the block is left; the pipe stays open."""
    assert stdin is not None
    lines = "".join(f"{text}\n" for text in news(2000)[0]).encode()
    enough = threading.Event()

    def feed() -> None:
        while not enough.is_set():
            stdin.write(lines)
            enough.wait(0.01)

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def test_while_reading_nothing_is_saved(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    fit = [*command, "fit", "-", "-o", "model", "-k", "3"]
    with started(fit, environment, tmp_path) as terminal:
        with feeding(terminal.process.stdin):
            terminal.wait_for("reading: ")
        assert terminal.interrupt() == 130
        assert "interrupted: nothing was saved" in terminal.text
        assert "Traceback" not in terminal.text
    assert not (tmp_path / "model").exists()


def test_while_learning_what_has_been_learnt_is_saved(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "news.txt").write_text("".join(f"{text}\n" for text in news(2000)[0]))
    fit = [*command, "fit", "news.txt", "-o", "model", "-k", "3", "--passes", "100000"]
    with started(fit, environment, tmp_path) as terminal:
        terminal.wait_for("learning: ")
        assert terminal.interrupt() == 130
        assert "stopped by Ctrl-C: what had been learnt is saved" in terminal.text
        assert "of 200,020,000 documents" in terminal.text
        assert "docs/s" in terminal.text
        assert "s left" in terminal.text
        assert "\r\x1b[K" in terminal.text  # one line, written again and again
    model = load(tmp_path / "model")
    assert 0 < model.model_.n_docs_ <= 2000
    made = model.info()
    assert (made["stopped"], made["passes_asked"]) == (True, 100_000)
    assert 0 <= made["passes"] < 100_000
    assert model.transform(["late goal"]).shape == (1, 3)


def test_a_stream_ends_and_all_before_is_saved(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    fit = [*command, "fit", "-", "-o", "model", "-k", "3", "--stream"]
    with started(fit, environment, tmp_path) as terminal:
        with feeding(terminal.process.stdin):
            terminal.wait_for("learning: ")
        assert terminal.interrupt() == 130
        assert "what had been learnt is saved" in terminal.text
        assert "s left" not in terminal.text  # nobody knows
    model = load(tmp_path / "model")
    assert model.model_.n_docs_ >= 8192
    assert model.info()["stopped"]
    assert not model.update(["late goal"]).info()["stopped"]


def test_twice_is_at_once(command: list[str], environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "news.txt").write_text("".join(f"{text}\n" for text in news(2000)[0]))
    fit = [*command, "fit", "news.txt", "-o", "model", "-k", "3", "--passes", "100000"]
    with started(fit, environment, tmp_path) as terminal:
        terminal.wait_for("learning: ")
        for _ in range(50):
            terminal.process.send_signal(signal.SIGINT)
        assert terminal.interrupt() == 130
        assert "interrupted" in terminal.text or "is saved" in terminal.text
        assert "Traceback" not in terminal.text
        if "nothing was saved" in terminal.text:
            assert not (tmp_path / "model").exists()


#: each process is interrupted at one line of the command, and then again and again until it ends
PRESSED = """
import os, signal, sys, time
from itertools import count
from biterms.cli import __main__, app, interrupt, terminal

MODULES = {module.__file__ for module in (__main__, app, interrupt, terminal)}
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore it
app.run(["fitt"])  # all imports are done

def pressed_at(n, pipe):
    left = [n]
    def trace(frame, event, _):
        if frame.f_code.co_filename not in MODULES:
            return None
        ready = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        left[0] -= event == "line" and ready
        if left[0] == 0 and event == "line" and ready:
            os.write(pipe, b"!")
            signal.raise_signal(signal.SIGINT)
        return trace
    return trace

def code_of(n):
    out, pipe = os.pipe()
    child = os.fork()
    if not child:
        sys.argv = ["biterms", "fitt"]
        sys.settrace(pressed_at(n, pipe))
        __main__.main()
    os.close(pipe)
    again = os.read(out, 1)
    while (done := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if again:
            os.kill(child, signal.SIGINT)
        time.sleep(0.001)
    os.close(out)
    return os.waitstatus_to_exitcode(done[1])

codes = []
for n in count(1):
    codes.append(code_of(n))
    if codes[-1] != 130:
        break
print(*codes)
"""


def test_when_it_is_pressed_too_late_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python makes of a signal between the last look at signals and the end of `ignore`."""
    told: list[Any] = []
    monkeypatch.setattr(sys, "__unraisablehook__", told.append)
    late = OSError("Signal 2 ignored due to race condition")
    other = OSError(28, "No space left on device")
    for error in (late, other):
        interrupt._unraisable(SimpleNamespace(exc_value=error))
    assert [found.exc_value for found in told] == [other]


def test_wherever_and_however_often_it_is_pressed(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED], env=environment, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr, done.stderr
    *codes, last = map(int, done.stdout.split())
    assert len(codes) > 20
    assert {*codes} == {130}
    assert last == 2  # pressed when the exit code was decided
