"""JSON lines: one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from biterms.errors import InputError
from biterms.text.read_batches import Batch, Chosen, gathered
from biterms.text.read_blocks import Source
from biterms.text.read_lines import first_lines, numbered_lines
from biterms.text.records import BROKEN, INVALID, Log

# strict=False: a raw tab or NUL inside a text does no harm
_decode = json.JSONDecoder(strict=False).raw_decode


def columns(source: Source) -> list[str]:
    """The keys of the objects at the beginning of the file."""
    lines = first_lines(source)
    if lines[0].lstrip().startswith("["):
        raise InputError(
            f"{source.name}: a JSON array, expected one object per line; convert it: jq -c '.[]'"
        )
    return list(dict.fromkeys(key for line in lines for key in json_object(line) or ()))


def batches(source: Source, chosen: Chosen, log: Log) -> Iterator[Batch]:
    for first, lines in numbered_lines(source, log):
        numbers, objects = _objects(first, lines, {chosen.keys[0]: ""}, log)
        if any("\\u" in line for line in lines):
            for number, found in zip(numbers, objects, strict=True):
                _mend(found, chosen, number, log)
        yield gathered(numbers, chosen, partial(_column, objects))


def _column(objects: list[dict[Any, Any]], key: str) -> list[object]:
    return [found.get(key) for found in objects]


def json_object(line: str) -> dict[Any, Any] | None:
    """None for a line that is no JSON object."""
    line = line.strip()
    try:
        found, end = _decode(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and end == len(line) else None


def _objects(
    first: int, lines: list[str], blank: dict[Any, Any], log: Log
) -> tuple[list[int], list[dict[Any, Any]]]:
    """The objects with their lines; an empty line counts as `blank`."""
    numbers, objects = [], []
    for number, line in enumerate(lines, first):
        try:
            found, end = _decode(line)
        except (ValueError, RecursionError):
            found, end = None, 0
        if end != len(line) or type(found) is not dict:
            found = json_object(line)
        if found is None and line and not line.isspace():
            log.met(BROKEN, number, "expected a JSON object")
            continue
        numbers.append(number)
        objects.append(blank if found is None else found)
    return numbers, objects


def _mend(found: dict[Any, Any], chosen: Chosen, number: int, log: Log) -> None:
    """Half of a surrogate pair, which an escape can give, becomes U+FFFD."""
    for key in chosen.keys:
        value = found.get(key)
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            log.met(INVALID, number, "half of a surrogate pair")
            found[key] = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
