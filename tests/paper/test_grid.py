"""The grid: what is finished is kept and not done again, whatever happens in between."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.console import Console

from paper import settings
from paper.estimate import Estimate
from paper.job import Found, Job, distinct
from paper.progress import minutes
from paper.rows import Rows, records

ROOT = Path(__file__).resolve().parents[2]
JOB = Job({"task": "learn", "set": "a", "model": "m", "seed": 0, "tau": 1, "documents_limit": 0})


def other(**changes: object) -> Job:
    return Job(JOB.settings | changes)


def test_equal_settings_are_one_job() -> None:
    turned = Job(dict(reversed(JOB.settings.items())))
    assert turned.key == JOB.key
    assert distinct(iter([JOB, other(seed=1), turned])) == [turned, other(seed=1)]


def test_any_other_setting_is_another_job() -> None:
    assert len({JOB.key, other(seed=1).key, other(tau=20).key, other(batch=5).key}) == 4


def test_rows_come_back_as_they_went_in(tmp_path: Path) -> None:
    rows = Rows(tmp_path / "rows.parquet")
    rows.add(JOB, [Found(10, "lpp", -7.25), Found(20, "lpp", -7.0)], "1.2.3")
    rows.add(other(seed=1), [Found(20, "lpp", -6.5)], "1.2.3")
    again = Rows(tmp_path / "rows.parquet")
    assert again.finished == {JOB.key, other(seed=1).key}
    assert [row["value"] for row in records(again.path)] == [-7.25, -7.0, -6.5]
    first = records(again.path)[0]
    assert first["settings"] == JOB.settings
    assert (first["seed"], first["documents"], first["version"]) == (0, 10, "1.2.3")
    assert list(tmp_path.iterdir()) == [again.path]


def test_a_job_takes_what_jobs_like_it_took(tmp_path: Path) -> None:
    estimate = Estimate(Rows(tmp_path / "none.parquet"), lambda job: 100)
    estimate.add(JOB, [Found(0, "job seconds", 4.0)])
    assert estimate.seconds(other(seed=3, tau=20)) == pytest.approx(4.0)
    assert estimate.seconds(other(set="b")) == pytest.approx(4.0)
    estimate.add(other(set="b"), [Found(0, "job seconds", 8.0)])
    assert estimate.seconds(other(set="b", seed=1)) == pytest.approx(8.0)
    assert estimate.seconds(other(set="c")) == pytest.approx(6.0)


def test_another_run_tells_of_what_this_one_has_not_done(tmp_path: Path) -> None:
    before = Rows(tmp_path / "before.parquet")
    for job, seconds in ((JOB, 4.0), (other(set="b"), 10.0)):
        before.add(job, [Found(50, "lpp", -7.0), Found(0, "job seconds", seconds)], "1.2.3")
    estimate = Estimate(Rows(tmp_path / "none.parquet"), lambda job: 100, before.path)
    assert estimate.seconds(other(set="b", seed=1)) == pytest.approx(20.0)
    estimate.add(JOB, [Found(0, "job seconds", 6.0)])
    assert estimate.seconds(other(seed=1)) == pytest.approx(6.0)
    assert estimate.seconds(other(set="b", seed=1)) == pytest.approx(20.0)
    assert estimate.seconds(other(model="n")) == pytest.approx(6.0)


@pytest.mark.parametrize(
    ("seconds", "text"), [(5, "5 seconds"), (600, "10 minutes"), (7200, "2.0 hours")]
)
def test_times_are_said_in_words(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


def test_a_plan_changes_only_what_it_names() -> None:
    full, small = settings.read(), settings.read("small")
    assert small["budget"]["documents"] < full["budget"]["documents"]
    assert small["models"] == full["models"]
    assert small["runs"]["grid"]["models"] == full["runs"]["grid"]["models"]
    with pytest.raises(SystemExit, match="expected one of full, small, all"):
        settings.read("large")


def test_the_paper_has_24_step_sizes() -> None:
    grid = settings.read()["runs"]["grid"]
    assert (len(grid["taus"]) * len(grid["kappas"]), grid["taus"][0]) == (24, 1)


TOML = """
budget = { documents = 0, test_documents = 20, points = 3 }
preprocessing = { language = "english", min_df = 1, min_words = 2 }
measures = { test_terms = 5, top_words = 3, data_seed = 0 }
rule = { large = 1000, topics = { small = 4 }, batch = { small = 20 } }
[sets.tiny]
files = { texts = "tiny.jsonl.gz" }
[models.words]
kind = "lda"
documents = "words"
learner = "svi"
[runs.only]
sets = ["tiny"]
models = ["words"]
taus = [1]
kappas = [0.6]
seeds = 12
"""
PROGRAM = """
import sys
from pathlib import Path

if __name__ == "__main__":
    from tests.paper.test_grid import work

    work(Path(sys.argv[1]))
"""


def work(here: Path) -> str:
    """Do the jobs of a folder that are not done; what was said meanwhile."""
    from paper import grid, learning
    from paper.progress import Progress
    from paper.sets import Sets

    wanted = settings.read("full", here / "settings.toml")
    sets, said = Sets(wanted, here, here / "cache"), StringIO()
    with Progress(1, Console(file=said)) as progress:
        jobs = list(learning.jobs(wanted, sets))
        assert not grid.run(jobs, Rows(here / "rows.parquet"), sets, 1, progress)
    return said.getvalue()


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "settings.toml").write_text(TOML, encoding="utf8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf8")
    texts = [" ".join(f"word{chr(97 + (i * j) % 23)}" for j in range(1, 9)) for i in range(90)]
    with gzip.open(tmp_path / "tiny.jsonl.gz", "wt", encoding="utf8") as file:
        file.writelines(json.dumps({"text": text, "label": ""}) + "\n" for text in texts)
    with start(tmp_path) as first:
        wait_for(tmp_path / "rows.parquet")
        os.kill(first.pid, signal.SIGKILL)
    kept = Rows(tmp_path / "rows.parquet").finished
    with patch.dict(os.environ):  # `run` sets the threads of its workers
        said = work(tmp_path)
    after = records(tmp_path / "rows.parquet")
    assert 1 <= len(kept) <= 12
    assert f"12 jobs, {len(kept)} of them finished before" in said
    assert len({row["key"] for row in after}) == 12
    assert sum(row["measure"] == "npmi" for row in after) == 12


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(folder / "program.py"), str(folder)]
    places = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": places}, text=True)


def wait_for(path: Path) -> None:
    end = time.monotonic() + 60
    while not path.is_file():
        assert time.monotonic() < end, f"no {path.name} after a minute"
        time.sleep(0.02)
