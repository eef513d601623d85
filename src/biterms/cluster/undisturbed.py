"""Work that neither the garbage collector nor the C library interrupts.

Reading makes millions of objects that are soon gone, and the collector looks at all of them again
and again. Dask lets its workers give back memory with every large array that is freed, which is
then faulted in again page by page. Both cost more than a quarter of the time of reading. The memory
of one task is what the next one needs, so it is kept until the run is over.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

#: names of glibc for its two thresholds, what it has for them, and bytes that are kept meanwhile
TRIM_THRESHOLD, MMAP_THRESHOLD, USUAL, KEPT = -1, -3, 128 << 10, 256 << 20

_lock, _within = Lock(), list[bool]()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep memory that is freed, and collect no garbage; several threads may do so at once.

    What is kept stays until `give_back`.
    """
    with _lock:
        _keep(KEPT, KEPT)
        _within.append(gc.isenabled())
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            if _within.pop() and not _within:
                gc.enable()


def give_back() -> None:
    """Give back the memory that was kept, unless somebody is at work."""
    with _lock:
        if not _within:
            _keep(int(os.environ.get("MALLOC_TRIM_THRESHOLD_") or USUAL), USUAL)
            _trim()


def _library() -> Any:
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    return library if hasattr(library, "mallopt") else None


def _keep(trim: int, mmap: int) -> None:
    if (library := _library()) is not None:
        library.mallopt(TRIM_THRESHOLD, trim)
        library.mallopt(MMAP_THRESHOLD, mmap)


def _trim() -> None:
    if (library := _library()) is not None:
        library.malloc_trim(0)
