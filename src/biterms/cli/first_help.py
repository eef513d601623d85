"""The help of `biterms` itself, at once: commands are imported only when one is asked for.

What is shown lies in `help.txt`; `tools/write_help.py` writes it, and a test compares the two.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: columns that the text was written for: a wider terminal shows the same
COLUMNS = 80


def is_asked_for(arguments: list[str]) -> bool:
    """Whether the stored text is the answer.

    Parameters
    ----------
    arguments : list of str
        What is typed after ``biterms``; nothing asks for help.

    Returns
    -------
    bool
        False also where lines must be shorter, and where a shell asks for completions.
    """
    wanted = not arguments or arguments in (["--help"], ["-h"])
    return wanted and "_BITERMS_COMPLETE" not in os.environ and _columns() >= COLUMNS


def stored() -> str:
    """Return the text."""
    return Path(__file__).with_name("help.txt").read_text(encoding="ascii")


def show() -> int:
    """Write the text to stdout.

    Returns
    -------
    int
        The exit code, which is 1 if nobody reads any more.
    """
    try:
        sys.stdout.write(stored())
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _columns() -> int:
    """As `shutil.get_terminal_size`, whose module takes longer to import than all else here."""
    typed = os.environ.get("COLUMNS", "")
    if typed.isdecimal() and int(typed):
        return int(typed)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or COLUMNS  # type: ignore[union-attr]
    except (ValueError, AttributeError, OSError):
        return COLUMNS
