"""Commands and their pages tell the same: every option, with its default, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from biterms.cli.app import app
from tests.docs.markdown import ROOT, rows

FOLDER = ROOT / "docs" / "commands"
GROUP: Any = get_command(app)
COMMANDS: dict[str, Any] = GROUP.commands
OVERVIEW = FOLDER / "index.md"


def options(command: Any) -> dict[tuple[str, ...], str]:
    """The names of each option and its default as the docs write it."""
    return {
        (*param.opts, *param.secondary_opts): default(param)
        for param in command.params
        if param.param_type_name == "option"
    }


def default(param: Any) -> str:
    if param.required:
        return "required"
    return "" if param.is_flag or param.default is None else f"`{param.default}`"


def documented(page: Path) -> dict[tuple[str, ...], str]:
    return {tuple(re.findall(r"`(-[\w-]+)", cells[0])): cells[1] for cells in rows(page, "option")}


def test_each_command_has_a_page() -> None:
    assert {page.stem for page in FOLDER.glob("*.md")} == {*COMMANDS, OVERVIEW.stem}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_each_option_is_on_the_page(command: str) -> None:
    assert documented(FOLDER / f"{command}.md") == options(COMMANDS[command])


def test_options_of_all_commands_are_on_the_overview() -> None:
    assert documented(OVERVIEW) == options(GROUP)


def usage(argument: Any) -> str:
    """MODEL, FILE... or [FILE...]."""
    name = str(argument.metavar) + ("..." if argument.nargs < 0 else "")
    return name if argument.required else f"[{name}]"


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_each_page_shows_how_the_command_is_used(command: str) -> None:
    lines = (FOLDER / f"{command}.md").read_text(encoding="utf-8").splitlines()
    arguments = [usage(p) for p in COMMANDS[command].params if p.param_type_name == "argument"]
    assert " ".join(["    biterms", command, *arguments, "[OPTIONS]"]) in lines
    assert any(re.match(rf"\$ (.*\| )?biterms {command}\b", line) for line in lines)
