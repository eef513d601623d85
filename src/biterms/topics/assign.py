"""Which topic a document belongs to, and whether that is clear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array

#: the first topic must be this much more probable than the second to be called clear
CLEAR = 1.5
#: documents with fewer known words are marked: the paper leaves them out
FEW_WORDS = 3


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


def assigned(
    ids: list[str], mixtures: Array, words: Array, topics: list[int], labels: Mapping[int, str]
) -> list[Assignment]:
    """Rows of mixtures as assignments; ``words`` are the known words of each document.

    ``labels`` are the names of topics by their ids.
    """
    two = np.argsort(-mixtures, axis=1, kind="stable")[:, :2]
    found = []
    for name, row, best, known in zip(ids, mixtures, two.tolist(), words.tolist(), strict=True):
        first, second = best[0], best[1] if len(best) > 1 else None
        rest = float(row[second]) if second is not None else 0.0
        if not known:
            found.append(Assignment(name, None, "", 0.0, None, 0.0, "no known word"))
            continue
        note = _note(float(row[first]), rest, int(known))
        other = None if second is None else topics[second]
        topic = topics[first]
        found.append(Assignment(name, topic, labels[topic], float(row[first]), other, rest, note))
    return found


def _note(first: float, second: float, known: int) -> str:
    notes = []
    if first < CLEAR * second:
        notes.append("no clear topic")
    if known < FEW_WORDS:
        notes.append("short")
    return ", ".join(notes)
