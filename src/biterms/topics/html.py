"""Results in notebooks: tables with bars in plain HTML, without scripts and without a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

#: a blue that is legible on white and on black
COLOUR = "#4c78a8"
#: width of the longest bar, in the unit of letters
WIDTH = 8.0


class Displayed:
    """Shows itself in notebooks; what comes from texts is escaped."""

    def _repr_html_(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no picture")

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What notebooks ask first."""
        return {"text/plain": str(self), "text/html": self._repr_html_()}


def table(names: Iterable[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table of cells that are HTML already; ``caption`` is, too."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    above = f'<caption style="text-align:left">{caption}</caption>' if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def text(value: Any) -> str:
    """A value as text; None is nothing."""
    return "" if value is None else escape(str(value))


def bar(share: float, most: float = 1.0, shown: str | None = None) -> str:
    """A share as a bar, as long as it is large beside ``most``, and a number."""
    width = WIDTH * min(1.0, max(0.0, share / most)) if most > 0 else 0.0
    number = f"{share:.1%}" if shown is None else escape(shown)
    return (
        f'<span style="white-space:nowrap"><span style="display:inline-block;width:{width:.2f}em;'
        f'height:0.7em;margin-right:0.4em;background:{COLOUR}"></span>{number}</span>'
    )


def bars(shares: Sequence[tuple[str, float]]) -> str:
    """Names with bars beside each other, such as the words of a topic."""
    most = max((share for _, share in shares), default=0.0)
    rows = [[text(name), bar(share, most)] for name, share in shares]
    return table(["", ""], rows) if rows else ""


def strength(words: Iterable[tuple[str, float]]) -> str:
    """Words on a background that is the stronger the more of the whole they are."""
    found = list(words)
    most = max((share for _, share in found), default=0.0) or 1.0
    return " ".join(_word(word, share, share / most) for word, share in found)


def _word(word: str, share: float, part: float) -> str:
    alpha = round(0.45 * min(1.0, max(0.0, part)), 2)
    return (
        f'<span title="{share:.1%}" style="background:rgba(76,120,168,{alpha});padding:0 0.25em">'
        f"{escape(word)}</span>"
    )


def _cell(content: str) -> str:
    return f'<td style="text-align:left">{content}</td>'
