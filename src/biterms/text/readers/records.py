"""What a user chooses before reading, and what reading gives: columns and records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

#: what databases, spreadsheets and Python write into a cell without a value; in these letters only,
#: since "none" and "NA" may be answers
NO_VALUE = frozenset(
    {"NULL", "null", "NaN", "nan", "NaT", "None", "<NA>", "N/A", "n/a", "#N/A", "\\N"}
)


@dataclass(frozen=True)
class Columns:
    """Which columns of a file hold the text, its id, its time and its label.

    Parameters
    ----------
    text : str or int, optional
        Name of the column of the text, or its number from 0 in tables and Parquet. By default the
        column with a usual name (text, title, message, ...), or the only column.
    id : str or int, optional
        Column of the id; by default the column named ``id``, if there is one.
    time, label : str or int, optional
        Columns of the time and of the label; by default none.

    Notes
    -----
    A table (CSV, TSV) whose columns are chosen by numbers alone has no header line.

    Examples
    --------
    >>> Columns(text="tweet", time="created_at")
    Columns(text='tweet', id=None, time='created_at', label=None)
    """

    text: str | int | None = None
    id: str | int | None = None
    time: str | int | None = None
    label: str | int | None = None


class Record(NamedTuple):
    """One text with its id, and its time and label where the file has them.

    Parameters
    ----------
    text : str
        The text.
    id : str
        The value of the id column; without such a column the number of the line, or ``file:line``
        when several files are read.
    time : str or None
        The time as it is in the file.
    label : str or None
        The label as it is in the file.

    Examples
    --------
    >>> from biterms import LDA, Record, TopicModel
    >>> texts = [Record("late goal wins", f"n{i}", "2024-05-01", "sport") for i in range(3)]
    >>> TopicModel(LDA(1)).fit(texts).assign(texts)[0].id
    'n0'
    """

    text: str
    id: str
    time: str | None
    label: str | None
