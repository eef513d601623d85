"""The topics of the last hour, day or month: what was learnt since a state that was kept."""

from __future__ import annotations

from datetime import timedelta
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from biterms.errors import InputError, SettingError, StoreError
from biterms.learning.span import span_seconds
from biterms.topics import TopicModel, load
from biterms.topics.moments import Moment, moments

ALL = "all"


class Horizon(NamedTuple):
    """What was learnt in some time up to now.

    Parameters
    ----------
    model : TopicModel
        Topics, sizes and kept texts of that time; `topics` shows them.
    since : float or None
        When it begins, in seconds since 1970; None is the beginning of the stream.
    until : float or None
        When it ends: when the last text came that the newest snapshot has learnt from.
    """

    model: TopicModel
    since: float | None
    until: float | None


def horizon(folder: str | PathLike[str], span: str | timedelta) -> Horizon:
    """The topics of the last hour, day, month, ... of a live model, computed when asked.

    Parameters
    ----------
    folder : str or path
        The live model, whose old states are kept (``follow(..., states=("24h", "30d"))``).
    span : str or timedelta
        How long, counted back from the newest snapshot: "1h", "24h", "30d"; or "all".

    Returns
    -------
    Horizon
        What was learnt since the state that is nearest to that moment, which it names.

    Raises
    ------
    InputError
        If no state was kept that can be compared with the present one.
    SettingError
        If it is no span of time.
    """
    place = Path(folder)
    known, now = moments(place), load(place)
    until = known[-1].arrived if known else None
    if span == ALL:
        return Horizon(now, None, until)
    wanted = _seconds(span)
    earlier, present = known[:-1], known[-1:]
    for moment in sorted(earlier, key=lambda each: abs(present[0].arrived - wanted - each.arrived)):
        if (found := _since(now, moment)) is not None:
            return Horizon(found, moment.arrived, until)
    raise InputError(
        f"{folder} has no state to compare the present one with"
        + (
            f": since all of the {len(earlier)} that were kept, topics were merged or learnt anew; "
            "the next ones will do"
            if earlier
            else "; follow the stream with --states 24h,30d, or with states=('24h', '30d')"
        )
    )


def _since(now: TopicModel, moment: Moment) -> TopicModel | None:
    """What was learnt since a state; None if it cannot be said, or if the state has just gone."""
    try:
        return now.since(load(moment.folder))
    except InputError:
        return None
    except StoreError:
        if moment.folder.exists():
            raise
        return None


def _seconds(span: str | timedelta) -> float:
    try:
        return span_seconds(span)
    except (ValueError, AttributeError) as error:
        raise SettingError(f"horizon {span!s:.40}: {error}, or all") from None
