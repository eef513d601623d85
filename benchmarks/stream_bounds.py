"""Whether a stream stays as it is: memory, time of its texts, and its way back after a kill.

A section of `stream.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import fmean

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


def bounds(path: Path, folder: Path, topics: int, texts: int, back: float) -> Section:
    """Follow a file with `--max-words` and `--prune`, and look at each tenth of it.

    Parameters
    ----------
    path : Path
        The texts.
    folder : Path
        Where the live model is made.
    topics, texts : int
        Number of topics, and of texts.
    back : float
        Seconds after which a stream that was killed went on.
    """
    folder.mkdir()
    here = str(Path(__file__).parent)
    numbers = map(str, (topics, texts // 10, WORDS))
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, here, str(path), str(folder)]
    subprocess.run([*command, *numbers], stderr=subprocess.DEVNULL, check=True)
    lines = (folder / "marks.jsonl").read_text(encoding="utf8").splitlines()
    marks = [*map(json.loads, lines)]
    fifth = max(1, len(marks) // 5)
    first, last = marks[:fifth], marks[-fifth:]
    memory = max(mark["mb"] for mark in marks) / max(mark["mb"] for mark in first)
    time = fmean(m["microseconds"] for m in last) / fmean(m["microseconds"] for m in first)
    ratios = [
        Ratio("memory, all / first fifth", [memory], MEMORY, at_least=False),
        Ratio("time of a text, last / first fifth", [time], TIME, at_least=False),
        Ratio("seconds back after a kill", [back], BACK, at_least=False),
    ]
    rows = [
        [
            f"{mark['documents']:,}",
            f"{mark['microseconds']:.1f}",
            f"{mark['mb']:.0f}",
            f"{mark['words']:,}",
            f"{mark['remembered']:,}",
        ]
        for mark in marks
    ]
    head = ["texts", "µs per text", "peak MB", "words", "remembered"]
    note = f"--max-words {WORDS} --prune; µs per text: median over cuts of CPU time"
    return Section("what stays as it is", head, rows, ratios, [note], {"marks": marks})
