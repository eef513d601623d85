"""What is told of a stream, in the file of its journal, while the model learns from it."""

from biterms.streams.chapters import alarms, bursts, chapter, timeline
from biterms.streams.chapters.alarms import Alarms
from biterms.streams.chapters.bursts import Bursts
from biterms.streams.chapters.chapter import Chapters
from biterms.streams.chapters.timeline import Timeline

#: the tables of all chapters
SCHEMA = chapter.SCHEMA + timeline.SCHEMA + bursts.SCHEMA + alarms.SCHEMA

__all__ = ["SCHEMA", "Chapters", "usual_chapters"]


def usual_chapters(false_alarms: float | None = None) -> Chapters:
    """The chapters of every stream.

    Parameters
    ----------
    false_alarms : float, optional
        False alarms per day that are allowed; without it there are no alarms.

    Returns
    -------
    Chapters
    """
    return Chapters([Timeline(), Bursts(), Alarms(false_alarms)])
