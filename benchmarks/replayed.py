"""Congress tweets replayed without end: time goes on, and words get new spellings in its course."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zlib import crc32

import corpora
import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

FILE = "congress_tweets/congress_tweets.jsonl.gz"
WORD = re.compile(r"([A-Za-z]{4,})")
ENCODE = json.JSONEncoder(ensure_ascii=False).encode
#: words with the same first letters are renewed together, so that stems stay stems
FAMILY = 4
#: times that the tweets are replayed until all words have a new spelling
TURNOVER = 3.0
#: texts with the same spellings
PIECE = 10_000
#: seconds between two texts, and how much earlier or later than its place in the stream one may be
BETWEEN, LATE = 30.0, 3600.0
BEGIN = datetime(2017, 1, 1, tzinfo=UTC).timestamp()


class Spelling(dict[str, str]):
    """How words are written at a moment; each family of words changes once in some rounds.

    Parameters
    ----------
    at : float
        The moment: how many times the tweets have been replayed.
    turnover : float
        Rounds until all words have a new spelling.
    """

    def __init__(self, at: float, turnover: float = TURNOVER) -> None:
        super().__init__()
        self.changes = at / turnover

    def __missing__(self, word: str) -> str:
        lower = word.lower()
        share = crc32(lower[:FAMILY].encode()) / 2**32
        times = 0 if lower in ENGLISH_STOP_WORDS else int(self.changes + share)
        found = self[word] = f"{'zq' * min(times, 1)}{_letters(times)}{word}"
        return found


def _letters(number: int) -> str:
    """A number as letters; none for 0."""
    return "" if not number else _letters(number // 20) + "bcdfghjklmnpqrstvwxz"[number % 20]


def replayed(documents: int, seed: int = 0, turnover: float = TURNOVER) -> Iterator[str]:
    """Lines of JSON with a text, its id and its time, in about the order of time."""
    texts, random = corpora.texts(FILE), np.random.default_rng(seed)
    for begin in range(0, documents, PIECE):
        n, spelling = min(PIECE, documents - begin), Spelling(begin / len(texts), turnover)
        places = begin + np.arange(n)
        seconds = BEGIN + BETWEEN * places + random.uniform(-LATE, LATE, n)
        times = np.datetime_as_string(seconds.astype("datetime64[s]")).tolist()
        for place, time in zip(places.tolist(), times, strict=True):
            parts = WORD.split(texts[place % len(texts)])
            parts[1::2] = map(spelling.__getitem__, parts[1::2])
            yield f'{{"id":"{place}","text":{ENCODE("".join(parts))},"date":"{time}"}}'


def write(path: Path, documents: int, turnover: float = TURNOVER) -> None:
    """The stream as a file; complete when it has its name."""
    half = path.with_suffix(".part")
    with half.open("w", encoding="utf8") as file:
        file.writelines(f"{line}\n" for line in replayed(documents, turnover=turnover))
    half.rename(path)
