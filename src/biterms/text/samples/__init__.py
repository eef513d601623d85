"""Texts that come with the package: a year of dated news headlines (see the README beside them)."""

from __future__ import annotations

from importlib.resources import as_file, files

from biterms.text.readers import Columns, Record, read

HEADLINES = "abc_headlines.jsonl.gz"


def sample_headlines() -> list[Record]:
    """Read a year of news to try things on: 74,399 dated headlines of ABC News (Australia).

    They are from 19 February 2003 to 24 February 2004, in the order of their dates, and in the
    public domain (CC0).

    Returns
    -------
    list of Record
        Each with its text, its number as id, and its date as time.

    Examples
    --------
    >>> from biterms import sample_headlines
    >>> sample_headlines()[0]._replace(id="")
    Record(text='aba decides against community broadcasting licence', id='', time='2003-02-19', \
label=None)
    """
    columns = Columns(text="text", time="date")
    with as_file(files(__package__).joinpath(HEADLINES)) as path:
        return list(read(path, columns, kind="jsonl", strict=True))
