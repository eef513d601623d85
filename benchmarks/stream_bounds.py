"""Whether a stream stays as it is: memory, time of its texts, and its way back after a kill.

A section of `stream.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import fmean, median

from report import Section
from timing import Ratio

#: words at most
WORDS = 20_000
#: over the first fifth: memory of all, and time of a text in the last fifth; seconds after a kill
MEMORY, TIME, BACK = 1.15, 1.2, 3.0
PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from endurance_run import watched
from biterms import Vectoriser
path, folder, topics, every, words = *map(Path, sys.argv[2:4]), *map(int, sys.argv[4:])
watched(path, folder, topics, every, Vectoriser(max_words=words, prune=True))
"""


def bounds(path: Path, place: Path, topics: int, texts: int, back: list[float]) -> Section:
    """Follow a file with `--max-words` and `--prune`, and look at each tenth of it.

    Parameters
    ----------
    path : Path
        The texts.
    place : Path
        Where the live models are made.
    topics, texts : int
        Number of topics, and of texts.
    back : list of float
        Seconds after which a stream that was killed went on, one for each round.
    """
    rounds = [followed(path, place / f"bounded-{i}", topics, texts) for i in range(len(back))]
    ratios = [
        Ratio("memory, all / first fifth", [memory(marks) for marks in rounds], MEMORY, False),
        Ratio("time of a text, last / first fifth", [*map(slower, rounds)], TIME, False),
        Ratio("seconds back after a kill", back, BACK, False),
    ]
    rows = [
        [
            f"{tenth[0]['documents']:,}",
            f"{median(mark['microseconds'] for mark in tenth):.1f}",
            f"{median(mark['mb'] for mark in tenth):.0f}",
            f"{tenth[0]['words']:,}",
            f"{tenth[0]['remembered']:,}",
        ]
        for tenth in zip(*rounds, strict=True)
    ]
    head = ["texts", "µs per text", "peak MB", "words", "remembered"]
    note = (
        f"--max-words {WORDS} --prune; medians of {len(back)} runs; µs per text: median over cuts "
        "of CPU time"
    )
    return Section("what stays as it is", head, rows, ratios, [note], {"marks": rounds})


def followed(path: Path, folder: Path, topics: int, texts: int) -> list[dict[str, float]]:
    """What was seen at each tenth of the texts."""
    folder.mkdir()
    here = str(Path(__file__).parent)
    numbers = map(str, (topics, texts // 10, WORDS))
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, here, str(path), str(folder)]
    subprocess.run([*command, *numbers], stderr=subprocess.DEVNULL, check=True)
    lines = (folder / "marks.jsonl").read_text(encoding="utf8").splitlines()
    return [*map(json.loads, lines)]


def memory(marks: list[dict[str, float]]) -> float:
    """The peak of all over that of the first fifth."""
    return max(mark["mb"] for mark in marks) / max(mark["mb"] for mark in marks[: fifth(marks)])


def slower(marks: list[dict[str, float]]) -> float:
    """The time of a text in the last fifth over that in the first."""
    first, last = marks[: fifth(marks)], marks[-fifth(marks) :]
    return fmean(m["microseconds"] for m in last) / fmean(m["microseconds"] for m in first)


def fifth(marks: list[dict[str, float]]) -> int:
    """How many marks a fifth has."""
    return max(1, len(marks) // 5)
