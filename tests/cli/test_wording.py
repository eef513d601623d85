"""Who has typed options reads of options, not of settings of Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from biterms.cli import app
from biterms.cli.wording import _LEARNERS, _OPTIONS, in_options
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "passes=2 with SVB: use Annealed",
            "--passes 2 with --learner svb: use --learner annealed",
        ),
        ("n_topics='auto' needs BatchVB()", "--topics auto needs --learner batch"),
        ("such as HDP(40), or LDA(n_topics=3).", "such as --topics 40, or --topics 3."),
        ("such as Annealed(most='30d')", "such as --remember 30d"),
        ("prune=True without max_words.", "--prune without --max-words."),
        ("expected None (no stemming)", "expected none (no stemming)"),
        ("max_df=0.5 is less than min_df=3, so", "--max-df 0.5 is less than --min-df 3, so"),
        ("""stop_words="l'été.txt": no such file""", "--stop-words l'été.txt: no such file"),
    ],
)
def test_settings_become_options(message: str, said: str) -> None:
    assert in_options(message) == said
    assert in_options(said) == said


@pytest.mark.parametrize(
    "message",
    [
        "passes=2.d/SVI.csv: no such file",
        "the column 'min_df': it is empty",
        'no column "None"; there are "KPS", "n_topics=3"',
        "my_min_df, a.min_df, min_df.csv, /data/SVB and ./LDA(3)",
        "biterms=False",
    ],
)
def test_words_of_the_user_stay(message: str) -> None:
    assert in_options(message) == message


def test_every_option_is_one(run: Run, tmp_path: Path) -> None:
    known = " ".join(
        run(command, "--help", cwd=tmp_path, COLUMNS="200").stdout
        for command in ("fit", "update", "label", "evaluate", "stream", "digest", "serve", "merge")
    )
    for option in _OPTIONS.values():
        assert f" {option} " in known, option
    for learner in _LEARNERS.values():
        assert learner in known


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("-k 2 --model hdp -q", "warning: HDP uses 2 of the 2 .* such as --topics 4$"),
        ("--learner svb --passes 2", "error: --passes 2 with --learner svb: .* use --passes 1"),
        ("-k auto --learner svb", "error: --topics auto with --learner svb: expected biterms"),
        ("--learner batch --stream", "error: --learner batch needs all .* leave --stream out"),
        ("--prune", "error: --prune without --max-words: .*; set --max-words"),
    ],
)
def test_commands_speak_of_options(
    run: Run, files: Path, tmp_path: Path, typed: str, said: str
) -> None:
    done = run("fit", files / "news.txt", "-o", "m", *typed.split(), cwd=tmp_path)
    assert any(re.match(said, line) for line in done.stderr.splitlines()), done.stderr


def test_errors_and_warnings_pass_through_it() -> None:
    assert app.explained(app.BitermsError("set min_df lower")) == ("error: set --min-df lower", 2)
