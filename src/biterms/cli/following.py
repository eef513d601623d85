"""Following a stream with a progress line; a signal ends it and nothing is lost."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from biterms.cli.interrupt import INTERRUPTED, Interrupted, end_at_once
from biterms.cli.log import logging_to
from biterms.cli.picture import draw
from biterms.cli.progress import Progress
from biterms.cli.several import is_one_of_several, is_orphan
from biterms.cli.terminal import say, visible
from biterms.errors import InputError

if TYPE_CHECKING:
    from biterms.streams import Progress as Followed
    from biterms.streams import Source
    from biterms.topics import TopicModel

STOPPING = b"\nstopping after the texts that have come; press Ctrl-C again to stop at once\n"
FOLLOWING = "following"


class Following:
    """A `progress` callback; SIGTERM or Ctrl-C ends the stream after what has come."""

    def __init__(self, *, quiet: bool) -> None:
        self.line = None if quiet else Progress(sys.stderr)
        self.documents, self.signalled, self._interrupted = 0, 0, False

    def __call__(self, followed: Followed) -> None:
        self.documents = followed.documents
        if self.line is not None:
            self.line.worked = followed.seconds
            self.line(followed.documents, None, None, FOLLOWING)

    def remark(self, line: str) -> None:
        """Say something while the progress line is there."""
        (say if self.line is None else self.line.remark)(visible(line))

    def stopping(self) -> bool:
        """Whether to stop."""
        return self.signalled != 0 or is_orphan()

    def _stop(self, number: int, _: Any) -> None:
        if self._interrupted:  # the model is still learning: Python could not end cleanly
            end_at_once()
        if self.signalled:
            self._interrupted = True
            raise Interrupted("interrupted: what has been recorded is learnt at the next start")
        self.signalled = number
        if number == signal.SIGINT:  # not print: the signal may have come in the middle of one
            os.write(sys.stderr.fileno(), STOPPING)

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """Handle signals in the block."""
        both = (signal.SIGINT, signal.SIGTERM)
        before = [(number, signal.signal(number, self._stop)) for number in both]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)
            if self.line is not None:
                self.line.close()


def run(
    sources: list[Source],
    folder: Path,
    model: TopicModel,
    *,
    quiet: bool,
    log: str | None = None,
    **settings: Any,
) -> None:
    """Follow sources until they end or a signal comes, and show the topics.

    ``settings`` are those of `biterms.streams.follow`.
    """
    from biterms.streams import follow, status
    from biterms.text.counted import n_texts

    following, begin = Following(quiet=quiet), perf_counter()
    with (
        logging_to(log, folder, following.remark),
        following.stoppable(),
        _too_early(following, folder),
    ):
        learnt = follow(
            sources,
            folder,
            model,
            progress=following,
            stopping=following.stopping,
            **settings,
        )
    if log != "-" and not is_one_of_several():
        draw(learnt.topics())
    now, seconds = status(folder), perf_counter() - begin
    dead = (
        f", {now.dead:,} records could not be used (see `biterms status --dead`)"
        if now.dead
        else ""
    )
    say(
        f"{n_texts(following.documents)} in {seconds:.1f} s, {learnt.model_.n_docs_:,} in all, "
        f"{learnt.model_.n_features_in_:,} words{dead}: saved to {folder}"
    )
    if following.signalled == signal.SIGINT:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _too_early(following: Following, folder: Path) -> Iterator[None]:
    """Somebody who stops a stream before its model has begun has made no mistake."""
    try:
        yield
    except InputError as error:
        if not following.signalled or (folder / "model.json").exists():
            raise
        say(f"stopped before there was a model: {error}")
        raise typer.Exit(INTERRUPTED if following.signalled == signal.SIGINT else 0) from None
