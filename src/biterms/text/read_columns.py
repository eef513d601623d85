"""Which column is which, decided once per file, before anything is read."""

from __future__ import annotations

from biterms.errors import InputError
from biterms.text.read_batches import Chosen
from biterms.text.records import Columns

USUAL = (
    "text",
    "full_text",
    "tweet",
    "title",
    "headline",
    "message",
    "content",
    "body",
    "comment",
    "question",
    "query",
    "sentence",
    "document",
    "review",
    "description",
    "summary",
    "abstract",
    "subject",
)
_SHOWN = 30


def choose(columns: Columns, names: list[str], kind: str, file: str) -> Chosen:
    """The columns as numbers; in JSON lines, whose objects have no order, as names."""
    given = (columns.text, columns.id, columns.time, columns.label)
    _check_kind(given, kind, file)
    # without a row to learn names from nothing can be checked; whatever comes is counted
    if not names and kind == "jsonl":
        return Chosen((columns.text or "text", *given[1:]))
    if not names:
        return Chosen(header=False)
    usual = _usual(names, USUAL) if columns.text is None else None
    numbers = [None if column is None else _number(column, names, file) for column in given]
    if columns.text is None:
        numbers[0] = _only(names, file) if usual is None else usual
    # columns chosen by numbers alone, and a lone one of no usual name: the first row is a text
    header = usual is not None or any(isinstance(column, str) for column in given)
    if columns.id is None and (header or kind == "parquet"):
        numbers[1] = _usual(names, ("id",))
    keys = [names[n] if n is not None and kind == "jsonl" else n for n in numbers]
    return Chosen((keys[0], keys[1], keys[2], keys[3]), header)


def _check_kind(given: tuple[str | int | None, ...], kind: str, file: str) -> None:
    if kind == "txt" and any(column is not None for column in given):
        raise InputError(
            f"{file}: one text per line and no columns, but columns were chosen; "
            "leave them out, or say of which kind the file is"
        )
    if kind == "jsonl" and any(isinstance(column, int) for column in given):
        raise InputError(f"{file}: a column by number, but JSON lines have only names; give a name")


def _usual(names: list[str], wanted: tuple[str, ...]) -> int | None:
    plain = [name.strip().lower() for name in names]
    return next((plain.index(name) for name in wanted if name in plain), None)


def _only(names: list[str], file: str) -> int:
    if len(names) > 1:
        raise InputError(
            f"{file}: none of its columns has a usual name for a text; there are {_shown(names)}; "
            "choose the column of the text"
        )
    return 0


def _number(column: str | int, names: list[str], file: str) -> int:
    if isinstance(column, str) and column in names:
        return names.index(column)
    if isinstance(column, int) and 0 <= column < len(names):
        return column
    what = repr(column) if isinstance(column, str) else f"number {column} (counted from 0)"
    raise InputError(f"{file}: no column {what}; there are {_shown(names)}; choose one of them")


def _shown(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(repr(name[:_SHOWN]) for name in names[:_SHOWN]) + more
