"""DataFrames of Spark: their columns, and what is needed to work with them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from biterms.errors import InputError, MissingExtra
from biterms.text.readers import Columns
from biterms.text.readers.columns import choose_columns

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: how a DataFrame is called in errors
TABLE = "the DataFrame"
#: columns that would be read as something else than was meant: what they hold, and what helps
REFUSED = {
    "binary": ("bytes", "decode(`{name}`, 'UTF-8')"),
    "array": ("lists", "concat_ws(' ', `{name}`)"),
    "map": ("maps", "`{name}`['key']"),
    "struct": ("several fields", "`{name}`.field"),
    "variant": ("values of any kind", "variant_get(`{name}`, '$', 'string')"),
}


def check_frame(given: Any) -> None:
    """Refuse what is no DataFrame of Spark.

    Raises
    ------
    MissingExtra
        If Spark, or what it needs to speak Arrow, is not installed.
    InputError
        If something else was given.
    """
    try:
        for package in ("pandas", "pyarrow"):  # Spark needs both to hand over batches of Arrow
            import_module(package)
        from pyspark.sql import DataFrame
    except ImportError as error:
        raise MissingExtra("biterms.spark", "spark") from error
    if not isinstance(given, DataFrame):
        raise InputError(
            f"a {type(given).__name__} was given, expected a DataFrame of Spark; other tables go "
            "to the methods of TopicModel"
        )


def selected(frame: DataFrame, columns: Columns) -> DataFrame:
    """The columns of text, id, time and label, named so; those that were not chosen are left out.

    Parameters
    ----------
    frame : DataFrame
        A table.
    columns : Columns
        The names of its columns; the text may be found by a usual name, the id by its own.

    Returns
    -------
    DataFrame
        The first column is the text.

    Raises
    ------
    InputError
        If a column is not there, or none can be the text, or if one holds bytes or lists.
    """
    names = frame.columns
    found = choose_columns(columns, names, "parquet", TABLE).keys
    for at in found:
        if isinstance(at, int):
            check_kind(frame, at)
    pairs = zip(found, ("text", "id", "time", "label"), strict=True)
    chosen = [(names[at], name) for at, name in pairs if at is not None]
    return frame.select(*(frame[f"`{column}`"].alias(name) for column, name in chosen))


def text_column(frame: DataFrame, text: str | None) -> str:
    """The name of the column of the texts.

    Raises
    ------
    InputError
        If it is not there, or none has a usual name, or if it holds bytes or lists.
    """
    at: int = choose_columns(Columns(text), frame.columns, "parquet", TABLE).keys[0]
    check_kind(frame, at)
    return frame.columns[at]


def check_kind(frame: DataFrame, at: int) -> None:
    """Refuse a column of bytes, lists or the like; its schema tells, no row is looked at.

    Parameters
    ----------
    frame : DataFrame
        A table.
    at : int
        The number of the column.

    Raises
    ------
    InputError
        If it holds anything that is no single value.
    """
    column = frame.schema.fields[at]
    if (kind := column.dataType.typeName()) not in REFUSED:
        return
    held, helps = REFUSED[kind]
    name = column.name
    raise InputError(
        f"{TABLE}: column {name!r} holds {held} ({column.dataType.simpleString():.60}), expected "
        f"strings: make strings of them first, such as "
        f'selectExpr("{helps.format(name=name)} AS `{name}`", ...)'
    )
