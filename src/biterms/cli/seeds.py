"""Seed words from a file."""

from __future__ import annotations

import re
from pathlib import Path

from biterms.errors import InputError

MAX_SEEDS_BYTES = 10_000_000


def read_seeds(path: Path) -> list[list[str]]:
    """Read the seed words of topic 0, 1, ...: a line each, separated by spaces or commas.

    An empty line is a topic without seeds; lines that begin with # are comments.
    """
    try:
        with path.open("rb") as file:
            found = file.read(MAX_SEEDS_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}), expected a file of seed words; "
            "check the name"
        ) from None
    if len(found) > MAX_SEEDS_BYTES:
        raise InputError(
            f"{path} is larger than {MAX_SEEDS_BYTES:,} bytes, expected a few seed words"
        )
    try:
        text = found.decode("utf8").rstrip()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8; save it as UTF-8") from None
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [[word for word in re.split(r"[\s,]+", line) if word] for line in lines]
