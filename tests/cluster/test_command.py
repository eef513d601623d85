"""biterms fit --cluster."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from biterms import load
from tests.cli.conftest import Run


def test_fit_on_a_cluster(run: Run, client: Any, news: Path, tmp_path: Path) -> None:
    address = client.scheduler.address
    done = run(
        "fit", "news.txt", "-k", "5", "-o", tmp_path / "out", "--cluster", address, cwd=news.parent
    )
    assert done.returncode == 0, done.stderr
    assert "several passes over all texts are not distributed" in done.stderr
    assert re.search(
        r"6,000 texts, [\d,]+ words, [\d.]+ s on 2 workers \(all together: text ", done.stderr
    )
    assert done.stdout.count("%") == 5
    model = load(tmp_path / "out")
    assert model.model_.n_docs_ == 6000
    assert model.info()["cluster"] == "lanes"


def test_what_goes_wrong_is_one_line(
    run: Run,
    news: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("biterms.cluster.jobs.ANSWER", 0.3)
    given = ("fit", str(news), "-o", tmp_path / "out", "--cluster", "tcp://127.0.0.1:1")
    done = run(*given, cwd=tmp_path)
    assert done.returncode == 2
    assert "error: no scheduler answers at tcp://127.0.0.1:1" in done.stderr
    done = run(*given, "--stream", cwd=tmp_path)
    assert "error: --cluster reads files in parts: leave --stream out" in done.stderr
    done = run(*given, "--phrases", cwd=tmp_path)
    assert "error: --phrases" in done.stderr
    done = run(*given, "--learner", "batch", cwd=tmp_path)
    assert "all documents at once" in done.stderr
    assert not (tmp_path / "out").exists()
