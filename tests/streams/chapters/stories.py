"""A stream with a story in it that begins, lasts and is over."""

from __future__ import annotations

from random import Random
from zlib import crc32

from biterms import Record
from tests.topics.newsroom import news

BEGIN = 1_600_000_000
#: seconds between two texts, and the texts between which the story comes
PACE, FIRST, LAST = 60, 3000, 3400
STORY = (
    "volcano erupts near {}", "lava and ash: volcano above {}", "{} volcano, ash cloud grows",
    "people flee {} as lava flows", "ash cloud closes airport of {}",
)  # fmt: skip
PLACES = ("hekla", "reykjavik", "the village", "the coast", "vik", "selfoss")


def stream(n: int = 6000, *, story: bool = True, seed: int = 3) -> list[Record]:
    """News in no order, so that nothing happens, but for the story."""
    random, texts = Random(seed), news(n)[0]
    random.shuffle(texts)
    if story:
        for at in range(FIRST, LAST, 8):
            texts[at] = random.choice(STORY).format(random.choice(PLACES))
    return [Record(text, f"n{i}", str(BEGIN + PACE * i), None) for i, text in enumerate(texts)]


def renewed(n: int = 4000, *, first: int = 1500, apart: int = 10) -> list[Record]:
    """News whose words get new spellings, one after the other, until none is as it was."""
    random, texts = Random(3), news(n)[0]
    random.shuffle(texts)
    words = sorted({word for text in texts for word in text.split()}, key=_by_chance)
    turn = {word: first + apart * i for i, word in enumerate(words)}
    spelt = (
        " ".join("zq" * (i >= turn[word]) + word for word in text.split())
        for i, text in enumerate(texts)
    )
    return [Record(text, f"n{i}", str(BEGIN + PACE * i), None) for i, text in enumerate(spelt)]


def _by_chance(word: str) -> int:
    return crc32(word.encode())
