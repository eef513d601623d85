"""JSON lines: one object per line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from biterms import kernels
from biterms.errors import InputError
from biterms.text.readers.batches import ChosenColumns, RowBatch, make_batch
from biterms.text.readers.lines import first_lines, numbered_texts
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
    for first, text in numbered_texts(source, log):
        yield batch_of(first, text, chosen, log)


def batch_of(first: int, text: str, chosen: ChosenColumns, log: ProblemLog) -> RowBatch:
    """The rows of some lines, joined by LF, of which the first has this number."""
    keys = list(dict.fromkeys(key for key in chosen.keys if key is not None))
    columns, others = kernels.json_strings(text, keys)
    values = dict[str, list[Any]](zip(keys, columns, strict=True))
    numbers: Sequence[int] = range(first, first + len(columns[0]))
    if others:
        broken = _others_read(first, text.split("\n"), others, values, log)
        kept = _without(broken, len(numbers))
        numbers = [numbers[at] for at in kept]
        values = {key: [column[at] for at in kept] for key, column in values.items()}
    return make_batch(numbers, chosen, values.__getitem__)


def _others_read(
    first: int, lines: list[str], others: list[int], values: dict[str, list[Any]], log: ProblemLog
) -> list[int]:
    """Fill in the values of lines that compiled code has left; those that are broken.

    The value of the first key, which is that of the text, is an empty one in an empty line.
    """
    broken, text = [], next(iter(values))
    for at in others:
        found = parse_object(lines[at])
        if found is None and (lines[at] and not lines[at].isspace()):
            log.add(BROKEN, first + at, "expected a JSON object")
            broken.append(at)
            continue
        found = {text: ""} if found is None else found
        for key, column in values.items():
            column[at] = _whole(found.get(key), first + at, log)
    return broken


def _without(broken: list[int], n: int) -> list[int]:
    gone = frozenset(broken)
    return [at for at in range(n) if at not in gone]


def parse_object(line: str) -> dict[Any, Any] | None:
    """Parse a line; None if it is not a JSON object."""
    line = line.strip()
    try:
        parsed, end = _decode(line, 0)
    except _BROKEN:
        return None
    return parsed if isinstance(parsed, dict) and end == len(line) else None


def _whole(value: Any, number: int, log: ProblemLog) -> Any:
    """Replace an unpaired surrogate, which an escape can produce, by U+FFFD."""
    if not isinstance(value, str) or not any("\ud800" <= char <= "\udfff" for char in value):
        return value
    log.add(INVALID, number, "an unpaired surrogate")
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
