"""Topics as a picture made of characters: one line per topic."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from biterms.cli.terminal import show, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from biterms.topics.views import Topic

EIGHTHS = " ▏▎▍▌▋▊▉█"


def draw(topics: Sequence[Topic]) -> None:
    """Write a line per topic to stdout."""
    width = shutil.get_terminal_size((120, 40)).columns
    show(picture(topics, width=width, encoding=sys.stdout.encoding or "ascii"))


def picture(topics: Sequence[Topic], *, width: int = 100, encoding: str = "utf-8") -> list[str]:
    """Return a line per topic: id, size as a bar, label and words, cut to ``width`` characters."""
    labels = [visible(topic.label) for topic in topics]
    largest = max((topic.size for topic in topics), default=1.0)
    room = max(width - 24, 40)  # 24: the id, the bar, the share and the gaps
    names = min(max(map(len, labels), default=0), room // 2)
    lines = []
    for topic, name in zip(topics, labels, strict=True):
        bar = size_bar(topic.size / largest, 10, smooth=can_write(EIGHTHS, encoding))
        words = _fitting([visible(word.word) for word in topic.words], room - names - 2)
        label = name if len(name) <= names else name[: names - 2] + ".."
        lines.append(f"{topic.id:>4} {bar} {topic.size:6.1%}  {label:<{names}}  {words}".rstrip())
    return lines


def size_bar(share: float, cells: int, *, smooth: bool) -> str:
    """Return a bar with ``share`` of its cells filled: in eighths, or with number signs."""
    if not smooth:
        return ("#" * round(share * cells)).ljust(cells)
    full, part = divmod(round(share * cells * 8), 8)
    return (EIGHTHS[8] * full + EIGHTHS[part] * (part > 0)).ljust(cells)


def _fitting(words: Sequence[str], room: int) -> str:
    line = ""
    for word in words:
        if len(line) + len(word) > room:
            break
        line += f"{word} "
    return line.rstrip()


def can_write(signs: str, encoding: str) -> bool:
    """Tell whether a terminal can show these characters."""
    try:
        signs.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
