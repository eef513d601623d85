"""A name for each topic that nobody has named, made of its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple


class Draft(NamedTuple):
    """What the label of a topic may be made of.

    Parameters
    ----------
    parts : sequence of sequence of str
        Words and phrases of the label.
    others : sequence of str
        Words that may be added to distinguish it from others, the best first.
    """

    parts: Sequence[Sequence[str]]
    others: Iterable[str]


def unique_labels(drafts: Mapping[int, Draft], taken: Iterable[str]) -> dict[int, str]:
    """A label for each topic, different from all others.

    Two labels are the same if they have the same words, in whatever order. Where two topics would
    have the same one, that with the smaller id keeps it, whatever their sizes are at the moment,
    and the other one gets more words, or in the end its id.

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
        for label in _longer_and_longer(k, drafts[k]):
            if (key := _key(label)) not in used:
                used.add(key)
                labels[k] = label
                break
    return labels


def _longer_and_longer(k: int, draft: Draft) -> Iterator[str]:
    label = ", ".join(" ".join(part) for part in draft.parts)
    if label:
        yield label
    for word in draft.others:
        label = f"{label}, {word}" if label else word
        yield label
    label = f"{label} ({k})" if label else f"topic {k}"
    yield label
    while True:  # a user may have called another topic so
        label += "*"
        yield label


def _key(label: str) -> frozenset[str]:
    return frozenset(label.casefold().replace(",", " ").split())
