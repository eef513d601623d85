"""Which words are biterms, by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import LDA, TopicModel, Vectoriser, load
from tests.cli.conftest import Run


def test_it_is_one_call_of_the_library(
    run: Run, files: Path, rows: list[dict[str, str]], tmp_path: Path
) -> None:
    out, options = tmp_path / "m", ("-k", 4, "--biterms", 3, "--passes", 2)
    done = run("fit", "news.txt", "-o", out, *options, cwd=files)
    assert done.returncode == 0, done.stderr
    own = TopicModel(LDA(4, biterms=3, passes=2, random_state=0), text=Vectoriser())
    own.fit([row["title"] for row in rows])
    assert load(out).model_.components_.tobytes() == own.model_.components_.tobytes()


@pytest.mark.parametrize(
    "options",
    [
        ("--biterms", "near"),
        ("--biterms", "adjacent", "--model", "lda"),
    ],
)
def test_what_is_no_such_thing_is_refused(
    run: Run, files: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    done = run("fit", "news.txt", "-o", tmp_path / "m", *options, cwd=files)
    assert done.returncode == 2
    assert "--biterms" in done.stderr
    assert not (tmp_path / "m").exists()
