"""The page of tables tells every column of every table, and its queries work."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT
from tests.streams.models import undisturbed
from tests.streams.test_delivery import put_alarm

PAGE = ROOT / "docs" / "streams_tables.md"
TEXT = PAGE.read_text(encoding="utf8")
QUERIES = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
#: a table that has a page of its own
ELSEWHERE = {"alarm"}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "live"
    undisturbed(folder)
    put_alarm(folder, 1)
    return folder


def documented() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, body in re.findall(r"\| column of `(\w+)` .*\n\|[-|]+\n((?:\|.*\n)+)", TEXT):
        found[name] = re.findall(r"^\| `(\w+)`", body, re.MULTILINE)
    return found


def test_every_column_is_on_the_page(live: Path) -> None:
    with closing(sqlite3.connect(live / "stream.sqlite")) as db:
        asked = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        names = {name for (name,) in db.execute(asked) if not name.startswith("sqlite_")}
        expected = {
            name: {row[1] for row in db.execute(f"PRAGMA table_info({name})")}
            for name in names - ELSEWHERE
        }
    assert {name: {*columns} for name, columns in documented().items()} == expected


@pytest.mark.parametrize("query", QUERIES)
def test_the_queries_work(live: Path, query: str) -> None:
    with closing(sqlite3.connect(live / "stream.sqlite")) as db:
        found = db.execute(query).fetchall()
    if re.search(r"FROM (topic_period|topic_words|word_seen|typical|cut)", query):
        assert found
