"""Several numbers of topics: a progress line, a curve of characters, and a picture."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from biterms.cli.interrupt import INTERRUPTED, Interrupted
from biterms.cli.measured import sampled
from biterms.cli.picture import EIGHTHS, can_write, size_bar
from biterms.cli.terminal import accounted, say, show, write_json
from biterms.errors import InputError, StopLearning

if TYPE_CHECKING:
    from biterms.cli.reading import Reading
    from biterms.topics.sweep_table import Sweep

#: Cells of a bar.
CELLS = 20


def sweep(
    given: list[str],
    numbers: list[int],
    seeds: int,
    reading: Reading,
    *,
    out: Path | None,
    json: bool,
    quiet: bool,
) -> None:
    """Try numbers of topics on the texts of files, and show what was found."""
    from biterms import evaluate_topics, load
    from biterms.report.curve import check_picture, write_curve

    if out is not None:
        check_picture(out)
    model = load(given[0]) if Path(given[0]).is_dir() else None
    source = reading.source(given if model is None else given[1:])
    if not source.files:
        raise InputError(f"{given[0]} is a model: expected files of texts, too")
    with accounted(source):
        records, note = sampled(source, "texts")
    watching = Watching(quiet=quiet)
    with watching.interruptible():
        found = evaluate_topics(records, numbers, model=model, seeds=seeds, progress=watching)
    if json:
        write_json(found.as_dict() | {"notes": [note] if note else []})
    else:
        show([*drawn(found), *([note] if note else [])])
    if out is not None:
        write_curve(found, out)
        say(f"written to {out}")
    if found.stopped:
        raise typer.Exit(INTERRUPTED)


def drawn(found: Sweep) -> list[str]:
    """Lines with a bar for the LPP of each number."""
    smooth = can_write(EIGHTHS, sys.stdout.encoding or "ascii")
    return found.lines(lambda share: size_bar(share, CELLS, smooth=smooth))


class Watching:
    """A `progress` callback with a line on stderr; Ctrl-C ends the sweep, which keeps its results.

    Pressed twice, or before the first model learns, it ends the command at once.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._live = sys.stderr.isatty()
        self._pause = float("inf") if quiet else 0.25 if self._live else 10.0
        self._start = self._shown = time.perf_counter()
        self._begun = self._stopped = self._written = False

    def __call__(self, what: str, share: float) -> None:
        self._begun, now = True, time.perf_counter()
        if now - self._shown >= self._pause:
            self._shown, self._written = now, True
            left = (now - self._start) * (1 / max(share, 1e-6) - 1)
            line = f"learning {what}: {share:.0%} of all, about {left:.0f} s left"
            sys.stderr.write(f"\r\x1b[K{line}" if self._live else f"{line}\n")
            sys.stderr.flush()
        if self._stopped:
            raise StopLearning

    def _stop(self, *_: Any) -> None:
        if self._stopped or not self._begun:
            raise Interrupted("interrupted: nothing was tried")
        self._stopped = True

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Handle Ctrl-C in the block."""
        before = signal.signal(signal.SIGINT, self._stop)
        try:
            yield
        except StopLearning:
            raise Interrupted("interrupted before the first number of topics was tried") from None
        finally:
            signal.signal(signal.SIGINT, before)
            if self._live and self._written:
                sys.stderr.write("\n")
