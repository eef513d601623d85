"""A progress line: documents done, speed, predictive score and time left."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

#: what is being done, unless something else is said
LEARNING = "learning"


class Progress:
    """Call it with (done, total, lpp) after every minibatch, and `close` at the end.

    The line begins with the stage, which is what is being done. On a terminal it is rewritten four
    times a second; elsewhere there is a line at most every ``quiet`` seconds and one at the end. A
    total of None is not known.
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
        self._last: tuple[int, int | None, float | None] | None = None
        self._stage = LEARNING
        self._first_pass: float | None = None
        #: seconds of work, where others have passed as well
        self.worked: float | None = None

    def read(self, texts: int) -> None:
        """Note how many texts have been read before learning can begin."""
        now = self._clock()
        if now - self._shown >= self._pause:
            self._show(f"reading: {texts:,} texts", now)
        self._start = now

    def __call__(
        self, done: int, total: int | None, lpp: float | None = None, stage: str = LEARNING
    ) -> None:
        now = self._clock()
        self._last, self._stage = (done, total, lpp), stage
        if total is not None and lpp is not None:
            self._first_pass = lpp
        if now - self._shown >= self._pause:
            self._show(self._line(now), now)

    def remark(self, line: str) -> None:
        """Write another line above the one that is rewritten."""
        self._stream.write(f"\r\x1b[K{line}\n" if self._live else f"{line}\n")
        self._stream.flush()

    def close(self) -> None:
        """Write the last line; nothing if nothing was learnt."""
        if self._last is not None:
            now = self._clock()
            self._show(self._line(now, over=True), now)
        if self._live:
            self._stream.write("\n")

    def _line(self, now: float, *, over: bool = False) -> str:
        assert self._last is not None
        done, total, lpp = self._last
        # Later passes have learnt from these texts already, so they predict nothing.
        later = lpp is None and self._first_pass is not None
        lpp = self._first_pass if later else lpp
        seconds = now - self._start if self.worked is None else self.worked
        return progress_line(done, total, seconds, lpp, over=over, later=later, stage=self._stage)

    def _show(self, line: str, now: float) -> None:
        self._shown = now
        self._stream.write(f"\r\x1b[K{line}" if self._live else f"{line}\n")
        self._stream.flush()


def progress_line(
    done: int,
    total: int | None,
    seconds: float,
    lpp: float | None = None,
    *,
    over: bool = False,
    later: bool = False,
    stage: str = LEARNING,
) -> str:
    """Return the line: documents, documents per second, LPP, and time left or taken.

    It begins with the stage. With ``later`` the LPP is the last one of the first pass.
    """
    speed = done / max(seconds, 1e-9)
    of = "" if total is None else f" of {total:,}"
    line = f"{stage}: {done:,}{of} documents, {speed:,.0f} docs/s"
    if lpp is not None:
        line += f", LPP {lpp:.2f}{' in the first pass' if later else ''}"
    if over:
        return f"{line}, {seconds:.1f} s"
    return f"{line}, {(total - done) / speed:.0f} s left" if done and total is not None else line
