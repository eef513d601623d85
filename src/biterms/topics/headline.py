"""What a report says first: how many texts, of when, about what, and what rose, fell or is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from biterms.topics.change_views import Change
from biterms.topics.themes import Theme

#: themes that are named
NAMED = 3


def headline(
    n_texts: int,
    span: tuple[date, date] | None,
    themes: Sequence[Theme],
    changes: Iterable[Change],
) -> tuple[str, ...]:
    """Sentences for somebody who reads nothing else.

    Parameters
    ----------
    n_texts : int
        Number of texts.
    span : tuple of date, optional
        Days of the first and of the last.
    themes : sequence of Theme
        Themes, the largest first.
    changes : iterable of Change
        What changed more than chance would explain.

    Returns
    -------
    tuple of str
        One or two sentences.
    """
    return tuple(filter(None, (_about(n_texts, span, themes), _changed(list(changes)))))


def _about(n_texts: int, span: tuple[date, date] | None, themes: Sequence[Theme]) -> str:
    texts = f"{n_texts:,} {'text' if n_texts == 1 else 'texts'}{_when(span)}"
    named = [f"{_quoted(theme.label)} ({theme.size:.0%})" for theme in themes[:NAMED]]
    return f"{texts}, mostly about {_listed(named)}."


def _when(span: tuple[date, date] | None) -> str:
    if span is None:
        return ""
    first, last = span
    return f" of {day(first)}" if first == last else f" from {day(first)} to {day(last)}"


def _changed(changes: list[Change]) -> str:
    """The largest change in each direction, and what is new."""
    rose = _most(changes, ("rose", "burst"), 1)
    fell = _most(changes, ("fell", "vanished"), -1) or _most(changes, ("dipped",), -1)
    new = _most(changes, ("appeared",), 1)
    parts = [
        *([f"{_quoted(rose.label)} rose most{_how_much(rose)}"] if rose else []),
        *([f"{_quoted(fell.label)} fell most{_how_much(fell)}"] if fell else []),
        *([f"{_quoted(new.label)} is new{_how_much(new)}"] if new else []),
    ]
    return "; ".join(parts) + "." if parts else ""


def _most(changes: list[Change], kinds: tuple[str, ...], sign: int) -> Change | None:
    found = [change for change in changes if change.kind in kinds]
    return max(found, key=lambda change: sign * (change.after - change.before), default=None)


def _how_much(change: Change) -> str:
    """From how much to how much, and when."""
    if change.until is None:
        shares = f"from {change.before:.1%} to {change.after:.1%} of the texts"
        return f", {shares} since {day(change.since)}"
    days = f"from {day(change.since)} to {day(change.until)}"
    return f", with {change.after:.1%} of the texts {days} and {change.before:.1%} otherwise"


def day(moment: date) -> str:
    """A day as people write it."""
    return f"{moment.day} {moment:%B %Y}"


def _quoted(label: str) -> str:
    return f"“{label}”"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
