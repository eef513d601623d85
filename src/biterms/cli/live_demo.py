"""`biterms demo --live`: a year of news as a stream, and the page to watch it on."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import typer

from biterms.cli.following import Following
from biterms.cli.interrupt import INTERRUPTED
from biterms.cli.serving import check_serving, served
from biterms.cli.terminal import say
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.cli.replay import Replay

#: seconds of the texts that are learnt at once, so that there is something to see
HEAD = 28 * 86_400.0
#: how long texts are kept; there is a state for each eighth of it
RETAIN = "8min"
#: seconds between two looks at whether to end
LOOK = 0.2


class LiveDemo(NamedTuple):
    """What is replayed, how, and where to.

    Parameters
    ----------
    topics, seed : int
        Those of the model.
    speed : str
        The time of the texts that passes in a second.
    folder : Path or None
        The live model; None is a folder that is removed at the end.
    port : int
        Where the page is.
    quiet : bool
        Whether to show no progress.
    """

    topics: int
    seed: int
    speed: str
    folder: Path | None
    port: int
    quiet: bool


def live_demo(asked: LiveDemo) -> None:
    """Replay the headlines until Ctrl-C.

    Parameters
    ----------
    asked : LiveDemo
        What is replayed, and how.

    Raises
    ------
    SettingError
        If the speed is no span of time, or the port is taken.
    """
    from biterms import LDA, TopicModel
    from biterms.streams import follow

    replay = _replay(asked.speed)
    check_serving(asked.port)
    following = Following(quiet=asked.quiet)
    model = TopicModel(LDA(asked.topics, random_state=asked.seed))
    with (
        _folder(asked.folder) as folder,
        served(folder, asked.port, quiet=False),
        following.stoppable(),
    ):
        stopping = following.stopping
        follow(replay, folder, model, retain=RETAIN, progress=following, stopping=stopping)
        if not following.stopping():
            say("the year is over; the page stays until Ctrl-C")
        while not following.stopping():
            time.sleep(LOOK)
    if following.signalled == signal.SIGINT:
        raise typer.Exit(INTERRUPTED)


def _replay(speed: str) -> Replay:
    from biterms import sample_headlines
    from biterms.cli.replay import Replay
    from biterms.learning.span import span_seconds

    try:
        seconds = span_seconds(speed)
    except ValueError as error:
        raise SettingError(f"--speed {speed!r:.40}: {error}") from None
    corpus = sample_headlines()
    say(
        f"{len(corpus):,} headlines of ABC News (Australia), {corpus[0].time} to "
        f"{corpus[-1].time}: {speed} of them in a second, the first four weeks at once"
    )
    return Replay(corpus, seconds, HEAD)


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    if named is not None:
        yield named
        return
    with TemporaryDirectory(prefix="biterms-") as folder:
        yield Path(folder) / "news.live"
