"""Some lines of a file at a time, for those who read a file while it grows."""

from __future__ import annotations

from typing import NamedTuple

from biterms.text.readers import json_lines, lines, tables
from biterms.text.readers.batches import ChosenColumns, RowBatch
from biterms.text.readers.formats import TABLES, plan_of
from biterms.text.readers.problems import ProblemLog
from biterms.text.readers.records import Columns
from biterms.text.readers.source import Source


class Layout(NamedTuple):
    """What the start of a file has shown: how its lines are read, from here to its end.

    Parameters
    ----------
    kind : str
        The format.
    chosen : ChosenColumns
        The columns, and whether the header is still to come.
    shape : Shape or None
        The shape of a table.
    told : bool
        Whether the next line only tells the separator of a table.
    """

    kind: str
    chosen: ChosenColumns
    shape: tables.Shape | None = None
    told: bool = False

    @property
    def marked(self) -> bool:
        """Whether the ends of lines must be marked: in a table they may be text."""
        return self.shape is not None


class Parsed(NamedTuple):
    """Rows of some lines, how many lines at their end must wait, and what holds after them."""

    rows: RowBatch
    left: int
    layout: Layout


def layout_of(source: Source, columns: Columns, kind: str | None) -> Layout:
    """Decide on the start of a file how its lines are read.

    Parameters
    ----------
    source : Source
        The file.
    columns : Columns
        The columns that were chosen.
    kind : str or None
        The format; None: it is found.

    Returns
    -------
    Layout
        What holds from its first line on.

    Raises
    ------
    InputError
        If it is of another format, or a column does not exist.
    """
    _, kind, chosen = plan_of(source, columns, kind)
    if kind not in TABLES:
        return Layout(kind, chosen)
    told = tables.is_told(lines.first_lines(source, marked=True))
    return Layout(kind, chosen, TABLES[kind].shape(source, chosen), told)


def parsed(first: int, text: str, layout: Layout, log: ProblemLog, *, more: bool) -> Parsed:
    """Rows of some lines, the first of which has this number and begins a row.

    Parameters
    ----------
    first : int
        Number of the first line.
    text : str
        The lines, joined by LF.
    layout : Layout
        How they are read.
    log : ProblemLog
        Where problems are counted.
    more : bool
        Whether a row may go on in lines that come later.

    Returns
    -------
    Parsed
        The rows.
    """
    if layout.shape is None:
        if layout.kind == "jsonl":
            return Parsed(json_lines.batch_of(first, text, layout.chosen, log), 0, layout)
        return Parsed(lines.batch_of(first, text.split("\n")), 0, layout)
    told = layout.told
    rows, left, header = tables.batch_of(
        first + told, text.split("\n")[told:], (layout.shape, layout.chosen), log, more=more
    )
    after = layout._replace(chosen=layout.chosen._replace(header=header), told=False)
    return Parsed(rows, left, after)
