"""Seed words from a file."""

from __future__ import annotations

import re
from pathlib import Path

from biterms.errors import InputError

LARGEST = 10_000_000


def read_seeds(path: Path) -> list[list[str]]:
    """Seed words of topic 0, 1, ...: a line each, words apart by spaces or commas.

    An empty line is a topic without seeds; lines that begin with # are no topics.
    """
    if path.stat().st_size > LARGEST:
        raise InputError(f"{path} is larger than {LARGEST:,} bytes, expected a few seed words")
    try:
        text = path.read_text(encoding="utf8").rstrip()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8; save it so") from None
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [[word for word in re.split(r"[\s,]+", line) if word] for line in lines]
