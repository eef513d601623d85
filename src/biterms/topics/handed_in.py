"""Texts as they are handed in, with what stands beside them: times, classes and ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from biterms.errors import InputError
from biterms.text.readers import Columns, Record, Trouble
from biterms.text.readers.batches import ChosenColumns, RowBatch, records
from biterms.text.readers.columns import choose_columns
from biterms.text.readers.frames import Frame, frame_of, joined, length_of, values_of
from biterms.text.readers.problems import ProblemLog
from biterms.topics.texts import lists, pieces, several

#: how a data frame is called in errors and in the account of its problems
TABLE = "the data frame"
#: fields of a `RowBatch` and of a `Record`, and how users call them
FIELDS = {"ids": "id", "times": "time", "labels": "label"}
NAMES = {"ids": "ids", "times": "times", "labels": "classes"}


class Beside(NamedTuple):
    """What stands beside texts: values, or names of columns of a data frame.

    Parameters
    ----------
    text : str, optional
        The column of the texts.
    times, classes, ids : str or iterable, optional
        A column, or one value for each text.
    """

    text: Any = None
    times: Any = None
    classes: Any = None
    ids: Any = None

    def columns(self) -> Columns:
        """The columns that are named."""
        named = (value if _is_name(value) else None for value in self._in_order())
        return Columns(*named)

    def values(self) -> dict[str, Any]:
        """What was given as values, by the field of a `RowBatch`."""
        found = zip(("texts", *FIELDS), self._in_order(), strict=True)
        return {name: value for name, value in found if value is not None and not _is_name(value)}

    def check(self, texts: Any, frame: Frame | None) -> None:
        """Refuse names without a data frame, and values that are not as many as the texts.

        Raises
        ------
        InputError
            If they do not fit together.
        """
        named = [(name, v) for name, v in self._asdict().items() if v is not None and _is_name(v)]
        if self.text is not None and not _is_name(self.text):
            raise InputError(
                f"text={self.text!r:.40}: expected the name of a column (assign has with_text=True "
                "for a table with texts)"
            )
        if named and (frame is None or frame.is_column):
            name, value = named[0]
            raise InputError(
                f"{name}={value!r:.40} names a column, but a {type(texts).__name__} was given: "
                "expected a data frame, or one value for each text"
            )
        n = length_of(texts) if frame is None else frame.n_rows
        for name in ("times", "classes", "ids"):
            given = getattr(self, name)
            n_given = None if given is None or _is_name(given) else length_of(given)
            if None not in (n, n_given) and n != n_given:
                raise InputError(f"{n_given:,} {name} for {n:,} texts, expected one for each")

    def opened(self, texts: Any) -> Frame | None:
        """Texts as a table: one, or an iterator over parts of one, whose columns are named.

        Of an iterator the first part is read, so nothing is waited for where texts come by
        themselves: these have no columns.
        """
        frame = frame_of(texts)
        if frame is None and any(map(_is_name, self)) and isinstance(texts, Iterable):
            return joined(texts)
        return frame

    def _in_order(self) -> tuple[Any, Any, Any, Any]:
        return self.text, self.ids, self.times, self.classes


def records_of(
    texts: Any, beside: Beside, trouble: Trouble, begin: int = 0
) -> Iterator[str | Record]:
    """Texts to learn from; what nobody means is refused now, before the first is read.

    Parameters
    ----------
    texts : iterable of str or Record, data frame, column of one, or several tables
        The texts. Of a data frame, rows without a text are left out.
    beside : Beside
        What stands beside them.
    trouble : Trouble
        Filled with what was missing.
    begin : int
        Number of the first text, which is its id if it has no other.
    """
    rows = rows_of(texts, beside, trouble, begin)
    if rows is not None:
        return rows
    found, given = several(texts), beside.values()
    found = _with_values(found, _values_of(given), begin) if given else found
    return chain.from_iterable(_counted(found, trouble))


def rows_of(
    texts: Any,
    beside: Beside,
    trouble: Trouble | None = None,
    begin: int = 0,
    prefix: str = "",
) -> Iterator[Record] | None:
    """The same of a table, whole or in parts; None if something else was given.

    ``prefix`` goes before the number of a row that is used as an id.
    """
    frame = beside.opened(texts)
    beside.check(texts, frame)
    if frame is None:
        return None
    log, values = (
        ProblemLog(TABLE, Trouble() if trouble is None else trouble),
        _values_of(beside.values()),
    )
    batches = frame.batches(_chosen(frame, beside.columns()), begin, log)
    completed = _completed(batches, values)
    return (record for batch in completed for record in records(batch, prefix, log))


def aligned_texts(texts: Any, text: str | None = None) -> Iterator[str | Record]:
    """Texts to say something of, each in its place: one that is missing is empty.

    Parameters
    ----------
    texts : iterable of str or Record, data frame or column of one
        The texts.
    text : str, optional
        The column of the texts.
    """
    return with_ids(texts, Beside(text))


def labelled_texts(
    texts: Any, text: str | None, labels: Any
) -> tuple[list[str | Record], Sequence[Any] | None]:
    """Texts to measure on, and their labels, which may be a column of a data frame.

    Parameters
    ----------
    texts : iterable of str or Record, data frame or column of one
        The texts.
    text : str, optional
        The column of the texts.
    labels : sequence or str, optional
        The labels, or their column.
    """
    if not _is_name(labels):
        return [*aligned_texts(texts, text)], labels
    found = [*records_of(texts, Beside(text, classes=labels), Trouble())]
    return found, [record.label if isinstance(record, Record) else None for record in found]


def with_ids(texts: Any, beside: Beside) -> Iterator[str | Record]:
    """The same with ids, if there are some."""
    frame = beside.opened(texts)
    beside.check(texts, frame)
    given = beside.values()
    values = _values_of(given)
    if frame is None:
        found = several(texts)
        return _with_values(found, values, 0) if given else found
    batches = frame.batches(_chosen(frame, beside.columns()), 0, ProblemLog(TABLE, Trouble()))
    return (record for batch in _completed(batches, values) for record in _each(batch))


def _each(batch: RowBatch) -> Iterator[Record]:
    """All rows of a batch; those without an id have the number of the row."""
    texts = ["" if value is None else str(value) for value in batch.texts]
    ids = batch.lines if batch.ids is None else batch.ids
    for text, line, name in zip(texts, batch.lines, ids, strict=True):
        yield Record(text, str(line if name is None else name), None, None)


def _chosen(frame: Frame, columns: Columns) -> ChosenColumns:
    if frame.is_column:
        return ChosenColumns()
    if not frame.names:
        raise InputError(f"{TABLE} has no columns, expected one with texts")
    return choose_columns(columns, frame.names, "parquet", TABLE)


def _with_values(texts: Iterator[str | Record], values: Values, begin: int) -> Iterator[Record]:
    """Texts and what was given beside them; what a `Record` holds stays where nothing was given."""
    for piece in pieces(texts):
        whole = (_record(text, at) for at, text in enumerate(piece, begin))
        columns = values.next(len(piece))
        fields = [FIELDS[name] for name in columns]
        for record, *beside in zip(whole, *columns.values(), strict=True):
            known = zip(fields, beside, strict=True)
            yield record._replace(**{name: str(v) for name, v in known if v is not None})
        begin += len(piece)
    values.end()


def _record(text: str | Record, at: int) -> Record:
    return text if isinstance(text, Record) else Record(text, str(at), None, None)


def _completed(batches: Iterator[RowBatch], values: Values) -> Iterator[RowBatch]:
    """Rows of a data frame and what was given beside them."""
    for batch in batches:
        yield batch._replace(**values.next(len(batch.lines)))  # type: ignore[arg-type]
    values.end()


class Values:
    """Values beside texts, read in step with them.

    Parameters
    ----------
    columns : mapping of str to iterator
        By the field of a `RowBatch`.
    """

    def __init__(self, columns: Mapping[str, Iterator[object]]) -> None:
        self._columns, self._done = dict(columns), 0

    def next(self, n: int) -> dict[str, list[object]]:
        """The values of the next n texts.

        Raises
        ------
        InputError
            If there are fewer.
        """
        found = {name: list(islice(column, n)) for name, column in self._columns.items()}
        for name, values in found.items():
            if len(values) < n:
                raise InputError(
                    f"{self._done + len(values):,} {NAMES[name]}, but more texts than that: "
                    "expected one for each"
                )
        self._done += n
        return found

    def end(self) -> None:
        """There must be none left.

        Raises
        ------
        InputError
            If there is one.
        """
        for name, column in self._columns.items():
            if [*islice(column, 1)]:
                raise InputError(
                    f"{self._done:,} texts, but more {NAMES[name]} than that: expected one for each"
                )


def _values_of(given: Mapping[str, Any]) -> Values:
    return Values({name: values_of(column, NAMES[name]) for name, column in given.items()})


def _counted(texts: Iterator[str | Record], trouble: Trouble) -> Iterator[list[str | Record]]:
    for piece in lists(texts):
        trouble.kept += len(piece)
        yield piece


def _is_name(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
