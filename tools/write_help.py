"""Writes what `biterms --help` shows at once, after a command or an option has changed.

python tools/write_help.py
"""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout
from pathlib import Path

from biterms.cli import app, first_help

FILE = Path(__file__).parents[1] / "src/biterms/cli/help.txt"


def shown() -> str:
    """What the parser of the commands writes as the help of all of them."""
    os.environ["COLUMNS"] = str(first_help.COLUMNS)
    with redirect_stdout(io.StringIO()) as heard:
        app.run(["--help"])
    return heard.getvalue()


if __name__ == "__main__":
    FILE.write_text(shown(), encoding="ascii")
    print(f"written to {FILE}")
