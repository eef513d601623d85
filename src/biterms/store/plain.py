"""JSON within limits: a file can neither exhaust the memory nor bring in odd numbers."""

from __future__ import annotations

import json
import math
from typing import Any

from biterms.errors import StoreError

MAX_JSON_BYTES = 1 << 26
#: Each value takes about 60 bytes of memory, however short it is in the file.
MAX_VALUES = 1 << 22
MAX_DEPTH = 32
#: Enough for 64 bits.
MAX_DIGITS = 20


def encoded(value: Any) -> bytes:
    """JSON that `decoded` turns back into an equal value, or an error."""
    try:
        data = json.dumps(value, allow_nan=False).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(
            f"the settings hold what JSON cannot ({error}); expected texts, finite numbers, "
            "truth values, None, lists, and dicts with texts as keys"
        ) from None
    if decoded(data) != value:
        raise StoreError(
            "the settings would come back changed; expected lists instead of tuples and texts "
            "as keys of dicts"
        )
    return data


def decoded(data: bytes) -> Any:
    """The value, of few levels, with finite numbers of moderate length and no key twice."""
    if len(data) > MAX_JSON_BYTES:
        raise StoreError(
            f"the settings take {len(data):,} bytes, expected at most {MAX_JSON_BYTES:,}"
        )
    if sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise StoreError(f"the settings hold too many values, expected at most {MAX_VALUES:,}")
    try:
        value = json.loads(
            data.decode("utf-8"),
            parse_float=_finite,
            parse_int=_whole,
            parse_constant=_refused,
            object_pairs_hook=_distinct,
        )
    except (ValueError, RecursionError) as error:
        raise StoreError(f"not the JSON that was written ({error})") from None
    _check_depth(value)
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:30]} is too large")
    return number


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _refused(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _check_depth(value: Any) -> None:
    level: list[Any] = [[value]]
    for _ in range(MAX_DEPTH + 1):
        inside = (part.values() if isinstance(part, dict) else part for part in level)
        level = [one for part in inside for one in part if isinstance(one, dict | list)]
        if not level:
            return
    raise StoreError(f"the settings are nested in more than {MAX_DEPTH} levels")
