"""What is told of a stream, in the file of its journal, while the model learns from it."""

from biterms.streams.chapters import chapter, timeline
from biterms.streams.chapters.chapter import Chapters
from biterms.streams.chapters.timeline import Timeline

#: the tables of all chapters
SCHEMA = chapter.SCHEMA + timeline.SCHEMA

__all__ = ["SCHEMA", "Chapters", "usual_chapters"]


def usual_chapters() -> Chapters:
    """The chapters of every stream."""
    return Chapters([Timeline()])
