"""Learning with a progress line; Ctrl-C ends it and keeps what has been learnt."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import typer

from biterms.cli.interrupt import INTERRUPTED, Interrupted
from biterms.cli.picture import draw
from biterms.cli.progress import LEARNING, Progress
from biterms.cli.terminal import accounted, say
from biterms.errors import StopLearning
from biterms.text.counted import n_texts

if TYPE_CHECKING:
    from biterms.cli.source import TextFiles
    from biterms.store.budget import MemoryBudget
    from biterms.text.duplicates import Seen
    from biterms.topics import TopicModel

#: With more texts a line says that all their counts are in memory.
MANY = 2_000_000
#: Fewer texts per topic are too few to learn from.
TEXTS_PER_TOPIC = 2
STOPPING = b"\nstopping; press Ctrl-C again to stop at once and save nothing\n"


class Stoppable(Protocol):
    """Texts whose reading can be ended."""

    def stop(self) -> None:
        """Read no more."""


class Learning:
    """A `progress` callback; Ctrl-C ends the reading of a stream, or learning after a minibatch."""

    def __init__(self, source: Stoppable, *, quiet: bool, held: bool = True) -> None:
        self.line = None if quiet else Progress(sys.stderr)
        self.stopped = False
        self._begun = self._raised = False
        self._many = not held
        self._source = source
        self._before: Any = None

    def read(self, texts: int) -> None:
        """Note how many texts have been read before learning can begin."""
        if self.line is not None:
            self.line.read(texts)
        if texts > MANY and not self._many:
            self._many = True
            (say if self.line is None else self.line.remark)(
                f"over {MANY:,} texts, whose counts are all held in memory: --memory 2G keeps them "
                "on disk, --stream learns from them piece by piece"
            )

    def __call__(
        self, done: int, total: int | None, lpp: float | None = None, stage: str = LEARNING
    ) -> None:
        self._begun = True
        if self.line is not None:
            self.line(done, total, lpp, stage)
        if self.stopped:
            raise StopLearning

    def _stop(self, *signalled: Any) -> None:
        if self._raised and callable(self._before):
            self._before(*signalled)
        if self.stopped or not self._begun:
            self._raised = True
            raise Interrupted("interrupted: nothing was saved")
        self.stopped = True
        # Not print: the signal may have come in the middle of one.
        os.write(sys.stderr.fileno(), STOPPING)
        self._source.stop()

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Handle Ctrl-C in the block: before the first minibatch, or pressed twice, it raises."""
        self._raised = False
        self._before = signal.signal(signal.SIGINT, self._stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, self._before)
            if self.line is not None:
                self.line.close()


def learn(
    model: TopicModel,
    source: TextFiles,
    out: Path,
    *,
    stream: bool,
    quiet: bool,
    memory: MemoryBudget | None = None,
) -> None:
    """Learn, save and show the topics; the caller holds the lock of ``out``."""
    fitted = model.__sklearn_is_fitted__()
    before, seen = (model.model_.n_docs_, model.fitted.duplicates.seen) if fitted else (0, None)
    learning, begin = Learning(source, quiet=quiet, held=memory is None), perf_counter()
    if not stream:
        source.watch = learning.read
    with accounted(source), learning.interruptible():
        if stream:
            model.update(source, progress=learning)
        else:
            model.fit(source, progress=learning, memory=memory)
    seconds = perf_counter() - begin
    if learning.stopped:  # a stream that was ended does not know why
        model.note(stopped=True)
    model.save(out)
    say_language(model)
    draw(model.topics())
    text = max(0.0, seconds - source.seconds - model.learning_seconds_)
    say(
        f"{_texts(before, model.model_.n_docs_)}, {n_texts(model.model_.n_features_in_, 'word')}, "
        f"{seconds:.1f} s (reading {source.seconds:.1f}, text {text:.1f}, learning "
        f"{model.learning_seconds_:.1f}): saved to {out}"
    )
    if stream:
        _say_phrases(model)
    _say_duplicates(model, seen)
    warn_of_few(model)
    if learning.stopped:
        say("stopped by Ctrl-C: what had been learnt is saved")
        raise typer.Exit(INTERRUPTED)


def _say_duplicates(model: TopicModel, before: Seen | None) -> None:
    now = model.fitted.duplicates.seen
    old = (0, 0, 0) if before is None else (before.texts, before.duplicates, before.exact)
    texts, found, exact = now.texts - old[0], now.duplicates - old[1], now.exact - old[2]
    if found:
        once = model.duplicates == "once"
        what = "they were left out" if once else "learnt again, --duplicates once leaves them out"
        say(f"{found:,} of {n_texts(texts)} came before, {exact:,} letter for letter: {what}")


def _say_phrases(model: TopicModel) -> None:
    from biterms.text.phrase_growth import EVERY

    text = model.text_
    if text is not None and text.phrases and not text.analyser_.phrases and text.n_docs_ < EVERY:
        say(
            f"phrases: none yet, since a stream looks for them after every {EVERY:,} texts; fit "
            "without --stream looks in all texts at once"
        )


def say_language(model: TopicModel) -> None:
    """Say which language was found, if it was looked for."""
    if model.text_ is not None and (found := model.text_.analyser_.found) is not None:
        say(f"language: {model.text_.language_} (found: {found})")


def warn_of_few(model: TopicModel) -> None:
    """Warn if there are too few texts for so many topics."""
    n_docs, n_topics = model.model_.n_docs_, int(model.model_.in_use_.sum())
    if n_docs < TEXTS_PER_TOPIC * n_topics:
        say(
            f"warning: {n_topics:,} topics of {_texts(0, n_docs)} are mostly chance: use more "
            f"texts, or fewer topics, such as -k {max(1, n_docs // 10)}"
        )


def _texts(before: int, after: int) -> str:
    count = n_texts(after - before, "new text" if before else "text")
    return f"{count}, {after:,} in all" if before else count
