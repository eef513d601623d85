"""Commands run in this process, the command as a process, files for it, and a model."""

from __future__ import annotations

import csv
import gzip
import json
import os
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import biterms
from biterms.cli import app
from tests.topics.newsroom import news

N = 400


class Done(NamedTuple):
    """What a command has written, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]


@pytest.fixture(scope="session")
def command() -> list[str]:
    """The installed command, or its module where the package is not installed."""
    installed = Path(sysconfig.get_path("scripts")) / "biterms"
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "biterms.cli"]


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """No terminal, no colours asked for, and the package that the tests import."""
    unwanted = ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "GITHUB_ACTIONS", "TERM", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return kept | {"PYTHONPATH": str(Path(biterms.__file__).parents[1])}


@pytest.fixture(scope="session")
def run(environment: dict[str, str]) -> Run:
    """Run a command in this process; `cwd`, `input` and names of the environment by keyword."""

    def run(*arguments: Any, cwd: Path, input: str = "", **more: str) -> Done:  # noqa: A002
        out, err = (TextIOWrapper(BytesIO(), more.pop("encoding", "utf8")) for _ in range(2))
        with (
            chdir(cwd),
            patch.dict(os.environ, {"COLUMNS": "120"} | environment | more, clear=True),
            patch("sys.stdin", TextIOWrapper(BytesIO(input.encode()))),
            redirect_stdout(out),
            redirect_stderr(err),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("default")
            code = app.run([*map(str, arguments)])
        return Done(code, _written(out), _written(err))

    return run


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue().decode()


@pytest.fixture(scope="session")
def process(command: list[str], environment: dict[str, str]) -> Run:
    """Run a command as a process, with the same arguments as `run`."""

    def process(*arguments: Any, cwd: Path, input: str = "", **more: str) -> Done:  # noqa: A002
        done = subprocess.run(
            [*command, *map(str, arguments)],
            cwd=cwd,
            input=input,
            env=environment | more,
            capture_output=True,
            encoding="utf8",
            timeout=60,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return process


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
    (folder / "dead").symlink_to("nowhere")
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
