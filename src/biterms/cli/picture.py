"""Topics as a picture made of letters: one line per topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from biterms.topics.views import Topic

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def picture(topics: Sequence[Topic], *, width: int = 100, encoding: str = "utf-8") -> str:
    """A line per topic: id, size as a bar, label and words, cut to `width` letters."""
    largest = max((topic.size for topic in topics), default=1.0)
    room = max(width - 24, 40)  # 24: the id, the bar, the share and the gaps
    names = min(max((len(topic.label) for topic in topics), default=0), room // 2)
    lines = []
    for topic in topics:
        bar = size_bar(topic.size / largest, 10, smooth=_can_write(encoding))
        words = _whole_words([word.word for word in topic.words], room - names - 2)
        label = topic.label if len(topic.label) <= names else topic.label[: names - 2] + ".."
        lines.append(f"{topic.id:>4} {bar} {topic.size:6.1%}  {label:<{names}}  {words}".rstrip())
    return "\n".join(lines)


def size_bar(share: float, cells: int, *, smooth: bool) -> str:
    """`share` of `cells` filled, the last one in eighths if `smooth`, else with number signs."""
    if not smooth:
        return ("#" * round(share * cells)).ljust(cells)
    full, part = divmod(round(share * cells * 8), 8)
    return (_EIGHTHS[8] * full + _EIGHTHS[part] * (part > 0)).ljust(cells)


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
