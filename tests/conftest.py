"""What all tests share: where the data is, reproducible hypothesis, and an account of the skips."""

from __future__ import annotations

import gc
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.examples import TIMES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
AGREED_SKIPS = ("no data folder", "no browser", "no Java", "no Node", "no Redis server")
CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)

settings.register_profile(
    "suite", max_examples=25 * TIMES, derandomize=True, deadline=None, database=None
)
settings.load_profile("suite")

# Collecting the tests makes a million objects that stay. Looking for rubbish among them again and
# again takes a quarter of the time of collecting, so it begins when they are all there.
gc.disable()


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder with the real corpora; a test that asks for it skips where there is none."""
    folder = Path(os.environ.get("BITERMS_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no data folder: {folder} is not there; BITERMS_DATA names another one")
    return folder


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture
def duck() -> Iterator[DuckDBPyConnection]:
    """A database of DuckDB in memory.

    It is imported here: frozen with the tests it would complain at the end that it was not freed.
    """
    import duckdb

    with duckdb.connect() as database:
        yield database


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless browser; a test that asks for it skips where there is none."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no browser: chromium is not on the PATH")
    from playwright.sync_api import expect, sync_playwright

    # A condition may take long on a busy machine; a test waits for it, never for a time.
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM))
        yield browser
        browser.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--strict-skips",
        action="store_true",
        default=bool(os.environ.get("CI")),
        help="fail when a test was skipped for a reason that was not agreed (default with CI set)",
    )


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        used = getattr(item, "fixturenames", ())
        if "data_dir" in used:
            item.add_marker(pytest.mark.data)
        if "chromium" in used:  # one process starts the browser, not each
            item.add_marker(pytest.mark.xdist_group("browser"))


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    strict = session.config.getoption("--strict-skips")
    if strict and session.exitstatus == pytest.ExitCode.OK and any(other_skips(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    counts = Counter(agreed(reason) for _, reason in skips(config))
    line = ", ".join(f"{reason} {counts[reason]}" for reason in AGREED_SKIPS)
    terminalreporter.write_sep("-", f"skipped: {line}")
    for test, reason in other_skips(config):
        terminalreporter.write_line(f"skipped for another reason: {test}: {reason}", red=True)


def skips(config: pytest.Config) -> list[tuple[str, str]]:
    """Each skipped test, or module, with its reason."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    # a module skipped as a whole is reported by each process that collects it
    return sorted({(report.nodeid, reason_of(report)) for report in reports})


def other_skips(config: pytest.Config) -> Iterator[tuple[str, str]]:
    return ((test, reason) for test, reason in skips(config) if agreed(reason) is None)


def agreed(reason: str) -> str | None:
    return next((known for known in AGREED_SKIPS if reason.startswith(known)), None)


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    where = report.longrepr
    text = where[2] if isinstance(where, tuple) else str(where)
    return text.removeprefix("Skipped: ")
