"""JSON lines: one object per line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from operator import contains
from typing import Any

from biterms.errors import InputError
from biterms.text.readers.batches import ChosenColumns, RowBatch, make_batch
from biterms.text.readers.lines import first_lines, numbered_lines
from biterms.text.readers.problems import BROKEN, INVALID, ProblemLog
from biterms.text.readers.source import Source

# A raw tab or NUL inside a string does no harm, so the decoder need not be strict.
_decode = json.JSONDecoder(strict=False).scan_once  # type: ignore[attr-defined]
_BROKEN = (ValueError, RecursionError, StopIteration)
# An object as the list of its keys, in which a key that comes twice is there twice.
_keys = json.JSONDecoder(strict=False, object_pairs_hook=lambda pairs: [key for key, _ in pairs])


def columns(source: Source) -> list[str]:
    """List the keys of the objects at the start of the file; a key twice if an object has it so."""
    lines = first_lines(source)
    if lines[0].lstrip().startswith("["):
        raise InputError(
            f"{source.name}: a JSON array, expected one object per line; convert it: jq -c '.[]'"
        )
    keys = Counter[str]()
    for line in lines:
        if parse_object(line) is not None:
            keys |= Counter(_keys.decode(line))
    return list(keys.elements())


def batches(source: Source, chosen: ChosenColumns, log: ProblemLog) -> Iterator[RowBatch]:
    """Read each line as an object; an empty line is an empty text."""
    for first, lines in numbered_lines(source, log):
        yield batch_of(first, lines, chosen, log)


def batch_of(first: int, lines: list[str], chosen: ChosenColumns, log: ProblemLog) -> RowBatch:
    """The rows of some lines, of which the first has this number."""
    numbers, objects = _objects(first, lines, {chosen.keys[0]: ""}, log)
    if any(map(contains, lines, repeat("\\u"))):
        for number, parsed in zip(numbers, objects, strict=True):
            _replace_surrogates(parsed, chosen, number, log)
    return make_batch(numbers, chosen, partial(_values, objects))


def _values(objects: list[dict[Any, Any]], key: str) -> list[object]:
    return [parsed.get(key) for parsed in objects]


def parse_object(line: str) -> dict[Any, Any] | None:
    """Parse a line; None if it is not a JSON object."""
    line = line.strip()
    try:
        parsed, end = _decode(line, 0)
    except _BROKEN:
        return None
    return parsed if isinstance(parsed, dict) and end == len(line) else None


def _objects(
    first: int, lines: list[str], blank: dict[Any, Any], log: ProblemLog
) -> tuple[list[int], list[dict[Any, Any]]]:
    """The objects with their line numbers; an empty line counts as `blank`."""
    numbers, objects = [], []
    for number, line in enumerate(lines, first):
        try:
            parsed, end = _decode(line, 0)
        except _BROKEN:
            parsed, end = None, 0
        if end != len(line) or type(parsed) is not dict:
            parsed = parse_object(line)
        if parsed is None and line and not line.isspace():
            log.add(BROKEN, number, "expected a JSON object")
            continue
        numbers.append(number)
        objects.append(blank if parsed is None else parsed)
    return numbers, objects


def _replace_surrogates(
    parsed: dict[Any, Any], chosen: ChosenColumns, number: int, log: ProblemLog
) -> None:
    """Replace an unpaired surrogate, which an escape can produce, by U+FFFD."""
    for key in chosen.keys:
        value = parsed.get(key)
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            log.add(INVALID, number, "an unpaired surrogate")
            parsed[key] = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
