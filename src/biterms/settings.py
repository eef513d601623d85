"""Checks of settings: whole numbers, truth values, threads, random generators."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from biterms.errors import SettingError

#: Each has memory of its own, and no machine we know has more.
MAX_THREADS = 1024
#: Seeds that the generator takes.
MAX_SEED = 2**32 - 1


def check_whole(name: str, value: Any, most: int | None = None, *, least: int = 1) -> None:
    """Refuse what is not a whole number in the range."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        end = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise SettingError(f"{name}={value!r}: expected a whole number {end}")


def check_bool(name: str, value: Any) -> None:
    """Refuse what is neither true nor false: a text would pass as true."""
    if not isinstance(value, bool | np.bool_):
        raise SettingError(f"{name}={value!r}: expected True or False")


def check_threads(n_threads: Any) -> None:
    """Refuse a number of threads that makes no sense; None is as many as there are processors."""
    if n_threads is not None:
        check_whole("n_threads", n_threads, MAX_THREADS)


def all_threads() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_random_state(random_state: Any) -> None:
    """Refuse what is no seed and no generator."""
    known = random_state is None or random_state is np.random
    if known or isinstance(random_state, np.random.RandomState | np.random.Generator):
        return
    check_whole("random_state", random_state, MAX_SEED, least=0)
