"""Topics, words and texts of a look at a model, as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.settings import check_whole
from biterms.topics.fitted import Fitted
from biterms.topics.look import Look
from biterms.topics.ranking import By
from biterms.topics.views import Example, Topic

#: ids of topics that an error names
NAMED = 20


def topic_rows(
    look: Look, places: Sequence[int], n_words: int, n_pairs: int, by: By, documents: bool
) -> list[Topic]:
    """Some topics, the largest first."""
    check_whole("n_words", n_words)
    check_whole("n_pairs", n_pairs, least=0)
    places = sorted(places, key=lambda k: -look.sizes[k])
    words, labels = look.top_words(places, n_words, by), look.labels(places)
    pairs = look.pairs(places, n_pairs)
    return [
        Topic(
            look.fitted.ids[k],
            labels[k],
            float(look.sizes[k]),
            float(look.leading[k]) if documents else None,
            tuple(words[i]),
            tuple(pairs[i]),
        )
        for i, k in enumerate(places)
    ]


def typical_texts(look: Look, k: int, n: int) -> list[Example]:
    """The n texts that are most about a topic; of equal ones the longer first, and none twice."""
    check_whole("n", n, least=0)
    at, records = place_of(look.fitted, k), look.fitted.sample.records
    if not records:
        raise InputError("no texts were kept: keep=0, or the model was made from counts")
    share, length = look.mixtures[:, at], np.diff(look.counts.indptr)
    found: dict[str, Example] = {}
    for i in np.lexsort((-length, -share, length == 0)):
        if len(found) == n or not length[i]:
            break
        example = Example(records[i].text, records[i].id, float(share[i]), records[i].time)
        found.setdefault(records[i].text, example)
    return list(found.values())


def pyldavis_tables(look: Look) -> dict[str, Any]:
    """Arguments of `pyLDAvis.prepare`."""
    used = np.flatnonzero(np.diff(look.counts.indptr))
    if not len(used):
        raise InputError("no documents were kept: keep=0, or none has a known word")
    return {
        "topic_term_dists": look.fitted.model.topics_,
        "doc_topic_dists": look.mixtures[used],
        "doc_lengths": np.asarray(look.counts[used].sum(axis=1)).ravel(),
        "vocab": look.words,
        "term_frequency": np.asarray(look.counts.sum(axis=0)).ravel() + 1.0,
    }


def place_of(fitted: Fitted, k: int) -> int:
    """The column of a topic in mixtures."""
    ids = fitted.ids
    if isinstance(k, bool) or k not in ids:
        named = ", ".join(map(str, ids[:NAMED])) + (", ..." if len(ids) > NAMED else "")
        raise InputError(f"no topic {k!r}; the topics are {named} (merged ones are gone)")
    return ids.index(k)
