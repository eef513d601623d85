"""From columns of values to records: every format passes through here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from biterms.text.readers.problems import EMPTY, MISSING, NESTED, NOT_TEXT, NUMBER, ProblemLog
from biterms.text.readers.records import NO_VALUE, Record

Values = Sequence[object]
# Record._make, without a Python frame per record.
_record: Callable[[Iterable[object]], Record] = partial(tuple.__new__, Record)


class ChosenColumns(NamedTuple):
    """The columns of text, id, time and label: numbers, or in JSON lines names.

    ``header`` says whether the first row of a table holds names instead of a text.
    """

    keys: tuple[Any, Any, Any, Any] = (0, None, None, None)
    header: bool = True


class RowBatch(NamedTuple):
    """The values of some rows by column, None for a column that was not chosen.

    ``lines`` are the line numbers of the rows.
    """

    lines: Sequence[int]
    texts: Values
    ids: Values | None = None
    times: Values | None = None
    labels: Values | None = None


def make_batch(
    lines: Sequence[int], chosen: ChosenColumns, values_of: Callable[[Any], Values]
) -> RowBatch:
    """Collect the chosen columns, where `values_of` gives the values of a column."""
    texts, *others = (None if key is None else values_of(key) for key in chosen.keys)
    return RowBatch(lines, _cells(texts or []), *others)


def _cells(values: Values) -> Values:
    """The cells of the column of texts; None for one that says that it is empty."""
    if set(map(type, values)) == {str}:
        return [None if value in NO_VALUE else value for value in values]
    return [None if type(value) is str and value in NO_VALUE else value for value in values]


def records(batch: RowBatch, prefix: str, log: ProblemLog) -> Iterator[Record]:
    """Turn the rows that have a text into records; `prefix` goes before a line used as an id."""
    return records_with_text(with_text(batch, log), prefix, log)


def records_with_text(batch: RowBatch, prefix: str, log: ProblemLog) -> Iterator[Record]:
    """The same for rows that `with_text` gave."""
    log.trouble.kept += len(batch.texts)
    ids: Iterable[str] = map(str, batch.lines)
    if prefix:
        ids = map(prefix.__add__, ids)
    if batch.ids is not None:
        given = _strings(batch.ids, batch.lines, log)
        ids = [value or line for value, line in zip(given, ids, strict=True)]
    times, labels = (_strings(values, batch.lines, log) for values in (batch.times, batch.labels))
    return map(_record, zip(batch.texts, ids, times, labels, strict=False))


def _all_texts(values: Values) -> bool:
    return set(map(type, values)) <= {str} and all(values) and not any(map(str.isspace, values))  # type: ignore[arg-type]


def with_text(batch: RowBatch, log: ProblemLog) -> RowBatch:
    """The rows that have a text."""
    if _all_texts(batch.texts):
        return batch
    texts = [_text(value, line, log) for value, line in zip(batch.texts, batch.lines, strict=True)]
    kept = [i for i, text in enumerate(texts) if text is not None]
    columns = [v and [v[i] for i in kept] for v in (batch.ids, batch.times, batch.labels)]
    return RowBatch([batch.lines[i] for i in kept], [texts[i] for i in kept], *columns)


def _text(value: object, line: int, log: ProblemLog) -> str | None:
    """A number is kept as its digits, as in a table, where every value is a text."""
    if isinstance(value, str):
        if value and not value.isspace():
            return value
        log.add(EMPTY, line)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        log.add(NUMBER, line, str(value))
        return str(value)
    elif value is None:
        log.add(MISSING, line)
    else:
        log.add(NOT_TEXT, line, f"found {type(value).__name__}")
    return None


def _strings(values: Values | None, lines: Sequence[int], log: ProblemLog) -> Iterable[Any]:
    """Ids, times or labels as strings; None for a missing or empty value."""
    if values is None:
        return repeat(None)
    if set(map(type, values)) == {str} and all(values):
        return values
    return [
        (value or None) if type(value) is str else _string(value, line, log)
        for value, line in zip(values, lines, strict=True)
    ]


def _string(value: object, line: int, log: ProblemLog) -> str | None:
    if value is None:
        return None
    if isinstance(value, list | dict):
        log.add(NESTED, line)
    if isinstance(value, bool | list | dict):
        return json.dumps(value, default=str)
    return str(value)
