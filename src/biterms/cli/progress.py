"""One line on the terminal that says how far, how fast and how long still."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO


class Progress:
    """A `progress` callback: call it with (done, total, lpp) after every minibatch.

    On a terminal it rewrites one line, four times a second; elsewhere it writes a line at most
    every `quiet` seconds and one at the end.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        quiet: float = 10.0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._live = stream.isatty()
        self._pause = 0.25 if self._live else quiet
        self._start = self._shown = clock()

    def __call__(self, done: int, total: int, lpp: float | None = None) -> None:
        now = self._clock()
        if done < total and now - self._shown < self._pause:
            return
        self._shown = now
        line = progress_line(done, total, now - self._start, lpp)
        if not self._live:
            self._stream.write(f"{line}\n")
        else:
            self._stream.write(f"\r\x1b[K{line}" + ("\n" if done >= total else ""))
        self._stream.flush()


def progress_line(done: int, total: int, seconds: float, lpp: float | None = None) -> str:
    """Documents done, documents per second, LPP of what came next, time that remains."""
    speed = done / max(seconds, 1e-9)
    line = f"learning: {done:,} of {total:,} documents, {speed:,.0f} docs/s"
    if lpp is not None:
        line += f", LPP {lpp:.2f}"
    if done >= total:
        return f"{line}, {seconds:.1f} s"
    return f"{line}, {(total - done) / speed:.0f} s left" if done else line
