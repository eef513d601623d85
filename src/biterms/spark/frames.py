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
        If a column is not there, or none can be the text.
    """
    names = frame.columns
    found = choose_columns(columns, names, "parquet", TABLE).keys
    pairs = zip(found, ("text", "id", "time", "label"), strict=True)
    chosen = [(names[at], name) for at, name in pairs if at is not None]
    return frame.select(*(frame[f"`{column}`"].alias(name) for column, name in chosen))


def text_column(frame: DataFrame, text: str | None) -> str:
    """The name of the column of the texts.

    Raises
    ------
    InputError
        If it is not there, or none has a usual name.
    """
    at: int = choose_columns(Columns(text), frame.columns, "parquet", TABLE).keys[0]
    return frame.columns[at]
