"""Shares of the topics in periods of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from biterms.errors import InputError
from biterms.topics.change_views import Changes
from biterms.topics.changes import LEVEL, changes_of
from biterms.topics.periods import Freq
from biterms.topics.share_views import notebook_bundle, over_time_html
from biterms.topics.shares import TopicShares


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TopicsOverTime(TopicShares):
    """Shares of the topics in periods of time.

    Parameters
    ----------
    periods : tuple of date
        First day of each period that has texts, ascending; hours are datetimes in UTC.
    freq : {"hour", "day", "week", "month", "quarter", "year"}
        Their length.
    ids, labels, shares, documents, n_given, sampled_from, variances
        As `TopicShares` has them, with a row of `shares` for each period.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> from biterms.text.readers import Record
    >>> months = {"2024-01": ["late goal", "no goal"] * 50, "2024-02": ["bank cuts rates"] * 99}
    >>> texts = [Record(text, "", f"{m}-15", None) for m in months for text in months[m]]
    >>> course = TopicModel(LDA(2, random_state=0)).fit(texts).topics_over_time("month")
    >>> course
    2 topics, 2 periods (month), 2024-01-01 to 2024-02-01, 199 texts
    >>> course.shares.shape, {str(change.since) for change in course.changes()}
    ((2, 2), {'2024-02-01'})
    """

    periods: tuple[date, ...]
    freq: Freq
    _group = "period"

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(later <= earlier for earlier, later in pairwise(self.periods)):
            raise InputError("the periods do not ascend; sort them, each one once")

    @property
    def groups(self) -> Sequence[date]:
        """The periods."""
        return self.periods

    def changes(self, level: float = LEVEL) -> Changes:
        """Which topics rose, fell, appeared, vanished, burst or dipped: since when and how much.

        Parameters
        ----------
        level : float, default=0.01
            How probable it may be that any topic at all is listed if times mean nothing.

        Returns
        -------
        Changes
            The largest change of each topic that has one, the surest first.

        Raises
        ------
        InputError
            If there are more than 1,000 periods.

        Notes
        -----
        A change is a run of periods in which the share of a topic is higher or lower than in all
        others (a scan statistic, Kulldorff 1997). If times meant nothing, the texts of a run would
        be drawn without replacement from all of them, and the probability of a mean as far from
        that of all texts is bounded by Theorems 3 and 4 of Hoeffding (1963), whatever the
        distribution. The bound times the number of runs, directions and topics (Bonferroni) is the
        ``p_value``: nothing is approximated and nothing is drawn at random.
        """
        return changes_of(self, level)

    def chart(self, n: int = 12) -> Any:
        """Draw the topics that changed most with Altair.

        Parameters
        ----------
        n : int, default=12
            Topics at most.

        Returns
        -------
        altair.FacetChart
            A panel for each topic, with a band of two standard errors.

        Raises
        ------
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics.share_charts import over_time_chart

        return over_time_chart(self, n)

    def __repr__(self) -> str:
        span = f"{self.periods[0]} to {self.periods[-1]}"
        return (
            f"{len(self.ids)} topics, {len(self.periods)} periods ({self.freq}), {span}, "
            f"{self.counted()}"
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return notebook_bundle(self, over_time_html(self))
