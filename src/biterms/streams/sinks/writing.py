"""What a person is told when a sink cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from biterms.errors import StoreError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Errors in the block become a `StoreError` that names the file."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror or error}; nothing is lost, start again "
            "when it can"
        ) from error
