"""Ctrl-C in `fit --memory`: what is promised is kept, and no temporary file stays."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import LDA, MemoryBudget, TopicModel, load
from biterms.cli.interrupt import Interrupted
from biterms.cli.learning import Learning, learn
from biterms.cli.source import TextFiles
from biterms.store import budget as budgets
from biterms.topics.top_counts import TopCounts
from tests.cli.conftest import Run
from tests.cli.test_interrupt import feeding, started
from tests.cli.test_memory_budget import arrays
from tests.open_files import LINUX
from tests.topics.newsroom import news


@pytest.fixture(autouse=True)
def any_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of tests count as those on a disk, wherever they are."""
    monkeypatch.setattr(budgets, "_VOLATILE", set())


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def fit(command: list[str], temporary: Path, tmp_path: Path) -> list[str]:
    """A command that learns until it is interrupted."""
    draw = np.random.default_rng(0).integers(99, size=40_000)
    lines = "".join(f"late goal {n} wins match {n}\n" for n in draw)
    (tmp_path / "many.txt").write_text(lines)
    budget = ["--memory", "1G", "--temp-dir", str(temporary)]
    return [*command, "fit", "many.txt", "-o", "model", "-k", "3", "--passes", "100000", *budget]


def test_what_had_been_learnt_is_saved_and_goes_on(
    fit: list[str], environment: dict[str, str], temporary: Path, tmp_path: Path, run: Run
) -> None:
    with started(fit, environment, tmp_path) as terminal:
        terminal.wait_for("learning: ")
        if LINUX:
            assert _files_in(terminal.process.pid, temporary), "nothing was on disk"
        assert terminal.interrupt() == 130
        assert "stopping; press Ctrl-C again to stop at once and save nothing" in terminal.text
        assert "stopped by Ctrl-C: what had been learnt is saved" in terminal.text
        assert "Traceback" not in terminal.text
    assert not [*temporary.iterdir()]
    assert {path.name for path in tmp_path.iterdir()} == {"many.txt", "model", "temporary"}
    made = load(tmp_path / "model").info()
    assert (made["stopped"], made["passes_asked"]) == (True, 100_000)
    assert made["passes"] < 100_000
    done = run("update", "model", "many.txt", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert load(tmp_path / "model").info()["n_docs"] > made["n_docs"]


def test_while_reading_the_model_before_stays(
    fit: list[str], environment: dict[str, str], temporary: Path, tmp_path: Path
) -> None:
    before = TopicModel(LDA(3, random_state=0)).fit(news(400)[0])
    before.save(tmp_path / "model")
    saved = arrays(tmp_path / "model")
    piped = ["-" if word == "many.txt" else word for word in fit]
    with started(piped, environment, tmp_path) as terminal:
        with feeding(terminal.process.stdin):
            terminal.wait_for("reading: ")
        assert terminal.interrupt() == 130
        assert "interrupted: nothing was saved" in terminal.text
        assert "Traceback" not in terminal.text
    assert not [*temporary.iterdir()]
    assert arrays(tmp_path / "model") == saved


def test_the_second_time_is_at_once_also_while_words_are_counted(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time ends learning; then the pairs of the top words are counted."""
    counted: list[int] = []
    texts = tmp_path / "news.txt"
    texts.write_text("".join(f"{text}\n" for text in news(400)[0]))
    told = Learning.__call__

    def first(self: Learning, *given: Any, **more: Any) -> None:
        told(self, *given, **more)
        if not self.stopped:
            signal.raise_signal(signal.SIGINT)

    def second(self: TopCounts, documents: Any, *_: Any) -> TopCounts:
        counted.append(len(documents))
        signal.raise_signal(signal.SIGINT)
        counted.append(0)
        return self

    monkeypatch.setattr(Learning, "__call__", first)
    monkeypatch.setattr(TopCounts, "after", second)
    model, out = TopicModel(LDA(3, random_state=0)), tmp_path / "model"
    source = TextFiles([str(texts)])
    with pytest.raises(Interrupted, match="nothing was saved"):
        learn(
            *(model, source, out),
            stream=False,
            quiet=True,
            memory=MemoryBudget("1G", temporary),
        )
    assert counted == [400]
    assert not out.exists()
    assert not [*temporary.iterdir()]


def _files_in(pid: int, folder: Path) -> bool:
    links = [each.readlink() for each in Path(f"/proc/{pid}/fd").iterdir() if each.is_symlink()]
    maps = Path(f"/proc/{pid}/maps").read_text()
    return str(folder) in maps or any(str(each).startswith(str(folder)) for each in links)
