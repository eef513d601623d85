"""A process that forgets texts of live models while its disk fails; each time in a fork of it."""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path

from biterms.errors import StoreError
from biterms.streams import forget
from tests.streams.faults.library import Kind, arm, calls


def forgotten(folder: Path, ids: list[str], kind: Kind, at: int) -> int:
    """Forget, in this process; 0: done, 3: refused with a clear message, 4: anything else."""
    arm(folder.parent, folder.parent / "nothing", kind, at)
    try:
        forget(folder, ids)
    except StoreError:
        return 3
    except BaseException:
        traceback.print_exc()
        return 4
    if kind is Kind.NONE:
        (folder.parent / "calls").write_text(str(calls()))
    return 0


def main() -> None:
    """Answer each line of orders with what became of the fork."""
    for line in sys.stdin:
        folder, ids, kind, at = json.loads(line)
        child = os.fork()
        if not child:
            os._exit(forgotten(Path(folder), ids, Kind(kind), at))
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
