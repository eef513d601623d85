"""A process that follows a file and is killed at any moment goes on as if nothing had happened."""

from __future__ import annotations

import json
import multiprocessing
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from biterms.store import JOURNAL
from tests.streams.models import TEXTS, assert_same, loaded
from tests.streams.sources.killed import learn

KILLS = 10


def test_ten_kills_change_nothing(tmp_path: Path) -> None:
    path, live = tmp_path / "a.jsonl", tmp_path / "live"
    lines = [json.dumps({"text": text}) for text in TEXTS]
    lines[100:100] = ["{broken", '{"text": ""}']
    path.write_text("\n".join(lines))
    expected = learn(path, tmp_path / "straight")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.streams.sources.killed"])
    chance, steps = random.Random(0), [0]
    for _ in range(KILLS):
        process = context.Process(target=learn, args=(path, live, 0.02))
        process.start()
        began = time.monotonic()
        while process.is_alive() and step(live) <= steps[-1] and time.monotonic() < began + 20:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.03))
        process.kill()
        process.join()
        process.close()
        steps.append(step(live))
    assert len({*steps}) > KILLS // 2, "they were killed before they had learnt anything"
    assert_same(learn(path, live), expected)
    assert_same(loaded(live), expected)
    assert asked(live, "SELECT position, data FROM dead") == [(f"{path}:101", "{broken")]


def step(folder: Path) -> int:
    """The last cut that was recorded."""
    try:
        return int(asked(folder, "SELECT coalesce(max(step), 0) FROM cut")[0][0])
    except sqlite3.OperationalError:  # there is none yet
        return 0


def asked(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """What the journal says."""
    with closing(sqlite3.connect(f"file:{folder / JOURNAL}?mode=ro", uri=True)) as journal:
        return journal.execute(query).fetchall()
