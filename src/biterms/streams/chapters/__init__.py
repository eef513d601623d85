"""What is told of a stream, in the file of its journal, while the model learns from it."""

from biterms.streams.chapters import (
    alarms,
    bursts,
    chapter,
    late,
    recent,
    timeline,
    word_seen,
    words,
)
from biterms.streams.chapters.alarms import Alarms
from biterms.streams.chapters.bursts import Bursts
from biterms.streams.chapters.chapter import Chapter, Chapters
from biterms.streams.chapters.late import LateDocuments
from biterms.streams.chapters.recent import Recent
from biterms.streams.chapters.textless import NoTexts
from biterms.streams.chapters.timeline import Timeline
from biterms.streams.chapters.word_seen import WordSeen
from biterms.streams.chapters.words import Words

_ALL = (chapter, timeline, late, words, word_seen, recent, bursts, alarms)
#: the tables of all chapters
SCHEMA = "".join(each.SCHEMA for each in _ALL)

__all__ = ["SCHEMA", "Chapters", "usual_chapters"]


def usual_chapters(false_alarms: float | None = None, *, texts: bool = True) -> Chapters:
    """The chapters of every stream.

    Parameters
    ----------
    false_alarms : float, optional
        False alarms per day that are allowed; without it there are no alarms.
    texts : bool
        Whether some texts are kept for people to look at; without them, those that were kept
        before are removed.

    Returns
    -------
    Chapters
    """
    watched = (Bursts(), Alarms(false_alarms, texts=texts))
    shown: Chapter = Recent() if texts else NoTexts()
    every: list[Chapter] = [Timeline(), LateDocuments(), *watched, Words(), WordSeen(), shown]
    return Chapters(every, texts=texts, false_alarms=false_alarms)
