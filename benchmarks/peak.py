"""Runs a command silently and prints its seconds, its peak resident set and its exit code.

python benchmarks/peak.py biterms fit texts.txt -o model

A process of its own, because a child begins with the peak of whoever started it.
"""

from __future__ import annotations

import json
import os
import sys
import time


def main(command: list[str]) -> None:
    begin = time.perf_counter()
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=quiet)
    _, status, used = os.wait4(child, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    found = {
        "seconds": time.perf_counter() - begin,
        "peak": unit * used.ru_maxrss,
        "code": os.waitstatus_to_exitcode(status),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
