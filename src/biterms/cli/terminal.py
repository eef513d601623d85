"""What commands write: results to stdout, everything else to stderr."""

from __future__ import annotations

import csv
import json
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console

from biterms.cli.progress import Progress
from biterms.errors import StopLearning
from biterms.text.records import Trouble


def say(line: str) -> None:
    """A remark for the person at the terminal."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(line, markup=False)


def say_trouble(trouble: Trouble) -> None:
    """What was wrong with the files, if anything."""
    for line in trouble.lines():
        say(line)


def write_json(value: Any, stream: TextIO | None = None) -> None:
    """One JSON value with a newline."""
    out = stream or sys.stdout
    json.dump(value, out, ensure_ascii=False, indent=2, allow_nan=False)
    out.write("\n")


def write_csv(rows: Sequence[Mapping[str, Any]], stream: TextIO | None = None) -> None:
    """A header and a line per row."""
    writer = csv.DictWriter(stream or sys.stdout, list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)


class Learning:
    """A `progress` callback with a line on stderr; Ctrl-C ends learning after this minibatch."""

    def __init__(self, *, quiet: bool) -> None:
        self._line = None if quiet else Progress(sys.stderr)
        self.stopped = False

    def __call__(self, done: int, total: int, lpp: float | None = None) -> None:
        if self._line is not None:
            self._line(done, total, lpp)
        if self.stopped:
            raise StopLearning

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """The first Ctrl-C asks to stop, the second stops at once and saves nothing."""

        def stop(*_: Any) -> None:
            if self.stopped:
                raise KeyboardInterrupt
            self.stopped = True
            say("stopping after this minibatch; press Ctrl-C again to stop at once, saving nothing")

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
