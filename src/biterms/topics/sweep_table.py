"""Numbers of topics that were tried, as people read them, and the one that is recommended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

import numpy as np

from biterms.errors import MissingPackage
from biterms.kernels import Array
from biterms.topics.rows import Listed

#: LPP that nobody would notice: words are predicted 1 % worse
WORTH = 0.01
#: a loss of fewer standard errors is noise
ERRORS = 2.0


@dataclass(frozen=True, eq=False)
class Tried:
    """A number of topics that was tried.

    Parameters
    ----------
    n_topics : int
        The number.
    scores : array of float
        LPP of each held-out text.
    npmi : float
        Coherence of the topics over all texts that were learnt from.
    by_chance : float
        Share of the topics whose words are together by chance.
    stability : float or None
        What topics of two seeds have in common, 0 to 1, if there were several seeds.
    seconds : float
        Time to learn.

    Examples
    --------
    >>> from biterms import evaluate_topics
    >>> news = ["cheap flights to rome", "hotels in rome, flights", "late goal wins the match"]
    >>> days = ("monday", "friday", "sunday", "today")
    >>> texts = [f"{text} {day}" for day in days for text in news]
    >>> [tried.n_topics for tried in evaluate_topics(texts * 9, [1, 2])]
    [1, 2]
    """

    n_topics: int
    scores: Array
    npmi: float
    by_chance: float
    stability: float | None
    seconds: float

    @property
    def lpp(self) -> float:
        """Mean log probability of held-out words; higher is better."""
        return float(self.scores.mean())

    def loss(self, best: Tried) -> tuple[float, float]:
        """LPP below that of another number on the same texts, and its standard error.

        Parameters
        ----------
        best : Tried
            The other number.

        Returns
        -------
        (float, float)
            The loss, and its standard error.
        """
        loss = best.scores - self.scores
        return float(loss.mean()), float(loss.std() / np.sqrt(len(loss)))


class Sweep(Listed[Tried]):
    """Numbers of topics that were tried; it shows itself as a table with a recommendation.

    Parameters
    ----------
    rows : sequence of Tried
        The numbers, ascending.
    n_texts, n_held : int
        Texts that were learnt from, and those that were held out.
    stopped : bool, default=False
        Whether it was ended before all numbers were tried.

    Examples
    --------
    >>> from biterms import evaluate_topics
    >>> news = ["cheap flights to rome", "hotels in rome, flights", "late goal wins the match"]
    >>> texts = [f"{text} {day}" for day in ("monday", "friday", "today") for text in news]
    >>> found = evaluate_topics(texts * 9, [1, 2])
    >>> found.stopped, found.best.n_topics in (1, 2)
    (False, True)
    """

    def __init__(
        self, rows: Sequence[Tried], *, n_texts: int, n_held: int, stopped: bool = False
    ) -> None:
        super().__init__(rows)
        self.n_texts, self.n_held, self.stopped = n_texts, n_held, stopped

    @cached_property
    def best(self) -> Tried:
        """The number that predicts held-out texts best."""
        return max(self._rows, key=lambda row: row.lpp)

    @cached_property
    def _choice(self) -> Tried:
        return next(row for row in self._rows if self._within(row))

    def _within(self, row: Tried) -> bool:
        loss, error = row.loss(self.best)
        return loss <= max(WORTH, ERRORS * error)

    @property
    def recommended(self) -> int:
        """The smallest number whose LPP is within the noise of the best one.

        Notes
        -----
        The loss of LPP to the best number is taken text by text. It is noise up to two standard
        errors, and nobody notices less than 0.01.
        """
        return self._choice.n_topics

    @property
    def reason(self) -> str:
        """Why this number is recommended."""
        choice, best = self._choice, self.best
        fewer = [row for row in self._rows if row.n_topics < choice.n_topics]
        said = [self._first()]
        if fewer:
            said.append(f"{fewer[-1].n_topics} lose {fewer[-1].loss(best)[0]:.3f}")
        if self.most_coherent == choice.n_topics:
            said.append(f"their topics are also the most coherent (NPMI {choice.npmi:.3f})")
        else:
            npmi = max(row.npmi for row in self._rows)
            said.append(
                f"to read topics, take {self.most_coherent}: the most coherent (NPMI {npmi:.3f}, "
                f"not {choice.npmi:.3f})"
            )
        if choice is self._rows[-1] and len(self._rows) > 1:
            said.append("more topics than were tried may predict better")
        return "; ".join(said)

    def _first(self) -> str:
        choice, best = self._choice, self.best
        if choice is best:
            return f"{choice.n_topics} topics predict held-out texts best (LPP {best.lpp:.3f})"
        return (
            f"{choice.n_topics} topics predict held-out texts as well as {best.n_topics}, the "
            f"best: {choice.loss(best)[0]:.3f} of LPP less, which is noise"
        )

    @property
    def most_coherent(self) -> int:
        """The number with the highest NPMI."""
        return max(self._rows, key=lambda row: row.npmi).n_topics

    def lines(self, bar: Callable[[float], str] | None = None) -> list[str]:
        """Return a line for each number, what was measured on what, and the recommendation.

        Parameters
        ----------
        bar : callable, optional
            Draws a share, 0 to 1, as text: of the LPP between the worst number and the best one.

        Returns
        -------
        list of str
            Lines to print; the number that is recommended has an arrow.
        """
        stable = any(row.stability is not None for row in self._rows)
        width = len(bar(1.0)) + 2 if bar else 0
        head = f"   topics       LPP{'':{width}}    NPMI  by chance{'  stable' * stable}  seconds"
        lines = [head, *(self._line(row, bar, stable) for row in self._rows)]
        lines.append(f"LPP on {self.n_held:,} held-out texts, NPMI over {self.n_texts:,} others")
        if self.stopped:
            lines.append("stopped: these are the numbers that were tried so far")
        return [*lines, f"recommended: {self.recommended}. {self.reason}"]

    def _line(self, row: Tried, bar: Callable[[float], str] | None, stable: bool) -> str:
        worst = min(each.lpp for each in self._rows)
        share = (row.lpp - worst) / max(self.best.lpp - worst, 1e-12)
        cells = [
            f"{'->' if row is self._choice else '':<2} {row.n_topics:>6}  {row.lpp:>8.4f}",
            *([bar(share)] if bar else []),
            f"{row.npmi:>6.3f}  {row.by_chance:>9.0%}",
            *([f"{row.stability:>6.2f}"] if stable and row.stability is not None else []),
            f"{row.seconds:>7.1f}",
        ]
        return "  ".join(cells)

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Plain values, for JSON: also the LPP below the best number, and its standard error."""
        return [
            {
                "n_topics": row.n_topics,
                "lpp": row.lpp,
                **dict(zip(("loss", "error"), row.loss(self.best), strict=True)),
                "npmi": row.npmi,
                "by_chance": row.by_chance,
                "stability": row.stability,
                "seconds": row.seconds,
            }
            for row in self._rows
        ]

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values for JSON.

        Returns
        -------
        dict
            Numbers, texts and lists.
        """
        return {
            "numbers": self.to_dicts(),
            "recommended": self.recommended,
            "reason": self.reason,
            "n_texts": self.n_texts,
            "n_held": self.n_held,
            "stopped": self.stopped,
        }

    def to_pandas(self) -> Any:
        """A DataFrame, one row per number of topics."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        return pd.DataFrame(self.to_dicts())
