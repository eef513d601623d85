"""Strings of JSON lines, in plain Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from biterms.kernels.text_shapes import JsonStrings

#: signs of a number, and objects or lists in each other, that are read
MOST_DIGITS, MOST_DEPTH = 100, 50


class _Members(list[tuple[str, Any]]):
    """An object with each of its members, also where two have the same name."""


def json_strings(text: str, keys: Sequence[str]) -> JsonStrings:
    """Strings at these keys of objects, one per line; None for a missing value.

    Other lines are those that hold no object or have another kind of value there, and some that are
    unusual: see `MOST_DIGITS`, `MOST_DEPTH`; NaN and Infinity; half a surrogate pair in a value;
    spaces around it that JSON does not know. Of members with the same name the last one counts.
    A text that UTF-8 cannot encode is an error.
    """
    text.encode()
    rows, others = [], []
    for i, line in enumerate(text.split("\n")):
        try:
            rows.append(_row(line.strip(" \t\r"), keys))
        except (ValueError, RecursionError):
            rows.append([None] * len(keys))
            others.append(i)
    return JsonStrings([list(column) for column in zip(*rows, strict=True)], others)


def _row(line: str, keys: Sequence[str]) -> list[str | None]:
    found = _decoder().decode(line)
    if not isinstance(found, _Members) or _depth(found) > MOST_DEPTH:
        raise ValueError(line)
    values = dict(found)
    row = [values.get(key) for key in keys]
    if any(not (value is None or isinstance(value, str)) for value in row):
        raise ValueError(line)
    "".join(filter(None, row)).encode()
    return row


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        strict=False,
        object_pairs_hook=_Members,
        parse_int=_number,
        parse_float=_number,
        parse_constant=_unusual,
    )


def _number(signs: str) -> float:
    if len(signs) > MOST_DIGITS:
        raise ValueError(signs)
    return 0.0


def _unusual(name: str) -> None:
    raise ValueError(name)


def _depth(value: object) -> int:
    if isinstance(value, _Members):
        return 1 + max((_depth(each) for _, each in value), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0
