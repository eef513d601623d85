"""A program that learns from 200,000 texts under a hard limit of memory.

python limited.py FOLDER [disk]: writes the topics of the first words, or "not enough memory".
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from biterms import LDA, SVB, MemoryBudget, TopicModel, Vectoriser
from biterms.store import budget as budgets

#: what there may be beyond that of a model that has learnt from 1/10 of the texts
ROOM = 80 << 20
TEXTS, WORDS = 200_000, 32


def texts(n: int) -> Iterator[str]:
    draw = np.random.default_rng(0)
    syllables = [f"{a}{b}{c}ing" for a in "bcdfghklmnprstvw" for b in "aeiou" for c in "bcdfgklmn"]
    for _ in range(0, n, 10_000):
        yield from map(" ".join, np.array(syllables)[draw.integers(720, size=(10_000, WORDS))])


def learnt(n: int, memory: MemoryBudget | None) -> str:
    model = TopicModel(
        LDA(5, biterms=False, learner=SVB(), random_state=0, n_threads=1),
        text=Vectoriser(language=None, stop_words=None),
        keep=100,
    )
    return str(model.fit(texts(n), memory=memory).model_.components_[:, :3].tolist())


def main(folder: str, *disk: str) -> None:
    budgets._VOLATILE.clear()  # wherever the tests are, the folder counts as one on a disk
    budget = MemoryBudget("512M", folder) if disk else None
    learnt(TEXTS // 10, budget)
    if (status := Path("/proc/self/status")).exists():
        lines = status.read_text().splitlines()
        now = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData"))
        resource.setrlimit(resource.RLIMIT_DATA, (now + ROOM, now + ROOM))
    try:
        sys.stdout.write(learnt(TEXTS, budget))
    except MemoryError:
        sys.stdout.write("not enough memory")


if __name__ == "__main__":
    main(*sys.argv[1:])
