"""Learning on a cluster with a progress line; Ctrl-C ends it and keeps what has been learnt."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from biterms.cli.interrupt import INTERRUPTED
from biterms.cli.learning import Learning, say_language, warn_of_few
from biterms.cli.picture import draw
from biterms.cli.terminal import say
from biterms.text.counted import n_texts

if TYPE_CHECKING:
    from biterms.cli.reading import Reading
    from biterms.topics import TopicModel


class _Elsewhere:
    """Texts that workers read: there is nothing to stop here."""

    def stop(self) -> None:
        """Do nothing."""


class _Told(Learning):
    """A `progress` callback that hears of reading, too, which Ctrl-C ends at once."""

    def __init__(self, *, quiet: bool) -> None:
        super().__init__(_Elsewhere(), quiet=quiet)

    def __call__(
        self, done: int, total: int | None, lpp: float | None = None, stage: str = "learning"
    ) -> None:
        if stage != "reading":
            super().__call__(done, total, lpp, stage)
        elif self.line is not None:
            self.line.read(done)


def learn_on(
    address: str, model: TopicModel, files: list[str], reading: Reading, out: Path, *, quiet: bool
) -> None:
    """Learn on the workers of a scheduler, save and show the topics; the caller holds the lock."""
    from biterms.cluster import Lanes, fit

    schedule, told, begin = Lanes(), _Told(quiet=quiet), perf_counter()
    say(
        f"cluster: the passes are over {schedule.anchor:,} texts, and each other text is learnt "
        "from once; several passes over all texts are not distributed"
    )
    times = reading.times()
    with told.interruptible():
        fit(
            files,
            model,
            address,
            schedule,
            columns=reading.columns(files),
            kind=reading.kind,
            encoding=reading.encoding,
            strict=reading.strict,
            times=times,
            progress=told,
        )
    seconds = perf_counter() - begin
    model.save(out)
    for line in (*model.trouble_.lines(), *(() if times is None else times.lines())):
        say(line)
    say_language(model)
    draw(model.topics())
    _say_cost(model, seconds, out)
    warn_of_few(model)
    if told.stopped:
        say("stopped by Ctrl-C: what had been learnt is saved")
        raise typer.Exit(INTERRUPTED)


def _say_cost(model: TopicModel, seconds: float, out: Path) -> None:
    facts = model.info()
    text, learning, network = (
        facts[f"cluster_{name}_seconds"] for name in ("text", "learning", "network")
    )
    say(
        f"{n_texts(model.model_.n_docs_)}, {n_texts(model.model_.n_features_in_, 'word')}, "
        f"{seconds:.1f} s on {n_texts(facts['cluster_workers'], 'worker')} (all together: text "
        f"{text:.1f}, learning {learning:.1f}, network {network:.1f}): saved to {out}"
    )
