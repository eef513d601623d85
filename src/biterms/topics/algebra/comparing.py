"""Compare the topics of two models: which moved, grew, were born or died."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.topics.algebra.alignment import aligned, hellinger
from biterms.topics.algebra.differences import (
    FACTOR,
    GONE,
    Differences,
    Kind,
    TopicDifference,
)
from biterms.topics.algebra.terms import related
from biterms.topics.look import Look

#: words that account for a distance
WORDS = 3


class Side(NamedTuple):
    """The topics of one of two models.

    Parameters
    ----------
    ids : tuple of int
        Their ids.
    labels : list of str
        Their names.
    sizes : array of float
        Their shares.
    topics : array of shape (topics, words)
        Probabilities of the words of both models.
    """

    ids: tuple[int, ...]
    labels: list[str]
    sizes: Array
    topics: Array


def differences(before: Look, after: Look, distance: float) -> Differences:
    """What became of the topics of one model in another.

    Parameters
    ----------
    before, after : Look
        The models. If one has learnt on from the other, or both from the same, topics are matched
        by their ids, else by their words.
    distance : float
        Topics that are farther apart than this are not matched by their words.
    """
    names = _names(before, after)
    places = {name: place for place, name in enumerate(names)}
    one, two = (_side(look, places) for look in (before, after))
    same = related([before.fitted.model, after.fitted.model])
    pairs = _by_ids(one, two) if same else _by_words(one, two, distance)
    words = _shown(before, after, names)
    rows = [_difference(one, two, k, pairs[k], words) for k in range(len(two.ids))]
    left = sorted({*range(len(one.ids))} - {*pairs.tolist()})
    rows += [_died(one, k) for k in left]
    return Differences(sorted(rows, key=_importance), aligned=not same)


def _importance(row: TopicDifference) -> tuple[float, int]:
    moved = (row.distance or 0.0) * max(row.before, row.after)
    return -abs(row.after - row.before) - moved, row.id


def _keys(look: Look) -> list[str]:
    """The words of a model as it compares them."""
    fitted = look.fitted
    if fitted.text is not None:
        words = fitted.text.words_
        return [words.keys[place] for place in words.place_of.values.tolist()]
    return (
        [f"#{i}" for i in range(fitted.model.n_features_in_)]
        if fitted.names is None
        else fitted.names
    )


def _names(before: Look, after: Look) -> list[str]:
    if (before.fitted.text is None) != (after.fitted.text is None):
        raise InputError("one model is made from texts and one from counts: expected one kind")
    return [*dict.fromkeys([*_keys(after), *_keys(before)])]


def _shown(before: Look, after: Look, names: list[str]) -> list[str]:
    """The words as people read them."""
    seen = dict(zip(_keys(before), before.words, strict=True))
    seen |= dict(zip(_keys(after), after.words, strict=True))
    return [seen[name] for name in names]


def _side(look: Look, places: dict[str, int]) -> Side:
    """Words that a model does not know have a probability of zero."""
    fitted, used = look.fitted, list(look.in_use)
    topics = np.zeros((len(used), len(places)))
    topics[:, [places[key] for key in _keys(look)]] = fitted.model.topics_[used]
    labels = look.labels(used)
    return Side(
        tuple(fitted.ids[k] for k in used),
        [labels[k] for k in used],
        fitted.model.sizes_[used],
        topics,
    )


def _by_ids(one: Side, two: Side) -> Array:
    """For each topic after its place before; -1 for none."""
    known = {topic: place for place, topic in enumerate(one.ids)}
    return np.array([known.get(topic, -1) for topic in two.ids], dtype=np.int64)


def _by_words(one: Side, two: Side, distance: float) -> Array:
    return aligned(one.topics, two.topics, distance).topics


def _difference(one: Side, two: Side, k: int, was: int, words: Sequence[str]) -> TopicDifference:
    name, after = (two.ids[k], two.labels[k]), float(two.sizes[k])
    if was < 0:
        return TopicDifference(*name, None, "born", 0.0, after, None)
    p, q = one.topics[was], two.topics[k]
    before, far = float(one.sizes[was]), float(hellinger(p[None], q[None])[0, 0])
    change = np.square(np.sqrt(q) - np.sqrt(p)) * np.sign(q - p)
    order = np.argsort(change, kind="stable")
    gained = [i for i in order[::-1][:WORDS].tolist() if change[i] > 0]
    lost = [i for i in order[:WORDS].tolist() if change[i] < 0]
    return TopicDifference(
        *name,
        one.ids[was],
        _kind(before, after),
        before,
        after,
        far,
        tuple(words[i] for i in gained),
        tuple(words[i] for i in lost),
    )


def _died(one: Side, k: int) -> TopicDifference:
    return TopicDifference(
        one.ids[k], one.labels[k], one.ids[k], "died", float(one.sizes[k]), 0.0, None
    )


def _kind(before: float, after: float) -> Kind:
    if before < GONE * after:
        return "born"
    if after < GONE * before:
        return "died"
    if after >= FACTOR * before:
        return "grew"
    return "shrank" if before >= FACTOR * after else "steady"
