"""What a story asks of the model: it is answered when the model has learnt from the cut."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from biterms.kernels import Array
from biterms.streams.chapters.detection.coverage import as_written, covering
from biterms.streams.chapters.detection.story import Story
from biterms.topics.fitted import Fitted


class Asked(Protocol):
    """A question about a story."""

    def answer(self, fitted: Fitted) -> None:
        """Complete the story.

        Parameters
        ----------
        fitted : Fitted
            What has been learnt.
        """


class Words(NamedTuple):
    """How people write its words.

    Parameters
    ----------
    story : Story
        The story.
    keys : list of str
        What stands for its words, the first to be shown first.
    """

    story: Story
    keys: list[str]

    def answer(self, fitted: Fitted) -> None:
        """Name its words."""
        self.story.words = as_written(fitted, self.keys)


class Cover(NamedTuple):
    """Which topic covers it; see `covering`.

    Parameters
    ----------
    story : Story
        The story.
    keys : list of str
        What stands for its words.
    shares : array of float
        The share of its documents that has each.
    n_words : float
        Words of a document, on average.
    """

    story: Story
    keys: list[str]
    shares: Array
    n_words: float

    def answer(self, fitted: Fitted) -> None:
        """Note the topic, and what kind of alarm this makes it."""
        self.story.topic = covering(fitted, self.keys, self.shares, self.n_words)
        self.story.kind = "birth" if self.story.topic is None else "burst"
