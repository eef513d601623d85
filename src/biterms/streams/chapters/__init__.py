"""What is told of a stream, in the file of its journal, while the model learns from it."""

from biterms.streams.chapters import chapter, late, recent, timeline, word_seen, words
from biterms.streams.chapters.chapter import Chapters
from biterms.streams.chapters.late import LateDocuments
from biterms.streams.chapters.recent import NoTexts, Recent
from biterms.streams.chapters.timeline import Timeline
from biterms.streams.chapters.word_seen import WordSeen
from biterms.streams.chapters.words import Words

#: the tables of all chapters
SCHEMA = "".join(each.SCHEMA for each in (chapter, timeline, late, words, word_seen, recent))

__all__ = ["SCHEMA", "Chapters", "usual_chapters"]


def usual_chapters(*, texts: bool = True) -> Chapters:
    """The chapters of every stream.

    Parameters
    ----------
    texts : bool
        Whether some texts are kept for people to look at; without them, those that were kept
        before are removed.
    """
    shown = Recent() if texts else NoTexts()
    return Chapters([Timeline(), LateDocuments(), Words(), WordSeen(), shown])
