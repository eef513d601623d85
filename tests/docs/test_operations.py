"""What the page for operators shows and no test runs: the unit, the Dockerfile, cron."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_stream_file import OPTIONS
from tests.docs.markdown import ROOT, blocks

PAGE = ROOT / "docs" / "operations.md"
ANALYZE = shutil.which("systemd-analyze")


def block(begin: str) -> str:
    (found,) = [one.text for one in blocks(PAGE) if one.text.startswith(begin)]
    return found


@pytest.mark.skipif(ANALYZE is None, reason="needs systemd")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    assert ANALYZE is not None
    # systemd wants to see the program and the user
    text = block("[Unit]").replace("/srv/biterms/bin/biterms", sys.executable)
    unit = tmp_path / "tickets.service"
    for good in (True, False):
        unit.write_text(text if good else text.replace("Restart=always", "Restart=sometimes"))
        done = subprocess.run(
            [ANALYZE, "verify", unit], capture_output=True, text=True, check=False
        )
        said = [line for line in done.stderr.splitlines() if "tickets.service" in line]
        assert bool(said) != good, done.stderr


def test_commands_on_the_page_have_options_that_are_there() -> None:
    """Those in units, Dockerfiles and tables of cron, which no test runs."""
    typed = [one.text for one in blocks(PAGE) if not one.kind]
    words = {word for text in typed for word in re.findall(r"(?<![\w-])--[a-z-]+", text)}
    docker = {"--from", "--system", "--uid"}
    known = {option.words[0] for option in OPTIONS.values()} | {"--running"}
    assert {"--config", "--check", "--once", "--log", "--quiet"} <= words <= known | docker
