"""Sources and sinks as users give them: of one kind, each with a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from biterms.errors import InputError


def check_named(given: Sequence[Any], kind: type, expected: str) -> None:
    """Refuse what is of another kind, and two of the same name.

    Parameters
    ----------
    given : sequence
        What a user gave.
    kind : type
        The protocol.
    expected : str
        What it asks for, and an example.

    Raises
    ------
    InputError
        If they cannot be used.
    """
    what = kind.__name__.lower()
    for one in given:
        if not isinstance(one, kind):
            raise InputError(f"{one!r:.40} is no {what}: expected an object with {expected}")
    names = [one.name for one in given]
    if len({*names}) < len(names):
        raise InputError(f"{what}s have the same name, {max(names, key=names.count)!r:.80}")
