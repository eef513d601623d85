"""What the command `biterms` and `python -m biterms.cli` run."""

from __future__ import annotations

import sys

from biterms.cli import first_help, interrupt


def main() -> None:
    """Run the command of this process and exit with its code."""
    try:
        # Before the other imports, which take a moment in which Ctrl-C may be pressed, too.
        interrupt.install()
        code = _run(sys.argv[1:])
        interrupt.ignore()
    except interrupt.Interrupted:
        code = interrupt.INTERRUPTED
        interrupt.ignore()  # Python gives up our handler before the process has ended
    raise SystemExit(code)


def _run(arguments: list[str]) -> int:
    if first_help.is_asked_for(arguments):
        return first_help.show()
    from biterms.cli.app import run

    return run(arguments)


if __name__ == "__main__":
    main()
