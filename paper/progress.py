"""How many jobs are done, and when all of them will be."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar

from paper.estimate import Estimate
from paper.job import Job

#: seconds between two looks at a terminal, and between two lines in a log
LOOK, LINE = 2.0, 60.0


class Progress:
    """One bar over all jobs, weighed by their seconds; lines where there is no terminal."""

    def __init__(self, workers: int, console: Console | None = None) -> None:
        self.workers, self.console = workers, console or Console()
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}")
        self.bar = Bar(*columns, console=self.console, disable=not self.console.is_terminal)
        self.pause, self.said = LOOK if self.console.is_terminal else LINE, 0.0

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.bar.stop()

    def begin(self, total: int, left: list[Job], estimate: Estimate) -> None:
        self.total, self.left, self.estimate = total, {job.key: job for job in left}, estimate
        self.task = self.bar.add_task("", total=total, left="")
        self.console.print(
            f"{total:,} jobs, {total - len(left):,} of them finished before; "
            f"about {minutes(self.seconds_left())} on {self.workers} cores"
        )

    def advance(self, job: Job) -> None:
        """Says so at most every `pause` seconds: to look at all that is left takes a while."""
        del self.left[job.key]
        if self.left and time.monotonic() - self.said < self.pause:
            return
        self.said = time.monotonic()
        done, left = f"{self.total - len(self.left):,}/{self.total:,}", minutes(self.seconds_left())
        completed = self.total - len(self.left)
        self.bar.update(self.task, completed=completed, left=f"about {left} left", description=done)
        if not self.console.is_terminal:
            self.console.print(f"{done} jobs, about {left} left; {job}")

    def seconds_left(self) -> float:
        """As if all cores were busy to the end; no job is cut in two."""
        each = [self.estimate.seconds(job) for job in self.left.values()]
        return max([sum(each) / self.workers, *each], default=0.0)


def minutes(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
