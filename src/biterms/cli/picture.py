"""Topics as a picture made of letters: one line per topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class Topic:
    """One topic: share of the texts it leads, words that mark it, labels it speaks for most."""

    size: float
    words: list[str]
    labels: list[str]


def picture(topics: Sequence[Topic], *, width: int = 100, encoding: str = "utf-8") -> str:
    """A line per topic: share of the corpus as a bar, words, labels, cut to `width` letters."""
    largest = max((topic.size for topic in topics), default=1.0)
    longest = max((len(_labels(topic)) for topic in topics), default=0)
    room = max(width - 21 - longest, 24)  # 21: the bar, the share and the gaps
    lines = []
    for topic in topics:
        bar = size_bar(topic.size / largest, 10, smooth=_can_write(encoding))
        words = _whole_words(topic.words, room)
        lines.append(f"{bar} {topic.size:6.1%}  {words:<{room}}  {_labels(topic)}".rstrip())
    return "\n".join(lines)


def size_bar(share: float, cells: int, *, smooth: bool) -> str:
    """`share` of `cells` filled, the last one in eighths if `smooth`, else with number signs."""
    if not smooth:
        return ("#" * round(share * cells)).ljust(cells)
    full, part = divmod(round(share * cells * 8), 8)
    return (_EIGHTHS[8] * full + _EIGHTHS[part] * (part > 0)).ljust(cells)


def _labels(topic: Topic) -> str:
    return ", ".join(topic.labels)


def _whole_words(words: Sequence[str], room: int) -> str:
    line = ""
    for word in words:
        if len(line) + len(word) > room:
            break
        line += f"{word} "
    return line.rstrip()


def _can_write(encoding: str) -> bool:
    try:
        _EIGHTHS.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
