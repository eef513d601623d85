"""Which topic a document belongs to, and whether that is clear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from biterms.kernels import Array

#: the first topic must be this much more probable than the second to be called clear
CLEAR = 1.5
#: documents with fewer known words are marked: the paper leaves them out
FEW_WORDS = 3
#: the note of a document without any
UNKNOWN = "no known word"


class Assignment(NamedTuple):
    """The topic of a text.

    Parameters
    ----------
    id : str
        The id of the text.
    topic : int or None
        The most probable topic; None if the model knows no word of the text.
    label : str
        Its name; empty if there is none.
    probability : float
        Its probability.
    second : int or None
        The next one.
    second_probability : float
        Its probability.
    note : str
        A warning: "no clear topic", "short" or "no known word".
    text : str, optional
        The text, if that was asked for.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> [row] = model.assign(["a late goal"])
    >>> row.label, row.note
    ('late goal wins', 'short')
    """

    id: str
    topic: int | None
    label: str
    probability: float
    second: int | None
    second_probability: float
    note: str
    text: str | None = None


class Chosen(NamedTuple):
    """The two most probable topics of each document, as columns of mixtures.

    Parameters
    ----------
    first, second : array of int
        The topics; of equal ones the first. -1 is no second topic, where there is only one.
    probability, second_probability : array of float
        Their probabilities.
    words : array of int
        Known words of each document; without any nothing can be said of it.
    """

    first: Array
    probability: Array
    second: Array
    second_probability: Array
    words: Array

    @classmethod
    def of(cls, mixtures: Array, words: Array) -> Self:
        """Choose from mixtures.

        Parameters
        ----------
        mixtures : array of shape (D, K)
            Probabilities of topics.
        words : array of int of shape (D,)
            Known words.
        """
        every, first = np.arange(len(mixtures)), mixtures.argmax(axis=1)
        best = mixtures[every, first]
        if mixtures.shape[1] < 2:
            return cls(first, best, np.full_like(first, -1), np.zeros_like(best), words)
        rest = mixtures.copy()
        rest[every, first] = -1.0
        second = rest.argmax(axis=1)
        return cls(first, best, second, rest[every, second], words)


def assigned(
    ids: Sequence[str], chosen: Chosen, topics: Sequence[int], labels: Sequence[str]
) -> list[Assignment]:
    """Chosen topics as assignments.

    Parameters
    ----------
    ids : sequence of str
        The ids of the documents.
    chosen : Chosen
        Their topics.
    topics, labels : sequence
        The id and the name of each topic.
    """
    found = []
    for name, first, best, second, rest, known in zip(
        ids, *map(np.ndarray.tolist, chosen), strict=True
    ):
        if not known:
            found.append(Assignment(name, None, "", 0.0, None, 0.0, UNKNOWN))
            continue
        other, said = None if second < 0 else topics[second], note(best, rest, known)
        found.append(Assignment(name, topics[first], labels[first], best, other, rest, said))
    return found


def note(first: float, second: float, known: int) -> str:
    """A warning where care is due.

    Parameters
    ----------
    first, second : float
        Probabilities of the two most probable topics.
    known : int
        Known words.
    """
    if first >= CLEAR * second:
        return "" if known >= FEW_WORDS else "short"
    return "no clear topic" if known >= FEW_WORDS else "no clear topic, short"
