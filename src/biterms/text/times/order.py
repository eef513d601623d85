"""What is the day, the month and the year in the dates of a column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from biterms.text.times.patterns import DayMonth, Moment

NAMES = {True: "day before month", False: "month before day"}
ASKED, BEFORE = "as asked", "as before"
LOOK = (
    "if dates of one of them are read wrongly, give them with the year first (2024-05-31), or say "
    "their order (--time-format)"
)


class DateOrder:
    """The order of day, month and year, decided once on many dates, and an account of it.

    A date such as 5/6/2024 is in May or in June. It is the order that more of the dates need;
    where none needs one it is that of ``usual`` or a guess: dates with dots or hyphens begin with
    the day, those with slashes with the month. A year of two digits is the last number, unless
    more dates need it to be the first, as 99-05-31 does, or the first number changes less than the
    last one does, as in 24-05-29, 24-05-30, 24-05-31.

    Parameters
    ----------
    day_first : bool, optional
        The order that a user has chosen.

    Attributes
    ----------
    day_first : bool or None
        Whether the day comes before the month; None: that was not needed yet.
    year_first : bool
        Whether years of two digits come first.
    usual, usual_year_first : bool or None
        The order where dates do not tell, as known from before.
    guessed : bool
        Whether nothing told what is the day.
    ambiguous : int
        Number of dates that fit both orders.
    """

    def __init__(self, day_first: bool | None = None) -> None:
        self.day_first = day_first
        self.year_first = self.guessed = False
        self.usual: bool | None = None
        self.usual_year_first: bool | None = None
        self.ambiguous = 0
        self._why = BEFORE if day_first is None else ASKED
        self._needed = {True: 0, False: 0}

    def knows(self, moment: Moment | DayMonth | None) -> bool:
        """Whether there is nothing to decide for a time."""
        if not isinstance(moment, DayMonth) or self.day_first is not None:
            return True
        return moment.short and self.year_first

    def decide(self, moments: Iterable[Moment | DayMonth | None]) -> None:
        """Decide on the order of these dates."""
        kinds = {True: _Votes(), False: _Votes()}
        for moment in moments:
            if isinstance(moment, DayMonth):
                kinds[moment.short].add(moment)
        self.year_first = self.year_first or kinds[True].year_first(self.usual_year_first)
        votes = [kinds[False]] if self.year_first else [*kinds.values()]
        if any(one.marks for one in votes):
            self._decide_day(sum((one.needed for one in votes), Counter()), votes)

    def _decide_day(self, needed: Counter[bool], votes: list[_Votes]) -> None:
        told = needed[True] != needed[False]
        self.guessed, self._why = not told and self.usual is None, "" if told else BEFORE
        if told:
            self.day_first = needed[True] > needed[False]
        elif self.guessed:
            self.day_first = 2 * sum(one.marks["/"] for one in votes) <= sum(
                one.marks.total() for one in votes
            )
        else:
            self.day_first = self.usual

    def resolved(self, moment: DayMonth) -> Moment | None:
        """The time that a date means; None if it has another order."""
        if moment.short and self.year_first:
            return moment.with_year_first()
        if self.day_first is None or moment.year_first:
            return None
        known = moment.day_first
        if known is None:
            self.ambiguous += 1
        elif moment.first != moment.second:
            self._needed[known] += 1
        return moment.moment(day_first=self.day_first)

    def lines(self, remedy: str) -> list[str]:
        """Say which order there is, if that was needed, and what can be done if it is a guess."""
        said = ["year before month"] if self.year_first else []
        if self.day_first is None or not (self.ambiguous or any(self._needed.values())):
            return said
        order = NAMES[self.day_first]
        fit = f"{self.ambiguous:,} {'fits' if self.ambiguous == 1 else 'fit'} both orders"
        if self.guessed:
            return [*said, f"{order} is a guess ({fit}): {remedy}"]
        why = self._why or f"{self._needed[self.day_first]:,} must be so"
        return [*said, f"{order} ({why}, {fit})"]

    def contradiction(self) -> list[str]:
        """Say that dates need another order of day and month than those before, if it is so."""
        if self.day_first is None or self._why == ASKED:
            return []
        now, other = NAMES[self.day_first], NAMES[not self.day_first]
        needed, against = self._needed[self.day_first], self._needed[not self.day_first]
        if self.usual is (not self.day_first):
            return [f"{now} ({needed:,} must be so), but {other} in the texts before: {LOOK}"]
        if against > needed:
            return [f"{now} ({needed:,} must be so), but {against:,} must be {other}: {LOOK}"]
        return []

    def facts(self) -> dict[str, bool]:
        """What a model remembers of it, if it was needed; a guess is not remembered."""
        known = self.day_first is not None and not self.guessed
        facts = {"day_first": bool(self.day_first)} if known else {}
        return facts | ({"year_first": True} if self.year_first else {})


class _Votes:
    """What dates with years of two or of four digits say of their order."""

    def __init__(self) -> None:
        self.needed: Counter[bool] = Counter()
        self.marks: Counter[str] = Counter()
        self._years: Counter[bool] = Counter()
        self._first: set[int] = set()
        self._last: set[int] = set()

    def add(self, date: DayMonth) -> None:
        self.marks[date.mark] += 1
        if date.year_first is not None:
            self._years[date.year_first] += 1
        if not date.year_first and date.day_first is not None and date.first != date.second:
            self.needed[date.day_first] += 1
        if date.short:
            self._first.add(date.first)
            self._last.add(date.last)

    def year_first(self, usual: bool | None) -> bool:
        if self._years[True] != self._years[False]:
            return self._years[True] > self._years[False]
        # Days change, years hardly do; one more could be chance.
        more = len(self._last) - len(self._first)
        return more > 0 if abs(more) > 1 else bool(self.marks and usual)
