"""Ctrl-C ends the texts, wherever it comes."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from biterms.cli import source as module
from biterms.cli.interrupt import Interrupted
from biterms.cli.learning import Learning
from biterms.cli.source import TIMED, TextFiles
from biterms.errors import InputError


@pytest.fixture
def lines(tmp_path: Path) -> TextFiles:
    path = tmp_path / "lines.txt"
    path.write_text("late goal wins match\n" * (2 * TIMED + 1))
    return TextFiles([str(path)])


def test_a_stop_is_the_end_after_the_chunk(lines: TextFiles) -> None:
    texts = iter(lines)
    next(texts)
    lines.stop()
    assert len(list(texts)) == TIMED - 1


class Pressed:
    """Ctrl-C before the n-th line of the reading that Python runs."""

    def __init__(self, n: int) -> None:
        self.left = n

    def __call__(self, frame: FrameType, event: str, _: Any) -> Pressed | None:
        if frame.f_code.co_filename != module.__file__:
            return None
        self.left -= event == "line"
        if event == "line" and self.left == 0:
            signal.raise_signal(signal.SIGINT)
        return self


def read_with(source: TextFiles, pressed: Pressed) -> int:
    before = sys.gettrace()
    sys.settrace(pressed)
    try:
        return len(list(source))
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("n", range(1, 28))
def test_the_signal_raises_nothing_wherever_it_comes(
    lines: TextFiles, n: int, capfd: pytest.CaptureFixture[str]
) -> None:
    lines.none = None
    learning, pressed = Learning(lines, quiet=True), Pressed(n)
    learning(1, None)
    with learning.interruptible():
        found = read_with(lines, pressed)
    assert pressed.left <= 0
    assert learning.stopped
    assert found in {0, TIMED, 2 * TIMED}
    assert capfd.readouterr().err.count("press Ctrl-C again") == 1


def test_the_second_time_and_before_anything_is_learnt_it_is_at_once(
    lines: TextFiles, capfd: pytest.CaptureFixture[str]
) -> None:
    learning = Learning(lines, quiet=True)
    with learning.interruptible(), pytest.raises(Interrupted, match="nothing was saved"):
        signal.raise_signal(signal.SIGINT)
    learning(1, None)
    with learning.interruptible():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(Interrupted, match="nothing was saved"):
            signal.raise_signal(signal.SIGINT)
    assert "press Ctrl-C again" in capfd.readouterr().err


@pytest.mark.parametrize("stopped", [True, False], ids=["stopped", "damaged"])
def test_what_a_stop_cuts_off_is_no_damage(tmp_path: Path, stopped: bool) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text('{"text": "late goal"}\n' * TIMED + '{"text": "la')
    source = TextFiles([str(path)], strict=True)
    texts = iter(source)
    next(texts)
    if stopped:
        source.stop()
        assert len(list(texts)) == TIMED - 1
    else:
        with pytest.raises(InputError, match="broken line"):
            list(texts)
