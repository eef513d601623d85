"""Who is at work on a state: one thread learns, others may read at the same time."""

from __future__ import annotations

import threading


def this_thread() -> int:
    """The thread that runs, for `at_work`."""
    return threading.get_ident()


def at_work(thread: int) -> bool:
    """Whether this is another thread, and still runs: what it has begun is its own to finish."""
    if thread == threading.get_ident():
        return False
    return any(other.ident == thread for other in threading.enumerate())
