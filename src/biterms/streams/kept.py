"""Which states of a live model are kept: one an hour, one a day, one a week, as far as asked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple, Self

from biterms.errors import SettingError
from biterms.learning.span import span_seconds
from biterms.store.kept import keep_state, remove_states, sweep
from biterms.streams.tables import steps_with_tables, tables_at
from biterms.topics.moments import Moment, moments

#: a span of time as users write it
Span = str | timedelta
#: how far apart the states of the first, second and third span are, in seconds
APART = {"hour": 3600.0, "day": 86_400.0, "week": 604_800.0}
#: parts of the time that texts are retained for; there is a state for each
PARTS = 8


class Rule(NamedTuple):
    """One state for each of the last periods.

    Parameters
    ----------
    length : float
        Seconds of a period.
    n : int
        Number of periods.
    """

    length: float
    n: int

    def period(self, moment: Moment) -> int:
        """The period that a moment belongs to."""
        return math.floor(moment.arrived / self.length)

    def chosen(self, known: Sequence[Moment]) -> set[int]:
        """The steps of the last state of each period, and of the one before.

        Periods in which there is a state are counted, in the order of the steps. So a clock that
        jumps takes the place of one period, and a stream that stood still loses nothing.
        """
        last = [[*some][-1].step for _, some in groupby(known, self.period)]
        return {*last[-self.n - 2 :]}  # that of the newest snapshot is one of them


class Keeping(NamedTuple):
    """What is asked for: made by `of`.

    Parameters
    ----------
    rules : tuple of Rule
        States to keep.
    retain : float or None
        Seconds that texts are kept.
    """

    rules: tuple[Rule, ...] = ()
    retain: float | None = None

    @classmethod
    def of(cls, states: Span | Sequence[Span], retain: Span | None) -> Self:
        """Read spans of time.

        Parameters
        ----------
        states : str, timedelta or sequence of them
            For how long there is a state for each hour, for each day, for each week.
        retain : str, timedelta or None
            How long texts are kept.

        Raises
        ------
        SettingError
            If they are no spans, or not such spans.
        """
        spans = [states] if isinstance(states, str | timedelta) else [*states]
        if len(spans) > len(APART):
            raise SettingError(
                f"states={spans!r:.80}: {len(spans)} spans, expected at most three: with a state "
                "for each hour, each day and each week"
            )
        pairs = zip(spans, APART.items(), strict=False)
        rules = [_rule(span, name, apart) for span, (name, apart) in pairs]
        for short, long in pairwise(rules):
            if short.n * short.length > long.n * long.length:
                raise SettingError(
                    f"states={spans!r:.80}: expected spans that become longer, such as 24h,30d"
                )
        if retain is None:
            return cls(tuple(rules))
        seconds = _seconds("retain", retain)
        return cls((*rules, Rule(seconds / PARTS, PARTS)), seconds)


class KeptStates:
    """The states of a live model; only the process that follows its stream changes them.

    Parameters
    ----------
    folder : Path
        The model folder.
    keeping : Keeping
        What is asked for; without rules nothing is kept, and what is there stays.
    """

    def __init__(self, folder: Path, keeping: Keeping) -> None:
        self._folder, self.keeping = folder, keeping
        sweep(folder)
        self._known = moments(folder) if (folder / "model.json").exists() else []
        #: steps of the states whose tables are kept, too: learning can be repeated from there
        self._whole = steps_with_tables(folder)
        self._remove_tables(self._whole - {each.step for each in self._known})

    def keep(self, now: Moment, needed: int) -> None:
        """Keep the newest snapshot before it is replaced, if it is needed or ends a period."""
        if not self._known:
            return
        last = self._known[-1]
        ends = any(rule.period(last) != rule.period(now) for rule in self.keeping.rules)
        if ends or last.step == needed or last.step in self._whole:
            keep_state(self._folder, last.step)
        else:
            self._known.pop()

    def saved(self, now: Moment) -> None:
        """Take note of a new snapshot."""
        self._known.append(now)

    def tables_due(self, now: Moment) -> bool:
        """Whether learning should be repeatable from this snapshot.

        So it is from the first one of each part of the time that texts are retained for.
        """
        if self.keeping.retain is None:
            return False
        last = [each for each in self._known if each.step in self._whole]
        rule = self.keeping.rules[-1]
        return not last or rule.period(last[-1]) != rule.period(now)

    def has_tables(self, step: int) -> None:
        """Take note that the tables of a snapshot are kept."""
        self._whole.add(step)

    def remove_tables(self) -> None:
        """Remove the tables of all states: no texts are kept any more."""
        self._remove_tables(self._whole)

    def _remove_tables(self, steps: Iterable[int]) -> None:
        for step in [*steps]:
            tables_at(self._folder, step).unlink(missing_ok=True)
            self._whole.discard(step)

    def before(self, step: int) -> int:
        """The step of the last state before a cut; 0 is a model that has learnt nothing.

        States that learning can be repeated from come first, if there is one.
        """
        steps = [each.step for each in self._known if each.step < step]
        return max([each for each in steps if each in self._whole] or steps, default=0)

    @property
    def oldest(self) -> int:
        """The step of the oldest state; 0 if there is none."""
        return self._known[0].step if self._known else 0

    def thin(self, needed: int) -> None:
        """Remove states that no rule asks for, but not one that is needed, given by its step."""
        if not self.keeping.rules:
            return
        chosen = {needed}.union(*(rule.chosen(self._known) for rule in self.keeping.rules))
        whole = [each for each in self._known if each.step in self._whole]
        chosen |= self.keeping.rules[-1].chosen(whole) if self.keeping.retain else set()
        *kept, present = self._known
        self._remove_tables(self._whole - chosen - {present.step})
        remove_states(self._folder, [each.step for each in kept if each.step not in chosen])
        self._known = [each for each in kept if each.step in chosen] + [present]


def _rule(span: Span, name: str, apart: float) -> Rule:
    seconds = _seconds("states", span)
    if seconds < apart:
        raise SettingError(
            f"states={span!s:.40}: there is one state for each {name}, expected 1 {name} or more"
        )
    return Rule(apart, math.ceil(seconds / apart))


def _seconds(name: str, span: Span) -> float:
    try:
        return span_seconds(span)
    except (ValueError, AttributeError) as error:
        raise SettingError(f"{name}={span!s:.40}: {error}") from None
