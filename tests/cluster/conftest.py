"""Two worker processes on this machine, which all tests of the room share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from biterms import sample_headlines
from tests.cli.conftest import environment, run  # noqa: F401 (fixtures)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "client" in getattr(item, "fixturenames", ()):  # one process starts the workers
            item.add_marker(pytest.mark.xdist_group("cluster"))


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """A client of a cluster of two processes; it listens on loopback only."""
    from distributed import Client, LocalCluster

    settings: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **settings) as cluster,
        Client(cluster, set_as_default=False) as connected,
    ):
        yield connected


@pytest.fixture(scope="session")
def alone() -> Iterator[Any]:
    """A client of one worker, a thread of this process."""
    from distributed import Client, LocalCluster

    settings: dict[str, Any] = {"processes": False, "dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, **settings) as cluster,
        Client(cluster, set_as_default=False) as connected,
    ):
        yield connected


@pytest.fixture(scope="session")
def headlines() -> list[str]:
    """Short texts."""
    return [record.text for record in sample_headlines()[:6000]]


@pytest.fixture(scope="session")
def news(headlines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in a file, one on each line."""
    path = tmp_path_factory.mktemp("news") / "news.txt"
    path.write_text("".join(f"{text}\n" for text in headlines), encoding="utf-8")
    return path
