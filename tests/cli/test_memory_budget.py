"""`fit --memory`: the same model from files that are larger than memory."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms.store import budget as budgets
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def any_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of tests count as those on a disk, wherever they are."""
    monkeypatch.setattr(budgets, "_VOLATILE", set())


def arrays(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in sorted(folder.glob("*.safetensors"))]


def settings(folder: Path) -> Any:
    """`model.json` without times of day, and without names that are drawn."""
    kept = json.loads((folder / "model.json").read_text())
    del kept["sha256"]
    text = json.dumps(kept)
    for name in ("begun", "learnt"):
        text = text.replace(kept["settings"]["provenance"][name], name)
    lineage = kept["settings"]["model"]["state"]["posterior"]["lineage"]
    return text.replace(json.dumps(lineage), "lineage")


@pytest.mark.parametrize(
    "more", [(), ("--model", "hdp-b"), ("--biterms", 3), ("-k", "auto"), ("--phrases",)]
)
def test_the_files_are_the_same(run: Run, files: Path, tmp_path: Path, more: tuple[Any]) -> None:
    typed = ("fit", files / "news.csv", "-k", 4, "--text", "title", "--time", "day", *more)
    for out, memory in (("a", ()), ("b", ("--memory", "1G", "--temp-dir", tmp_path))):
        done = run(*typed, "-o", out, *memory, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert arrays(tmp_path / "a") == arrays(tmp_path / "b")
    assert settings(tmp_path / "a") == settings(tmp_path / "b")
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b"}


def test_standard_input_is_read_once(run: Run, files: Path, tmp_path: Path) -> None:
    texts = (files / "news.txt").read_text()
    done = run("fit", "-", "-o", "a", "-k", 3, "--memory", "1G", cwd=tmp_path, input=texts)
    assert done.returncode == 0, done.stderr
    assert run("fit", files / "news.txt", "-o", "b", "-k", 3, cwd=tmp_path).returncode == 0
    assert arrays(tmp_path / "a") == arrays(tmp_path / "b")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--memory", "7d"), "--memory 7d: expected a size, such as '512M' or '2G'"),
        (("--memory", "20000"), "--memory 20000: expected at least 160M"),
        (("--memory", "1G", "--stream"), "--stream reads texts once and holds few of them"),
        (("--temp-dir", "."), "--temp-dir: only --memory needs temporary files"),
        (("--memory", "1G", "--temp-dir", "none"), "none cannot hold temporary files"),
        (("--memory", "1G", "--model", "btm"), "BTM holds all biterms in memory"),
        (("--memory", "1G", "--learner", "batch"), "learns from all documents at once"),
        (
            ("--memory", "200M", "-k", 900_000),
            "--memory 200M: learning 900,000 topics of 36 words from 400 texts needs about",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    run: Run, files: Path, tmp_path: Path, typed: tuple[Any, ...], said: str
) -> None:
    done = run("fit", files / "news.txt", "-o", "m", "-k", 3, *typed, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_a_process_that_ends(
    command: list[str], environment: dict[str, str], tmp_path: Path, kill: signal.Signals
) -> None:
    """It waits for more texts when it is ended, and has temporary files by then."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    typed = ["fit", "-", "-o", "m", "-k", "3", "--memory", "1G", "--temp-dir", str(folder)]
    draw = np.random.default_rng(0)
    lines = "".join(f"late goal {n} wins match {n}\n" for n in draw.integers(99, size=45_000))
    with subprocess.Popen(
        [*command, *typed],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(lines)
        process.stdin.flush()
        assert _waited(process.pid, folder)
        process.send_signal(kill)
        process.wait(30)
    assert process.returncode != 0
    assert not [*folder.iterdir()]
    assert not (tmp_path / "m" / "model.json").exists()


def _waited(pid: int, folder: Path) -> bool:
    """Wait until a process has a file with numbers in a folder; where nobody can tell, a while."""
    files, end = Path(f"/proc/{pid}/fd"), time.monotonic() + 30
    if not files.exists():
        time.sleep(3)
        return True
    while time.monotonic() < end:
        for name in files.iterdir():
            try:
                if str(name.readlink()).startswith(str(folder)) and name.stat().st_size:
                    return True
            except FileNotFoundError:
                continue
        time.sleep(0.05)
    return False
