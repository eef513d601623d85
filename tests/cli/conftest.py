"""The installed command, files for it, and a model that it has made."""

from __future__ import annotations

import csv
import gzip
import json
import os
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.topics.newsroom import news

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
N = 400


@pytest.fixture(scope="session")
def script() -> Path:
    """The console script of the environment that runs the tests."""
    path = Path(sysconfig.get_path("scripts")) / "biterms"
    assert path.exists(), "install the package: `make test` does"
    return path


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """No terminal, no colours asked for, one width."""
    unwanted = ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "GITHUB_ACTIONS", "TERM", "PYTHONIOENCODING")
    return {name: value for name, value in os.environ.items() if name not in unwanted}


@pytest.fixture(scope="session")
def run(script: Path, environment: dict[str, str]) -> Run:
    """Runs the command; `cwd`, `input` and other names of the environment by keyword."""

    def run(*arguments: Any, cwd: Path, input: str = "", **more: str) -> Done:  # noqa: A002
        return subprocess.run(
            [script, *map(str, arguments)],
            cwd=cwd,
            input=input,
            env=environment | more,
            capture_output=True,
            encoding="utf8",
            timeout=60,
        )

    return run


@pytest.fixture(scope="session")
def rows() -> list[dict[str, str]]:
    """What is in each of the files."""
    texts, labels = news(N)
    return [
        {"key": f"k{i}", "title": text, "day": f"2024-{1 + i % 12:02}-01", "section": label}
        for i, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]


@pytest.fixture(scope="session")
def files(rows: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the same texts in all formats; must not be changed."""
    folder = tmp_path_factory.mktemp("files")
    lines = "".join(f"{row['title']}\n" for row in rows)
    (folder / "news.txt").write_text(lines)
    (folder / "first.txt").write_text("".join(f"{row['title']}\n" for row in rows[:150]))
    (folder / "rest.txt").write_text("".join(f"{row['title']}\n" for row in rows[150:]))
    for name, mark in [("news.csv", ","), ("news.tsv", "\t")]:
        with (folder / name).open("w", newline="") as file:
            table = csv.DictWriter(file, [*rows[0]], delimiter=mark)
            table.writeheader()
            table.writerows(rows)
    (folder / "news.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pq.write_table(pa.Table.from_pylist(rows), folder / "news.parquet")
    with gzip.open(folder / "news.csv.gz", "wb") as packed:
        packed.write((folder / "news.csv").read_bytes())
    return folder


@pytest.fixture(scope="session")
def made(run: Run, files: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    """`fit` on the CSV, and the model, which must not be changed."""
    out = tmp_path_factory.mktemp("made") / "news.model"
    columns = ("--text", "title", "--id", "key", "--time", "day", "--label", "section")
    return run("fit", "news.csv", "-o", out, "-k", 3, *columns, cwd=files), out


@pytest.fixture(scope="session")
def model(made: tuple[Done, Path]) -> Path:
    done, out = made
    assert done.returncode == 0, done.stderr
    return out
