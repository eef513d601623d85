"""Streams with truth for `detection.py`: crises in a background of tweets, and planted stories.

The crises are split before anything is tuned: thresholds are fixed on `DEVELOPMENT`, results are
those of `REPORTED`. The background of the two has no text in common either.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

import corpora
import numpy as np

CONGRESS = "congress_tweets/congress_tweets.jsonl.gz"
CRISES = "crisislex_t26/crisislex_t26.jsonl.gz"
EVENTS = "crisislex_t26/crisislex_t26_events.json"
#: crises with 240 or more tweets in English, every third and then some for development
DEVELOPMENT = (
    "2012_Colorado_wildfires",
    "2012_Typhoon_Pablo",
    "2013_Brazil_nightclub_fire",
    "2013_West_Texas_explosion",
    "2013_Singapore_haze",
    "2013_Spain_train_crash",
    "2013_Australia_bushfire",
    "2013_Typhoon_Yolanda",
)
REPORTED = (
    "2012_Philipinnes_floods",
    "2013_Queensland_floods",
    "2013_Russia_meteor",
    "2013_Boston_bombings",
    "2013_Savar_building_collapse",
    "2013_Alberta_floods",
    "2013_Lac_Megantic_train_crash",
    "2013_Manila_floods",
    "2013_Colorado_floods",
    "2013_Bohol_earthquake",
    "2013_LA_airport_shootings",
    "2013_Glasgow_helicopter_crash",
    "2013_NY_train_crash",
)
HOUR, DAY = 3600.0, 86_400.0
#: background tweets an hour, what a crisis may have of them, how long it lasts, one begins each day
RATE, SHARE, LASTS, EVERY, FIRST, REST = 500, 0.02, 3 * DAY, DAY, 2 * DAY, 3 * DAY
BEGIN = 1_600_000_000 // int(DAY) * DAY
ENGLISH = re.compile(
    r"\b(?:the|of|and|to|in|is|for|on|at|this|that|with|from|by|was|are|be|has|have|it|as|an|we|you|"
    r"our|your|will|not|they|who|all|i|my|after)\b"
)


@dataclass(frozen=True)
class Stream:
    """Texts in the order of time; `truth` is the story of each, "" for the background."""

    texts: list[str]
    times: np.ndarray
    truth: np.ndarray

    @property
    def days(self) -> float:
        return float(self.times[-1] - self.times[0]) / DAY

    @property
    def begins(self) -> dict[str, float]:
        """When the first text of each story comes."""
        return {
            str(name): float(self.times[np.argmax(self.truth == name)])
            for name in np.unique(self.truth)
            if name
        }


class Hidden:
    """Takes mentions and the keywords with which the crises were collected out of texts."""

    def __init__(self, crises: tuple[str, ...]) -> None:
        events: list[dict[str, Any]] = json.loads((corpora.folder() / EVENTS).read_text("utf8"))
        known = {event["crisis"]: event["keywords"] for event in events}
        words = {word.strip("#").lower() for one in crises for word in known[one]}
        several = {part for word in words for part in (word, word.replace(" ", ""))}
        every = "|".join(map(re.escape, sorted(several, key=len, reverse=True)))
        self._keywords = re.compile(rf"#?\b(?:{every})\b", re.IGNORECASE)
        self._first = {word.split()[0] for word in several}

    def __call__(self, text: str) -> str:
        text = re.sub(r"@\w+", " ", text)
        if self._first.isdisjoint(re.findall(r"\w+", text.lower())):
            return text
        return self._keywords.sub(" ", text)


def cleaned(text: str, hidden: Hidden | None = None) -> str | None:
    """A tweet as those of Congress are; None if it is a retweet, too short or too long."""
    plain = html.unescape(html.unescape(text))
    if re.search(r"\bRT\b", plain):
        return None
    plain = re.sub(r"https?:?/*\S*|\S+…", " ", plain)
    if hidden is not None:
        plain = hidden(plain)
    plain = " ".join(plain.split())
    return plain if 15 <= len(plain) <= 140 else None


def english(text: str) -> bool:
    plain = re.sub(r"[@#]\w+", " ", text).lower()
    words = re.findall(r"[a-z']+", plain)
    return bool(words) and len(ENGLISH.findall(plain)) / len(words) >= 0.2


def background(part: int, n: int, order: str, hidden: Hidden | None) -> list[str]:
    """Tweets of one half of the years, in their order or shuffled."""
    every = corpora.lines(CONGRESS)
    half = range(part * len(every) // 2, (part + 1) * len(every) // 2)
    order_of = half if order == "natural" else np.random.default_rng(part).permutation(half)
    texts = (cleaned(json.loads(every[i])["text"], hidden) for i in order_of)
    return [*islice((text for text in texts if text is not None), n)]


def crisis(label: str, hidden: Hidden | None) -> Iterator[tuple[float, str]]:
    """Seconds since it began, and text, of its tweets in English; each text once.

    It begins with the first day that has ten of them, and ends three days later.
    """
    found, seen = [], set[str]()
    for line in corpora.lines(CRISES):
        one = json.loads(line)
        if one["label"] != label or not one["informativeness"].startswith("Related"):
            continue
        whole, text = cleaned(one["text"]), cleaned(one["text"], hidden)
        if whole is None or text is None or not english(whole) or text.lower() in seen:
            continue
        seen.add(text.lower())
        found.append((datetime.fromisoformat(one["time"]).timestamp(), text))
    times = np.array([time for time, _ in found])
    days = np.floor(times / DAY)
    first = times[np.argmax([np.sum(days == day) >= 10 for day in days])]
    return ((time - first, text) for time, text in found if 0 <= time - first < LASTS)


def crises(
    part: int, order: str = "shuffled", *, hide: bool = False, events: bool = True
) -> Stream:
    """Crises of one part, one after the other, in their background."""
    names = (DEVELOPMENT, REPORTED)[part]
    hidden = Hidden(DEVELOPMENT + REPORTED) if hide else None
    n = int((FIRST + EVERY * len(names) + REST) / HOUR * RATE)
    texts = background(part, n, order, hidden)
    random = np.random.default_rng(100 + part)
    rows = [
        (time, text, "")
        for time, text in zip(
            np.sort(random.uniform(0, n / RATE * HOUR, len(texts))), texts, strict=True
        )
    ]
    for i, name in enumerate(names if events else ()):
        begin, used = FIRST + EVERY * i + random.uniform(0, HOUR), dict[int, int]()
        for after, text in crisis(name, hidden):
            hour = int(after // HOUR)
            used[hour] = used.get(hour, 0) + 1
            if used[hour] <= SHARE * RATE:
                rows.append((begin + after, text, name))
    rows.sort(key=lambda row: row[0])
    times, kept, truth = zip(*rows, strict=True)
    return Stream(list(kept), BEGIN + np.array(times), np.array(truth))
