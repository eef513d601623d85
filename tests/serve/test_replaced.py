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


def test_those_who_listen_are_told_that_the_stream_is_gone(live: Path, tmp_path: Path) -> None:
    """And nothing of it is told any more, neither tables nor what the model knows."""
    folder = Path(shutil.copytree(live, tmp_path / "news.live"))
    with running(folder) as server, Client(server.url) as client:
        events = client.events()
        assert next(events)["documents"] == 1500
        folder.rename(tmp_path / "elsewhere")
        told = next(events)
        assert (told["documents"], told["arrived"], told["topics"]) == (0, None, None)
        for path in ("topics", "texts", "digest", "about", "health"):
            answer = server.ask("GET", f"/v1/{path}")
            assert answer.status == 503
            assert "is gone: the folder was deleted or moved" in answer.error["found"]
            assert "put it back" in answer.error["action"]
        assert server.get("moments") == {"moments": []}
        eventually(lambda: server.ask("POST", "/v1/assign", {"text": "goal"}).status == 503)
        (tmp_path / "elsewhere").rename(folder)
        back = next(one for one in events if one["documents"])
        assert back["documents"] == 1500
        eventually(lambda: server.ask("POST", "/v1/assign", {"text": "goal"}).status == 200)
        events.close()
