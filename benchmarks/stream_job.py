"""One library, one setting, one stream: texts per second, LPP and AMI before it learns."""

from __future__ import annotations

import importlib
import io
import json
import tempfile
import time
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from follower import Follower, words_of

#: texts between two looks, and how many of the next ones are scored
PIECE, SCORED = 1000, 200
#: the words of so many texts are fixed, for those whose words cannot grow
FIXED = 10_000
#: texts of a window that AMI is taken over
WINDOW = 2000


class Job(NamedTuple):
    """What is done in a process of its own; ``limit`` is of CPU seconds."""

    kind: str
    setting: dict[str, Any]
    path: Path
    texts: int
    topics: int
    limit: float


class Found(NamedTuple):
    """What came of it: scores are (texts learnt before, score, share of unknown words)."""

    texts: int
    seconds: float
    scores: list[tuple[int, float, float]]


def read(job: Job) -> tuple[list[str], list[str]]:
    """Texts and labels of the stream."""
    with job.path.open(encoding="utf8") as file:
        every = [json.loads(line) for _, line in zip(range(job.texts), file, strict=False)]
    return [one["text"] for one in every], [one["label"] for one in every]


def made(job: Job, fixed: Any, documents: int) -> Follower:
    """The library; what it says is not heard."""
    module, name = job.kind.split(".")
    kind = getattr(importlib.import_module(module), name)
    return kind(fixed, job.topics, documents, **job.setting)


def predicted(job: Job) -> Found:
    """Scores of the next words, at each piece of the first ten and then at each fifth."""
    warnings.simplefilter("ignore")
    texts, _ = read(job)
    fixed = words_of(texts[:FIXED])
    follower, seconds, scores = made(job, fixed, len(texts)), 0.0, []
    cut = fixed.build_analyzer()
    for at in range(0, len(texts), PIECE):
        if due(at):
            scores.append((at, *scored(follower, cut, texts[at : at + SCORED])))
        done, more = learnt(follower, texts[at : at + PIECE], job.limit - seconds)
        seconds += more
        if seconds > job.limit:
            return Found(at + done, seconds, scores)
    return Found(len(texts), seconds, scores)


def due(at: int) -> bool:
    """Whether the next texts are scored."""
    return 0 < at and (at <= FIXED or at % (5 * PIECE) == 0)


def scored(follower: Follower, cut: Any, texts: list[str]) -> tuple[float, float]:
    """LPP of texts, and the share of their words that it does not know."""
    words = [word for text in texts for word in cut(text)]
    unknown = 1 - float(np.mean(follower.known(words)))
    return follower.lpp(texts) if follower.predicts else np.nan, unknown


def learnt(follower: Follower, texts: list[str], limit: float) -> tuple[int, float]:
    """How many texts were learnt from, and the seconds of CPU."""
    begin, done = time.process_time(), 0
    with redirect_stdout(io.StringIO()):
        for at in range(0, len(texts), follower.piece):
            follower.learn(texts[at : at + follower.piece])
            done = min(at + follower.piece, len(texts))
            if time.process_time() - begin > limit:
                break
    return done, time.process_time() - begin


def followed(job: Job) -> Found:
    """The same through all of `biterms.streams.follow`: journal, timeline and snapshots."""
    from biterms.streams import Texts, follow

    texts, _ = read(job)
    fixed = words_of(texts[:FIXED])
    follower, cut = made(job, fixed, len(texts)), fixed.build_analyzer()
    scores, aside = list[tuple[int, float, float]](), 0.0

    def look(seen: Any) -> None:
        nonlocal aside
        begin, follower.model = time.process_time(), seen.model  # type: ignore[attr-defined]
        if due(seen.documents) and seen.documents < len(texts):
            some = texts[seen.documents : seen.documents + SCORED]
            scores.append((seen.documents, *scored(follower, cut, some)))
        aside += time.process_time() - begin

    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        begin, new = time.process_time(), follower.model  # type: ignore[attr-defined]
        follow(Texts(texts), folder, new, within=None, most=PIECE, progress=look)
        seconds = time.process_time() - begin - aside
    return Found(len(texts), seconds, scores)


def clustered(job: Job) -> Found:
    """AMI of each window but the first: the clusters of texts before they are learnt from."""
    from sklearn.metrics import adjusted_mutual_info_score

    warnings.simplefilter("ignore")
    texts, labels = read(job)
    follower, seconds = made(job, words_of(texts[:WINDOW]), len(texts)), 0.0
    size, found, scores = min(PIECE // 2, follower.piece), list[Any](), []
    for at in range(0, len(texts), size):
        piece, begin = texts[at : at + size], time.process_time()
        found.extend(follower.clusters(piece) if at >= WINDOW else [-1] * len(piece))
        aside = time.process_time() - begin
        seconds += learnt(follower, piece, np.inf)[1] + aside
        if len(found) % WINDOW == 0 and at >= WINDOW:
            window = slice(len(found) - WINDOW, len(found))
            ami = adjusted_mutual_info_score(labels[window], found[window])
            scores.append((len(found), float(ami), float(np.mean(np.array(found[window]) == -1))))
        if seconds > job.limit:
            break
    return Found(len(found), seconds, scores)
