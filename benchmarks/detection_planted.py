"""Planted births, bursts, drifts and deaths: titles of StackOverflow, whose tags are the truth."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import mean, median
from typing import Any

import corpora
import numpy as np
from detection_streams import BEGIN, DAY, HOUR
from report import Section
from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

from biterms import LDA, Record, TopicModel, load
from biterms.streams import JsonLinesSink, Texts, alarms, follow

FILE = "stackoverflow/stackoverflow_titles.jsonl.gz"
#: titles an hour, days, and days of a window
RATE, DAYS, WINDOW = 60, 10.0, 1.0
#: days when tags are born, die, burst (for half a day, six times as many) and give way to another
BORN = {"svn": 4.0, "matlab": 5.5, "magento": 7.0, "cocoa": 8.0}
DIED = {"sharepoint": 5.0, "drupal": 6.5}
BURSTS = {"excel": 4.5, "haskell": 6.0, "wordpress": 7.5}
DRIFT = ("apache", "linq", 3.0, 8.0)
LASTS, TIMES = 0.5, 6.0


def share(tag: str, day: float) -> float:
    """How frequent a tag is on a day, by the usual one."""
    if tag in BORN:
        return float(day >= BORN[tag])
    if tag in DIED:
        return float(day < DIED[tag])
    if tag in BURSTS:
        return TIMES if 0 <= day - BURSTS[tag] < LASTS else 1.0
    if tag in DRIFT[:2]:
        part = float(np.clip((day - DRIFT[2]) / (DRIFT[3] - DRIFT[2]), 0, 1))
        return 1 - part if tag == DRIFT[0] else part
    return 1.0


def stream(seed: int) -> tuple[list[Record], list[str]]:
    """Titles in the order of time, and their tags; each is used once while there are any."""
    random, texts = np.random.default_rng(seed), defaultdict[str, list[str]](list)
    for line in corpora.lines(FILE):
        one = json.loads(line)
        texts[one["label"]].append(one["text"])
    tags = sorted(texts)
    order = {tag: random.permutation(len(texts[tag])).tolist() for tag in tags}
    records, truth = [], []
    for i, when in enumerate(np.sort(random.uniform(0, DAYS, int(RATE * 24 * DAYS)))):
        weights = np.array([share(tag, when) for tag in tags])
        tag = tags[random.choice(len(tags), p=weights / weights.sum())]
        if not order[tag]:
            order[tag] = random.permutation(len(texts[tag])).tolist()
        text = texts[tag][order[tag].pop()]
        records.append(Record(text, str(i), f"{BEGIN + when * DAY:.3f}", None))
        truth.append(tag)
    return records, truth


def measure(*, quick: bool) -> Section:
    """Births and bursts found, false alarms, and how topics and tags agree by day."""
    found = [one(seed) for seed in range(1 if quick else 3)]
    rows = [
        [str(seed), *(str(each[name]) for name in ("births", "bursts")), f"{each['delay']:.1f}",
         f"{each['false']:.2f}", str(each["repeats"]), f"{mean(each['ami']):.3f}",
         f"{mean(each['ari']):.3f}", f"{each['stability']:.3f}"]
        for seed, each in enumerate(found)
    ]  # fmt: skip
    head = ["seed", "births", "bursts", "delay h", "false / day", "repeats", "AMI", "ARI", "stable"]
    note = (
        f"{int(RATE * 24 * DAYS):,} titles in {DAYS:g} days, 20 tags, K = 30; {len(BORN)} are "
        "born, "
        f"{len(DIED)} die, {len(BURSTS)} burst, one gives way to another; AMI and ARI: mean over "
        "days; stable: cosine of the words of topics at the middle and the end, by id"
    )
    return Section("planted stories", head, rows, [], [note], {"runs": found})


def one(seed: int) -> dict[str, Any]:
    """A stream: its alarms and its topics."""
    records, truth = stream(seed)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        live, file = Path(folder) / "live", Path(folder) / "topics.jsonl"
        model = TopicModel(LDA(30, random_state=seed, n_threads=1))
        cuts: dict[str, Any] = {"every": 100, "most": 100, "within": None}
        half = len(records) // 2
        follow(Texts(records[:half], "a"), live, model, sinks=JsonLinesSink(file), **cuts)
        middle = _words(live)
        follow(Texts(records[half:], "b"), live, sinks=JsonLinesSink(file), **cuts)
        told, end = alarms(live), _words(live)
        topics = [json.loads(line)["topic"] for line in file.read_text("utf8").splitlines()]
    common = [np.dot(middle[k], end[k][: len(middle[k])]) for k in middle.keys() & end.keys()]
    agreement = [_agreement(records, truth, topics, day) for day in range(2, int(DAYS))]
    return _alarmed(told, truth) | {
        "ami": [ami for ami, _ in agreement],
        "ari": [ari for _, ari in agreement],
        "stability": float(np.mean(common)),
    }


def _words(folder: Path) -> dict[int, np.ndarray]:
    model = load(folder)
    beta = np.asarray(model.model_.topics_)
    unit = beta / np.linalg.norm(beta, axis=1, keepdims=True)
    return dict(enumerate(unit))


def _agreement(
    records: list[Record], truth: list[str], topics: list[int | None], day: int
) -> tuple[float, float]:
    """AMI and ARI of one day."""
    own = [
        (tag, topic)
        for record, tag, topic in zip(records, truth, topics, strict=True)
        if day <= (float(record.time or 0) - BEGIN) / DAY < day + WINDOW and topic is not None
    ]
    tags, found = zip(*own, strict=True)
    return (
        float(adjusted_mutual_info_score(tags, found)),
        float(adjusted_rand_score(tags, found)),
    )


def _alarmed(told: list[Any], truth: list[str]) -> dict[str, Any]:
    """What alarms are about: the tag of most of their texts, if it was born or burst then."""
    due = BORN | BURSTS | {DRIFT[1]: DRIFT[2]}
    delays, false, repeats, kinds = dict[str, float](), 0, 0, dict[str, str]()
    for alarm in told:
        tags = [truth[int(text["id"])] for text in alarm.texts]
        tag = max(set(tags), key=tags.count)
        day = (alarm.time - BEGIN) / DAY
        lasts = 1.0 if tag in BURSTS else 3.0
        if tag not in due or not 0 <= day - due[tag] < lasts or 2 * tags.count(tag) <= len(tags):
            false += 1
        elif tag in delays:
            repeats += 1
        else:
            delays[tag], kinds[tag] = (day - due[tag]) * DAY / HOUR, alarm.kind
    return {
        "births": f"{len(delays.keys() & BORN.keys())} of {len(BORN)}",
        "bursts": f"{len(delays.keys() & BURSTS.keys())} of {len(BURSTS)}",
        "delay": median(delays.values()) if delays else float("nan"),
        "false": false / DAYS,
        "repeats": repeats,
        "delays": delays,
        "kinds": kinds,
    }
