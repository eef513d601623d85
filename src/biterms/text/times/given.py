"""How times are written, as a user says it."""

from __future__ import annotations

import re
from datetime import datetime

from biterms.errors import SettingError
from biterms.text.times.patterns import Moment

#: names of orders of day and month, and whether the day is first
ORDERS = {"day-first": True, "month-first": False}
_YEAR, _CLOCK = re.compile("%[YyGcx]"), re.compile("%[HIMSfcX]")


class Pattern:
    """A pattern of `datetime.strptime`, which must tell the year.

    Parameters
    ----------
    pattern : str
        Such as ``%d.%m.%Y %H:%M``.

    Attributes
    ----------
    written : str
        The pattern.

    Raises
    ------
    SettingError
        If it is none.
    """

    def __init__(self, pattern: str) -> None:
        self.written = pattern
        self._daily = _CLOCK.search(pattern) is None
        some = datetime(2024, 5, 31, 14, 30)
        if _YEAR.search(pattern) is None or self.moment(some.strftime(pattern)) is None:
            raise SettingError(
                f"time format {pattern!r:.60}: expected day-first, month-first, or a pattern with "
                "a year, such as %d.%m.%Y %H:%M"
            )

    def moment(self, text: str) -> Moment | None:
        """The time that a text means, or the day if the pattern has no time of day."""
        try:
            moment = datetime.strptime(text.strip(), self.written)
        except ValueError:
            return None
        return moment.date() if self._daily else moment
