"""Dead letters of texts that are to be forgotten.

A dead letter is a record that could not be read, so its id and its text have to be looked for in
what there is: whole, as a field, or as JSON writes them.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

#: a string of JSON that is no name of a column
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\s*:)')
_BETWEEN = re.compile(r"[,;:\t\n{}\[\]]")
_ASKED = "SELECT number, position, data FROM dead WHERE data != '' ORDER BY number"


class Letters(NamedTuple):
    """Dead letters of some documents.

    Parameters
    ----------
    numbers : list of int
        Their numbers.
    ids : set of str
        Ids that they have.
    """

    numbers: list[int]
    ids: set[str]


def letters_of(db: sqlite3.Connection, ids: Collection[str], texts: Collection[str]) -> Letters:
    """Find the dead letters that have one of some ids, or hold one of some texts.

    Parameters
    ----------
    db : Connection
        The journal.
    ids, texts : collection of str
        The ids, and texts of documents that have them.
    """
    numbers, found = list[int](), set[str]()
    wanted, parts = {*ids}, [text for text in texts if text]
    for number, position, data in db.execute(_ASKED):
        strings = [data, *_strings(data)]
        own = wanted.intersection([position, *map(str.strip, strings), *_fields(data)])
        if own or any(part in string for part in parts for string in strings):
            numbers.append(number)
            found |= own
    return Letters(numbers, found)


def emptied(db: sqlite3.Connection, numbers: Collection[int]) -> None:
    """Leave nothing in dead letters but where they came from, and why."""
    db.executemany("UPDATE dead SET data = '' WHERE number = ?", [(each,) for each in numbers])


def _strings(data: str) -> Iterator[str]:
    """What stands between quotation marks, as JSON reads it."""
    for quoted in _QUOTED.findall(data):
        with suppress(ValueError):
            yield json.loads(f'"{quoted}"', strict=False)


def _fields(data: str) -> Iterator[str]:
    """What stands between commas and the like: numbers of JSON, columns of a table."""
    return (part.strip(' "') for part in _BETWEEN.split(data))
