"""Columns that have nothing but ISO dates and times, read all at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from biterms.kernels import Array

_DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = rf"{_DATE}[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
#: one form for all: dates, or times of day without a zone, or those in UTC
_FORMS = [re.compile(rf"(?:{form}\n)+") for form in (_DATE, _TIME, f"{_TIME}Z")]


def plain_seconds(values: Sequence[Any]) -> Array | None:
    """Seconds since 1970 of ISO dates or times that are all written alike, in UTC.

    Parameters
    ----------
    values : sequence
        Anything.

    Returns
    -------
    array of int or None
        None if any of them is something else, or if they are written in several ways.
    """
    try:
        lines = "\n".join(values) + "\n"
        if not any(form.fullmatch(lines) for form in _FORMS):
            return None
        bare = [value[:-1] for value in values] if values[0][-1] == "Z" else values
        seconds = np.array(bare, dtype="datetime64[s]").astype(np.int64)
    except (TypeError, ValueError):
        return None
    # the first year is 1: what comes before it is no time to Python
    return seconds if seconds.min() >= -62_135_596_800 else None
