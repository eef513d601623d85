"""Runs the steps of a page as a reader would, in one folder."""

from __future__ import annotations

import io
import os
import subprocess
import sysconfig
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from tests.docs.markdown import Step, pattern


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
        output = self._shell(step)
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

    def _shell(self, step: Step) -> str:
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.code})\n{step.code}"],
            cwd=self.folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.code = done.returncode
        return done.stdout


def _environment() -> dict[str, str]:
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    fixed = {"COLUMNS": "100", "TERM": "dumb", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    return os.environ | fixed | {"PATH": path}
