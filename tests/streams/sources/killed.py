"""A process that follows a file, to be killed."""

from __future__ import annotations

import time
from pathlib import Path

from biterms import TopicModel
from biterms.streams import Files, Progress, follow
from tests.streams.models import new


def learn(path: Path, folder: Path, seconds: float = 0.0) -> TopicModel:
    """Follow a file to its end, with a pause after each cut."""

    def pause(_: Progress) -> None:
        time.sleep(seconds)

    settings = {"every": 50, "within": None, "most": 100}
    return follow(Files(path), folder, new(), progress=pause, **settings)  # type: ignore[arg-type]
