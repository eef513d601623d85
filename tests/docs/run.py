"""Runs the steps of a page as a reader would, in one folder."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import warnings
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from biterms.cli import app
from tests.docs.markdown import Step, pattern

#: a terminal of fixed width without colours
TERMINAL = {"COLUMNS": "100", "TERM": "dumb"}
#: what a page may add to a call of `biterms`, all else is left to a shell
COMMAND = re.compile(
    r"(?:echo (?P<said>\"[^\"$`\\]*\") \| )?biterms (?P<arguments>[^|&;<>$`]*)"
    r"(?P<silent>> /dev/null 2>&1)?"
)


class Command(NamedTuple):
    """A call of `biterms` that needs no shell."""

    arguments: list[str]
    stdin: str
    silent: bool

    @classmethod
    def of(cls, code: str) -> Command | None:
        """The command, or None if it takes a shell to run it."""
        found = COMMAND.fullmatch(code.strip())
        if found is None:
            return None
        said = "" if found["said"] is None else f"{shlex.split(found['said'])[0]}\n"
        return cls(shlex.split(found["arguments"]), said, found["silent"] is not None)


class Reader:
    """Keeps what lasts from step to step: names of Python, files, the code of the last command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.code = 0

    def do(self, step: Step, then: Step | None = None) -> str:
        """The output of a step; a command may fail only if the next one asks for its code."""
        if step.kind == "python":
            return self._python(step)
        command = Command.of(step.code)
        output = self._shell(step) if command is None else self._biterms(command)
        asked = then is not None and then.code == "echo $?"
        assert not self.code or asked, f"line {step.line}: {step.code}\n{output}"
        return output

    def check(self, step: Step, then: Step | None = None) -> None:
        """The output must be what is shown."""
        output = self.do(step, then)
        if step.shown is not None:
            assert pattern(step.shown).fullmatch(output), (
                f"line {step.line}: {step.code}\nshown:\n{step.shown}\nfound:\n{output}"
            )

    def _python(self, step: Step) -> str:
        output = io.StringIO()
        with redirect_stdout(output):
            exec(compile(step.code, f"line {step.line}", "exec"), self.names)
        return output.getvalue()

    def _biterms(self, command: Command) -> str:
        """In this process: starting another one takes longer than most commands."""
        raw = io.BytesIO()
        output = io.TextIOWrapper(raw, "utf8", write_through=True)
        with (
            chdir(self.folder),
            patch.dict(os.environ, TERMINAL),
            patch("sys.stdin", io.TextIOWrapper(io.BytesIO(command.stdin.encode()))),
            redirect_stdout(output),
            redirect_stderr(output),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("default")
            self.code = app.run(command.arguments)
        return "" if command.silent else raw.getvalue().decode()

    def _shell(self, step: Step) -> str:
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.code})\n{step.code}"],
            cwd=self.folder,
            env=os.environ | TERMINAL,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.code = done.returncode
        return done.stdout
