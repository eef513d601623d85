"""Time zones by name or by their distance from UTC."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from biterms.errors import SettingError

_OFFSET = re.compile(r"(?:GMT|UTC)?([+-])([0-9]{2}):?([0-9]{2})?")
#: hours from UTC of the names that RFC 2822 has (section 4.3)
_MAIL = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}


@lru_cache(1000)
def zone_of(name: str) -> tzinfo | None:
    """The zone of an offset (``+02:00``), ``Z``, or a name (``Europe/Berlin``); None: unknown."""
    if name in ("Z", "z", "UTC", "GMT", "UT"):
        return UTC
    if name in _MAIL:
        return timezone(timedelta(hours=_MAIL[name]))
    if found := _OFFSET.fullmatch(name):
        hours, minutes = int(found[2]), int(found[3] or 0)
        if hours > 23 or minutes > 59:
            return None
        distance = timedelta(hours=hours, minutes=minutes)
        return timezone(-distance if found[1] == "-" else distance)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def chosen_zone(name: str) -> tzinfo:
    """The zone that a user has chosen.

    Raises
    ------
    SettingError
        If there is none of this name.
    """
    zone = zone_of(name)
    if zone is None:
        raise SettingError(
            f"time zone {name!r:.60}: expected a name such as Europe/Berlin, or a distance from "
            "UTC such as +02:00; pip install tzdata, if this machine knows no names"
        )
    return zone
