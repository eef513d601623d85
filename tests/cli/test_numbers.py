"""Numbers that make no sense are refused in one line, whatever option they are given to."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_args

import pytest

from biterms.cli import app
from tests.cli.conftest import Run

ARGUMENTS = {
    "demo": [],
    "fit": ["{files}/news.txt", "-o", "x"],
    "topics": ["{model}"],
    "evaluate": ["{model}", "{files}/news.txt"],
}
OPTIONS = [
    (command.__name__, name)
    for command in (app.demo, app.fit, app.update, app.topics, app.evaluate, app.report, app.info)
    for parameter in inspect.signature(command, eval_str=True).parameters.values()
    if {int, float}
    & {*get_args(get_args(parameter.annotation)[0]), get_args(parameter.annotation)[0]}
    for name in (
        get_args(parameter.annotation)[1].param_decls or [f"--{parameter.name.replace('_', '-')}"]
    )
]
ABSURD = ["99999999999999999999", "-99999999999999999999", "9" * 5000, "1e999", "nan", "x"]


def test_all_options_with_numbers_are_known() -> None:
    assert {option for _, option in OPTIONS} == {
        *("-k", "--seed", "--passes", "--threads", "--min-df", "--max-df"),
        *("--max-words", "--keep", "--words", "--top", "--window", "--seeds", "--port"),
    }


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_absurd_numbers_are_refused(
    run: Run, files: Path, model: Path, tmp_path: Path, command: str, option: str
) -> None:
    typed = [part.format(files=files, model=model) for part in ARGUMENTS[command]]
    for number in ABSURD:
        done = run(
            command,
            *typed,
            f"{option}={number}" if option[:2] == "--" else f"{option}{number}",
            cwd=tmp_path,
        )
        assert (done.returncode, done.stdout) == (2, ""), (number, done)
        [line] = done.stderr.splitlines()
        assert line.startswith("error: ")
        assert "should not happen" not in line
    assert list(tmp_path.iterdir()) == []
