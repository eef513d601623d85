"""A live model that a real stream has written, and a server of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from biterms import Record
from biterms.streams import edit, follow
from tests.serve.running import Running, running
from tests.streams.chapters.planted import SUBJECTS, model, text
from tests.streams.clocks import BEGIN, Clock, Ticking

WORDS = [*SUBJECTS.values()]
#: texts, ten minutes apart; of the last day most are about food, and a story is told
N, APART, LAST = 1500, 600, 1500 - 144
NASTY = "<script>alert(1)</script> &amp; &#0; \x00\x1b[31m\u202e</title> goal team match rocket"


def records() -> list[Record]:
    """What the stream is about."""
    random, found = Random(3), []
    for i in range(N):
        words = WORDS[i % 4] if i < LAST or random.random() > 0.7 else WORDS[3]
        said = text(random, words)
        if i >= LAST and i % 3 == 0:
            said = f"volcano erupts ash cloud {random.choice(words)} {random.choice(words)}"
        found.append(Record(said, f"t{i}", str(BEGIN + i * APART), None))
    found[-1] = found[-1]._replace(text=NASTY)
    return found


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stream that has ended: topics, words, alarms, edits, and states to go back to."""
    folder = tmp_path_factory.mktemp("serve") / "news.live"
    with pytest.MonkeyPatch.context() as patch:
        source = Ticking(records(), Clock.patched(patch, apart=APART))
        follow(source, folder, model(seed=1), every=100, most=100, within=None, states="24h")
    edit(folder, "label", 0, "First & <b>best</b>", author="ann")
    edit(folder, "follow", 1)
    return folder


@pytest.fixture(scope="session")
def server(live: Path) -> Iterator[Running]:
    """The command with its defaults."""
    with running(live) as server:
        yield server
