"""A name for each topic that nobody has named, made of its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

#: words that are added to a label at most to make it different from others
MORE = 3


class Part(NamedTuple):
    """A word or a phrase of a label.

    Parameters
    ----------
    written : str
        As texts mostly have it: "united states".
    words : str
        Its words, each as texts mostly have it: "united state".
    """

    written: str
    words: str


class Draft(NamedTuple):
    """What the label of a topic may be made of.

    Parameters
    ----------
    parts : sequence of Part
        Words and phrases of the label.
    others : sequence of str
        Words that may be added to distinguish it from others, the best first.
    """

    parts: Sequence[Part]
    others: Iterable[str]


def unique_labels(drafts: Mapping[int, Draft], taken: Iterable[str]) -> dict[int, str]:
    """A label for each topic, different from all others.

    Two labels are the same if they have the same words, in whatever order and form. Where two
    topics would have the same one, that with the smaller id keeps it, whatever their sizes are at
    the moment, and the other one gets up to three more words, or in the end its id.

    Parameters
    ----------
    drafts : mapping of int to Draft
        By the ids of topics.
    taken : iterable of str
        Labels of other topics.

    Returns
    -------
    dict of int to str
        Such as "health care, access, affordable".
    """
    used, labels = {_key(label) for label in taken}, {}
    for k in sorted(drafts):
        for label, words in _longer_and_longer(k, drafts[k]):
            keys = {_key(label)} if label == words else {_key(label), _key(words)}
            if used.isdisjoint(keys):
                used |= keys
                labels[k] = label
                break
    return labels


def _longer_and_longer(k: int, draft: Draft) -> Iterator[Part]:
    """Labels, the shortest first."""
    label, words = (", ".join(part[i] for part in draft.parts) for i in range(2))
    if label:
        yield Part(label, words)
    for word in islice(draft.others, MORE if label else 1 + MORE):
        label, words = (f"{label}, {word}", f"{words}, {word}") if label else (word, word)
        yield Part(label, words)
    end = f" ({k})" if label else f"topic {k}"
    while True:  # a user may have called another topic so
        yield Part(label + end, words + end)
        end += "*"


def _key(label: str) -> frozenset[str]:
    return frozenset(label.casefold().replace(",", " ").split())
