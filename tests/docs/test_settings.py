"""Tables of settings tell the same as the code."""

from __future__ import annotations

from biterms import Vectoriser
from tests.docs.markdown import ROOT, rows
from tests.docs.test_commands import COMMANDS, options

PAGE = ROOT / "docs" / "text.md"


def test_settings_of_words() -> None:
    table = {cells[0].strip("`"): cells[1].strip("`") for cells in rows(PAGE, "setting")}
    assert {name: value.replace('"', "'") for name, value in table.items()} == {
        name: repr(value) for name, value in Vectoriser().get_params().items()
    }


def test_settings_of_words_on_the_command_line() -> None:
    named = {cells[2].strip("`") for cells in rows(PAGE, "setting")} - {""}
    assert named <= {option for names in options(COMMANDS["fit"]) for option in names}
