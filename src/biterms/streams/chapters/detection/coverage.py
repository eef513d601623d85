"""Whether a topic covers a story: then it is a burst of this topic, else a birth."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array
from biterms.topics.fitted import Fitted

#: the share of the words of a story that a topic must expect
COVERED = 0.25


def covering(fitted: Fitted, keys: list[str], shares: Array, n_words: float) -> int | None:
    """The topic whose documents have the words of a story anyway.

    A document of topic k with n words has word w about n p(w | k) times. What the story has of a
    word beyond this the topic does not explain.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt.
    keys : list of str
        The words of the story.
    shares : array of float
        The share of its documents that has each.
    n_words : float
        Words of a document, on average.

    Returns
    -------
    int or None
        The id of the topic; None if there is none that covers it.
    """
    assert fitted.text is not None
    ids = np.array([fitted.text.words_.ids.get(key, -1) for key in keys], dtype=np.int32)
    known = ids >= 0
    if not known.any():
        return None
    table = fitted.model.posterior_.table
    expected = n_words * table.rows(ids[known]) / table.sums()
    explained = np.minimum(expected, shares[known, None]).sum(axis=0) / shares.sum()
    places = np.array(fitted.in_use)
    best = places[np.argmax(explained[places])]
    return int(fitted.ids[best]) if explained[best] >= COVERED else None


def as_written(fitted: Fitted, keys: list[str]) -> list[str]:
    """Words as people write them.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt.
    keys : list of str
        What stands for them.

    Returns
    -------
    list of str
    """
    assert fitted.text is not None
    words = fitted.text.words_
    places = np.array([words.places.get(key, -1) for key in keys], dtype=np.int64)
    names = words.forms.best_names(places)
    return [name or key for name, key in zip(names, keys, strict=True)]
