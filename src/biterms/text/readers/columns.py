"""Which column is which: decided once per file, before anything is read."""

from __future__ import annotations

from biterms.errors import InputError
from biterms.text.readers.batches import ChosenColumns
from biterms.text.readers.records import Columns

USUAL_NAMES = (
    *("text", "full_text", "tweet", "title", "headline", "message", "content", "body"),
    *("comment", "question", "query", "sentence", "document", "review", "description"),
    *("summary", "abstract", "subject", "answer", "response", "feedback"),
    *("kommentar", "nachricht", "titel", "beschreibung", "betreff", "frage", "antwort"),
    *("texte", "titre", "commentaire", "texto", "título", "titulo", "comentario", "comentário"),
    *("mensaje", "mensagem", "testo", "titolo", "commento", "messaggio", "tekst", "bericht"),
)
_MAX_LISTED = 30


def choose_columns(columns: Columns, names: list[str], kind: str, file: str) -> ChosenColumns:
    """Find the columns: by number, or in JSON lines, whose objects have no order, by name.

    Parameters
    ----------
    columns : Columns
        The user's choice.
    names : list of str
        Names of all columns; empty if the file has none or no row yet.
    kind : str
        Format of the file.
    file : str
        Name of the file, for errors.

    Returns
    -------
    ChosenColumns
        The columns of text, id, time and label.

    Raises
    ------
    InputError
        If a column does not exist, is ambiguous, or none can be the text.
    """
    given = (columns.text, columns.id, columns.time, columns.label)
    _check_kind(given, kind, file)
    # Without a row there are no names to check; what comes later is counted as a problem.
    if not names and kind == "jsonl":
        return ChosenColumns((columns.text or "text", *given[1:]))
    if not names:
        return ChosenColumns(header=False)
    usual = _first_of(USUAL_NAMES, names) if columns.text is None else None
    numbers = [None if column is None else _number(column, names, file) for column in given]
    if columns.text is None:
        numbers[0] = _only_column(names, file) if usual is None else usual
    # If all columns are chosen by number, or the only one has no usual name, the first row is data.
    header = usual is not None or any(isinstance(column, str) for column in given)
    if columns.id is None and (header or kind == "parquet"):
        numbers[1] = _first_of(("id",), names)
    if header or kind == "parquet":
        _check_unique(names, numbers, file)
    keys = [names[n] if n is not None and kind == "jsonl" else n for n in numbers]
    return ChosenColumns((keys[0], keys[1], keys[2], keys[3]), header)


def names_the_text(text: str | int | None, names: list[str]) -> bool:
    """Whether some of several names is the chosen column of the text, or else a usual name."""
    if len(names) < 2:
        return False
    return text in names if isinstance(text, str) else _first_of(USUAL_NAMES, names) is not None


def _check_kind(given: tuple[str | int | None, ...], kind: str, file: str) -> None:
    if kind == "txt" and any(column is not None for column in given):
        raise InputError(
            f"{file}: read as one text per line, which has no columns, but columns were chosen; "
            "leave them out, or name the format of the file, such as kind='csv'"
        )
    if kind == "jsonl" and any(isinstance(column, int) for column in given):
        raise InputError(
            f"{file}: a column was chosen by number, but JSON lines have only names; give a name"
        )


def _check_unique(names: list[str], numbers: list[int | None], file: str) -> None:
    """A column that is read must be the only one of its name, whatever the format is."""
    for name in {names[number] for number in numbers if number is not None}:
        if (count := names.count(name)) > 1:
            raise InputError(
                f"{file}: {count} columns are named {name!r}, expected one; rename the others, or "
                "choose another column"
            )


def _first_of(wanted: tuple[str, ...], names: list[str]) -> int | None:
    plain = [name.strip().lower() for name in names]
    return next((plain.index(name) for name in wanted if name in plain), None)


def _only_column(names: list[str], file: str) -> int:
    if len(names) > 1:
        raise InputError(
            f"{file}: no column has a usual name for texts; there are {_listed(names)}; "
            "choose the column of the text, text='NAME'"
        )
    return 0


def _number(column: str | int, names: list[str], file: str) -> int:
    if isinstance(column, str) and column in names:
        return names.index(column)
    if isinstance(column, int) and 0 <= column < len(names):
        return column
    what = repr(column) if isinstance(column, str) else f"number {column} (counted from 0)"
    raise InputError(f"{file}: no column {what}; there are {_listed(names)}; choose one of them")


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MAX_LISTED:,} more" if len(names) > _MAX_LISTED else ""
    return ", ".join(repr(name[:_MAX_LISTED]) for name in names[:_MAX_LISTED]) + more
