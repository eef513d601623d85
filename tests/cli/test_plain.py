"""Help, completion, pipes, encodings: the command among other commands."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

import biterms
from biterms.cli import app
from tests.cli.conftest import Run

COMMANDS = ["demo", "fit", "update", "topics", "assign", "evaluate", "report", "info"]


def test_help_names_all_commands_and_exit_codes(run: Run, tmp_path: Path) -> None:
    done = run("--help", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f" {command} " in done.stdout for command in COMMANDS)
    assert "130" in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert run(cwd=tmp_path).stdout == done.stdout  # nothing typed asks for help
    assert run("--version", cwd=tmp_path).stdout == f"{biterms.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_examples(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert app.run([command, "--help"], debug=False) == 0
    text = capsys.readouterr().out
    _, examples = text.split("Examples")
    assert f"biterms {command}" in examples
    assert "[bold]" not in text


def test_each_option_is_explained() -> None:
    for command in get_command(app.app).commands.values():  # type: ignore[attr-defined]
        for option in command.params:
            assert option.help, (command.name, option.name)


def test_the_shell_completes(
    run: Run, script: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    line = f"'{script}' --show-completion; true"
    done = subprocess.run([bash, "-c", line], env=environment, capture_output=True, text=True)
    assert "_BITERMS_COMPLETE=complete_bash" in done.stdout, done.stderr
    asked = {"_BITERMS_COMPLETE": "complete_bash", "COMP_WORDS": "biterms ev", "COMP_CWORD": "1"}
    assert run(cwd=tmp_path, **asked).stdout.split() == ["evaluate"]
    asked |= {"COMP_WORDS": "biterms fit --lear", "COMP_CWORD": "2"}
    assert "--learner" in run(cwd=tmp_path, **asked).stdout.split()


def test_a_reader_may_stop_reading(
    script: Path, environment: dict[str, str], model: Path, tmp_path: Path
) -> None:
    lines = "late goal wins match\n" * 20_000  # more than a pipe holds
    (tmp_path / "many.txt").write_text(lines)
    command = subprocess.Popen(
        [script, "assign", model, "many.txt"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdout is not None
    assert command.stdout.readline().startswith(b"id,topic")
    command.stdout.close()
    assert command.stderr is not None
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(30) == 1


def test_a_reader_may_be_gone_before_anything_is_written(
    script: Path, environment: dict[str, str], model: Path
) -> None:
    command = subprocess.Popen(
        [script, "topics", model], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None
    command.stdout.close()
    assert command.stderr is not None
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(30) == 1


def test_letters_that_the_terminal_cannot_show(run: Run, tmp_path: Path) -> None:
    texts = ["naïve café ☃ snow", "naïve café crème", "snow ☃ naïve"] * 5
    (tmp_path / "words.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf8")
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = run("fit", "words.txt", "-o", "model", "-k", 2, cwd=tmp_path, **ascii_only)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "na\\xefve" in done.stdout
    done = run("topics", "model", "--json", cwd=tmp_path, **ascii_only)
    words = {word["word"] for topic in json.loads(done.stdout) for word in topic["words"]}
    assert {"naïve", "café", "☃"} <= words  # programs get UTF-8


def test_half_a_letter_is_no_crash(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"text": "late goal wins \\ud800", "id": "\\ud83d"}\n')
    done = run("assign", model, "odd.jsonl", "--id", "id", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["topic"] is not None


def test_progress_is_not_for_stdout(run: Run, files: Path, tmp_path: Path) -> None:
    done = run("fit", files / "news.txt", "-o", "m", "-k", 2, cwd=tmp_path, COLUMNS="60")
    assert "docs/s" in done.stderr
    assert "docs/s" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 64
    quiet = run("fit", files / "news.txt", "-o", "m", "-k", 2, "--quiet", cwd=tmp_path)
    assert "docs/s" not in quiet.stderr
    assert "saved to m" in quiet.stderr


def test_only_reports_need_the_packages_of_reports(script: Path, model: Path) -> None:
    program = (
        "import sys\n"
        "from biterms.cli.app import run\n"
        f"run(['topics', {str(model)!r}], debug=True)\n"
        "print(*{'altair', 'vl_convert'} & {*sys.modules}, file=sys.stderr)"
    )
    python = script.with_name("python")
    done = subprocess.run([python, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (0, ""), done.stderr


def test_help_waits_for_no_library(script: Path) -> None:
    """It is what a person sees first, and what each completion of the shell costs."""
    program = (
        "import sys\n"
        "from biterms.cli.app import run\n"
        "run(['fit', '--help'], debug=True)\n"
        "print(*{'numpy', 'scipy', 'sklearn', 'pandas'} & {*sys.modules}, file=sys.stderr)"
    )
    python = script.with_name("python")
    done = subprocess.run([python, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (0, ""), done.stderr
