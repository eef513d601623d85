"""How good each topic is, as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

import numpy as np

from biterms.errors import MissingPackage
from biterms.topics.rows import Listed


@dataclass(frozen=True)
class TopicQuality:
    """How good a topic is.

    Parameters
    ----------
    id : int
        The id of the topic.
    label : str
        Its name.
    size : float
        Share of all words and biterms.
    coherence : float or None
        NPMI of its ten most probable words over all texts that were learnt from, -1 to 1; None
        if most of their pairs have not been counted.
    chance : float or None
        The coherence that words as frequent as these would have by chance.
    n_texts : int
        Texts that every pair was counted in: all of them after `fit`. In a stream a pair is
        counted from the moment on when both words are at the top of the topic.
    documents : float or None
        Share of the texts of the sample that the topic leads.
    sharpness : float or None
        Mean share of the topic in these texts: near 1 texts choose it clearly.
    stability : float or None
        What the topic has in common with its counterpart of another seed, 0 to 1, if
        that was asked for.
    junk : tuple of str
        Why nobody should read it; empty for a topic that is in order.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> first = TopicModel(LDA(2, random_state=0)).fit(texts).quality()[0]
    >>> first.n_texts, first.junk
    (20, ())
    """

    id: int
    label: str
    size: float
    coherence: float | None
    chance: float | None
    n_texts: int
    documents: float | None
    sharpness: float | None
    stability: float | None
    junk: tuple[str, ...]


class Quality(Listed[TopicQuality]):
    """The quality of all topics, the largest topic first; it shows itself as a table.

    Parameters
    ----------
    rows : sequence of TopicQuality
        The topics.
    n_texts : int
        Texts that the model has learnt from.
    sampled : int
        Texts of the sample that leads and sharpness are of.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> quality = TopicModel(LDA(2, random_state=0)).fit(texts).quality()
    >>> len(quality), quality.n_texts
    (2, 20)
    """

    def __init__(self, rows: Sequence[TopicQuality], n_texts: int, sampled: int) -> None:
        super().__init__(rows)
        self.n_texts, self.sampled = n_texts, sampled

    @property
    def npmi(self) -> float | None:
        """Mean coherence of the topics that have one."""
        known = [row.coherence for row in self._rows if row.coherence is not None]
        return float(np.mean(known)) if known else None

    @property
    def npmi_texts(self) -> int:
        """Texts that every pair of top words was counted in; topics without coherence aside."""
        return min((row.n_texts for row in self._rows if row.coherence is not None), default=0)

    @property
    def junk(self) -> list[int]:
        """The ids of the topics that are junk."""
        return [row.id for row in self._rows if row.junk]

    def counted(self) -> str:
        """Say what coherence was counted in, for people."""
        if self.npmi is None:
            return "no coherence: the top words have not been counted in any texts yet"
        if self.npmi_texts == self.n_texts:
            return f"coherence {self.npmi:.3f} over all {self.n_texts:,} texts learnt from"
        return (
            f"coherence {self.npmi:.3f} over at least {self.npmi_texts:,} of {self.n_texts:,} "
            "texts learnt from: words that came to the top late are counted in the sample, and "
            "since then"
        )

    def lines(self) -> list[str]:
        """Return a line for each topic, and two that say what was measured on what.

        Returns
        -------
        list of str
            Lines to print.
        """
        stable = any(row.stability is not None for row in self._rows)
        head = [
            "  id    size  coherence  chance     texts  leads  sharp",
            *(["  stable"] if stable else []),
        ]
        lines = ["".join([*head, "  label"])]
        for row in self._rows:
            cells = [
                f"{row.id:>4}  {row.size:6.1%}  {_number(row.coherence, '+.3f'):>9}",
                f"{_number(row.chance, '+.2f'):>6}",
                f"{row.n_texts:>8,}  {_number(row.documents, '.1%'):>5}",
                f"{_number(row.sharpness, '.2f'):>5}",
                *([f"{_number(row.stability, '.2f'):>6}"] if stable else []),
                row.label + (f"  JUNK: {', '.join(row.junk)}" if row.junk else ""),
            ]
            lines.append("  ".join(cells))
        junk = f"{len(self.junk)} of {len(self)} topics are junk"
        return [*lines, f"{self.counted()}; {junk}", self._sampled()]

    def _sampled(self) -> str:
        if not self.sampled:
            return "no texts were kept, so nothing can be said of which texts topics lead"
        return f"leads and sharp: on a sample of {self.sampled:,} texts"

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        rows = self.to_rows()
        head = "".join(f"<th>{name}</th>" for name in (rows[0] if rows else ()))
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(_cell(cell))}</td>' for cell in row.values())}</tr>"
            for row in rows
        )
        notes = escape(f"{self.counted()}; {self._sampled()}")
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{notes}</p>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Plain values, for JSON."""
        return [asdict(row) | {"junk": list(row.junk)} for row in self._rows]

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per topic: for tables."""
        return [row | {"junk": "; ".join(row["junk"])} for row in self.to_dicts()]

    def to_pandas(self) -> Any:
        """A DataFrame, one row per topic."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        return pd.DataFrame(self.to_rows())


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)
