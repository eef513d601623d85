"""From columns, as files have them, to records: the one door all formats go through."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from biterms.text.records import EMPTY, MISSING, NESTED, NOT_TEXT, NUMBER, Log, Record

Values = Sequence[object]
# Record._make without a Python frame per record
_record: Callable[[Iterable[object]], Record] = partial(tuple.__new__, Record)


class Chosen(NamedTuple):
    """Keys of the text, id, time and label: numbers in tables and Parquet, names in JSON lines."""

    keys: tuple[Any, Any, Any, Any] = (0, None, None, None)
    header: bool = True


class Batch(NamedTuple):
    """Some rows, by column; ``lines`` are their places. None where no column was chosen."""

    lines: Sequence[int]
    texts: Values
    ids: Values | None = None
    times: Values | None = None
    labels: Values | None = None


def gathered(lines: Sequence[int], chosen: Chosen, column: Callable[[Any], Values]) -> Batch:
    """The batch of the chosen columns, each as `column(key)` gives it."""
    texts, *others = (None if key is None else column(key) for key in chosen.keys)
    return Batch(lines, texts or [], *others)


def records(batch: Batch, prefix: str, log: Log) -> Iterator[Record]:
    """The rows that have a text; the others are handed in as trouble."""
    if not _all_texts(batch.texts):
        batch = _with_text(batch, log)
    log.trouble.kept += len(batch.texts)
    places: Iterable[str] = map(str, batch.lines)
    if prefix:
        places = map(prefix.__add__, places)
    if batch.ids is not None:
        tags = _tags(batch.ids, batch.lines, log)
        places = [tag or place for tag, place in zip(tags, places, strict=True)]
    times, labels = (_tags(values, batch.lines, log) for values in (batch.times, batch.labels))
    rows = zip(batch.texts, places, times, labels, strict=False)
    return map(_record, rows)


def _all_texts(values: Values) -> bool:
    return set(map(type, values)) <= {str} and all(values) and not any(map(str.isspace, values))  # type: ignore[arg-type]


def _with_text(batch: Batch, log: Log) -> Batch:
    texts = [_text(value, line, log) for value, line in zip(batch.texts, batch.lines, strict=True)]
    kept = [i for i, text in enumerate(texts) if text is not None]
    columns = [v and [v[i] for i in kept] for v in (batch.ids, batch.times, batch.labels)]
    return Batch([batch.lines[i] for i in kept], [texts[i] for i in kept], *columns)


def _text(value: object, line: int, log: Log) -> str | None:
    """A number is kept as its digits: in a table, which has no types, it would be a text."""
    if isinstance(value, str):
        if value and not value.isspace():
            return value
        log.met(EMPTY, line)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        log.met(NUMBER, line, str(value))
        return str(value)
    elif value is None:
        log.met(MISSING, line)
    else:
        log.met(NOT_TEXT, line, f"found {type(value).__name__}")
    return None


def _tags(values: Values | None, lines: Sequence[int], log: Log) -> Iterable[Any]:
    """Ids, times or labels as texts; nothing, and an empty text, is None."""
    if values is None:
        return repeat(None)
    if set(map(type, values)) == {str} and all(values):
        return values
    return [
        (value or None) if type(value) is str else _tag(value, line, log)
        for value, line in zip(values, lines, strict=True)
    ]


def _tag(value: object, line: int, log: Log) -> str | None:
    if value is None:
        return None
    if isinstance(value, list | dict):
        log.met(NESTED, line)
    if isinstance(value, bool | list | dict):
        return json.dumps(value, default=str)
    return str(value)
