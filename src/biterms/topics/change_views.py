"""Changes of topics over time as people read them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from html import escape
from typing import Any, Literal

from biterms.errors import MissingPackage
from biterms.topics.rows import Listed

Kind = Literal["rose", "fell", "appeared", "vanished", "burst", "dipped"]


@dataclass(frozen=True)
class Change:
    """How the share of a topic changed.

    Parameters
    ----------
    id : int
        The id of the topic.
    label : str
        Its name.
    kind : {"rose", "fell", "appeared", "vanished", "burst", "dipped"}
        It has been higher or lower since a day (appeared, vanished: the one share is less than a
        tenth of the other), or was so for a while (burst, dipped).
    since : date
        First day of the change.
    until : date or None
        Last day of a burst or dip.
    before : float
        Share of the topic before the change; of a burst or dip in all other periods.
    after : float
        Its share since then; of a burst or dip while it lasted.
    p_value : float
        Bound of the probability that any topic changes as clearly if times mean nothing; already
        corrected for the number of topics and of places where a change may be.

    Examples
    --------
    >>> from datetime import date
    >>> from biterms import Change
    >>> days = date(2003, 3, 17), date(2003, 4, 20)
    >>> Change(26, "iraq war", "burst", *days, 0.02, 0.05, 1e-9).description()
    'burst from 2003-03-17 to 2003-04-20: 5.0% of the texts, otherwise 2.0%'
    """

    id: int
    label: str
    kind: Kind
    since: date
    until: date | None
    before: float
    after: float
    p_value: float

    def description(self) -> str:
        """What happened, in words."""
        if self.until is not None:
            days = f"from {self.since} to {self.until}" if self.until > self.since else self.since
            return f"{self.kind} {days}: {self.after:.1%} of the texts, otherwise {self.before:.1%}"
        return (
            f"{self.kind} on {self.since}: from {self.before:.1%} to {self.after:.1%} of the texts"
        )


class Changes(Listed[Change]):
    """Rows of changes that show themselves as a table, the surest first.

    Parameters
    ----------
    rows : sequence of Change
        The changes.

    Examples
    --------
    >>> from datetime import date
    >>> from biterms import Change, Changes
    >>> Changes([Change(26, "iraq war", "rose", date(2003, 3, 17), None, 0.02, 0.05, 1e-9)])
      26  iraq war: rose on 2003-03-17: from 2.0% to 5.0% of the texts
    """

    def __repr__(self) -> str:
        if not self._rows:
            return "no topic changed more than chance would explain"
        return "\n".join(f"{c.id:>4}  {c.label}: {c.description()}" for c in self._rows)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{c.id}</td><td>{escape(c.label)}</td><td>{c.description()}</td></tr>"
            for c in self._rows
        )
        head = "<tr><th>id</th><th>label</th><th>change</th></tr>"
        return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each change."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        return pd.DataFrame(
            [asdict(change) for change in self._rows], columns=list(Change.__annotations__)
        )
