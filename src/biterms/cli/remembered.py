"""How much of a stream is remembered, as options say it."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import NamedTuple

from biterms.cli.options import MAX_WHOLE
from biterms.errors import SettingError


class Remembered(NamedTuple):
    """What is remembered of a stream.

    Parameters
    ----------
    most : int, str or timedelta
        As for `Annealed`.
    option : str
        The option as it was typed, for messages.
    """

    most: int | str | timedelta
    option: str


def read_remembered(remember: str | None, half_life: str | None) -> Remembered | None:
    """What --remember or --half-life say; None if neither is given.

    Raises
    ------
    SettingError
        If they cannot be read, or both are given.
    """
    if remember is not None and half_life is not None:
        raise SettingError(
            f"--remember {remember[:40]} and --half-life {half_life[:40]}: both say how much is "
            "remembered, expected only one of them"
        )
    if half_life is not None:
        return Remembered(_of_half_life(half_life), f"--half-life {half_life[:40]}")
    if remember is None:
        return None
    return Remembered(_most_of(remember), f"--remember {remember[:40]}")


def check_timed(remember: str | None, half_life: str | None, time: str | None) -> None:
    """Refuse a span of time where nothing says when texts were written.

    Raises
    ------
    SettingError
        If it is so.
    """
    asked = read_remembered(remember, half_life)
    if asked is not None and not isinstance(asked.most, int) and time is None:
        raise SettingError(f"{asked.option}: say with --time where the time of a text is")


def _most_of(asked: str) -> int | str:
    """A number of texts, or a span of time."""
    from biterms.learning.span import span_seconds

    if asked.isascii() and asked.isdigit() and 1 <= int(asked[:11]) <= MAX_WHOLE:
        return int(asked)
    try:
        span_seconds(asked)
    except ValueError as error:
        raise SettingError(
            f"--remember {asked[:40]}: {error}, or a number of texts from 1 to {MAX_WHOLE}"
        ) from None
    return asked


def _of_half_life(asked: str) -> timedelta:
    """The span T whose texts are remembered: exp(-t / T) is a half at T ln 2."""
    from biterms.learning.span import span_seconds

    try:
        return timedelta(seconds=span_seconds(asked) / math.log(2))
    except ValueError as error:
        raise SettingError(f"--half-life {asked[:40]}: {error}") from None
