"""Another stream takes the place of the one that is served: nothing of the old one is told."""

from __future__ import annotations

import shutil
from math import inf
from pathlib import Path
from typing import Any

import pytest

from biterms import LDA, TopicModel
from biterms.serve import Client
from biterms.streams import Texts, follow, replace
from tests.serve.running import Running, eventually, running

FEW = ["ferry sails harbour tide", "tram stops street line", "ferry tide wind"] * 40
KEYS = ("id", "label", "words", "documents", "total")


def told(server: Running) -> list[Any]:
    rows = server.get("topics?window=all&hidden=true")["topics"]
    return [[row[key] for key in KEYS] for row in rows]


def few(folder: Path) -> None:
    """A stream with fewer topics than the other."""
    follow(Texts(FEW), folder, TopicModel(LDA(2, random_state=0)))


@pytest.mark.parametrize("how", ["deleted", "linked"])
def test_nothing_is_left_of_another_stream(live: Path, tmp_path: Path, how: str) -> None:
    old, new, served = (tmp_path / name for name in ("old", "new", "served"))
    shutil.copytree(live, old)
    served.symlink_to(old)
    with running(served) as server, Client(server.url) as client:
        before, events = told(server), client.events()
        assert next(events)["documents"] == 1500
        if how == "deleted":
            shutil.rmtree(old)
            eventually(lambda: server.ask("GET", "/v1/topics").status == 503)
            few(old)
        else:
            few(new)
            replace(served, new, behind=inf)
        eventually(lambda: server.get("health")["documents"] == len(FEW))
        eventually(lambda: server.get("about")["snapshot"] == server.get("about")["step"])
        first = next(events)  # it may have been seen before it had texts
        assert first["topics"] is None  # ask for everything again
        assert first["documents"] in (0, len(FEW))
        with running(served) as other:
            eventually(lambda: told(server) == told(other))
        assert len(told(server)) == 2 < len(before)
