"""What a fitted TopicModel shows: topics, words, examples, names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.models.counted import Counted
from biterms.topics.look import Looked
from biterms.topics.views import Example, Place, Topic, Topics
from biterms.topics.words import By, top_words


class Shown(Looked):
    """Shows topics; changes names and merges on request."""

    def topics(self, n_words: int = 10, n_pairs: int = 5, *, by: By = "relevance") -> Topics:
        """One row per topic, the largest first: size, label, words, pairs.

        Of a model that has room for more topics than it has found, those it has found.
        """
        rows = self._topics(n_words, n_pairs, by)
        counted = {self.ids_[k] for k in np.flatnonzero(self.model_.counted_)}
        return Topics([row for row in rows if row.id in counted])

    def _topics(self, n_words: int, n_pairs: int, by: By) -> list[Topic]:
        self._check_fitted()
        _check_number("n_words", n_words, least=1)
        _check_number("n_pairs", n_pairs)
        sizes = self.model_.sizes_
        words = top_words(self.model_.topics_, sizes, self.words(), n_words, by)
        pairs, led, labels = self._pairs(n_pairs), self._led(), self._labels()
        rows = [
            Topic(id, labels[id], float(sizes[k]), float(led[k]), tuple(words[k]), tuple(pairs[k]))
            for k, id in enumerate(self.ids_)  # noqa: A001
        ]
        return sorted(rows, key=lambda topic: -topic.size)

    def topic(self, k: int, n_words: int = 30, n_pairs: int = 10, *, by: By = "relevance") -> Topic:
        """One topic by its id."""
        self._place(k)
        return next(t for t in self._topics(n_words, n_pairs, by) if t.id == k)

    def find(self, word: str, n: int = 5) -> list[Place]:
        """The topics that a word belongs to: p(topic | word), the largest first."""
        _check_number("n", n)
        column = self._column(word)
        probability = self.model_.word_topics(np.array([column]))[0]
        share = probability * self.model_.sizes_
        share /= share.sum()
        labels = self._labels()
        return [
            Place(self.ids_[k], labels[self.ids_[k]], float(share[k]), float(probability[k]))
            for k in np.argsort(-share, kind="stable")[:n]
        ]

    def typical(self, k: int, n: int = 5) -> list[Example]:
        """Different texts of the sample most about topic k; of equal ones the longer first."""
        _check_number("n", n)
        at, look = self._place(k), self._look()
        records = self.sample_.records
        if not records:
            raise InputError("no texts were kept: keep=0, or the model was made from counts")
        share, length = look.mixtures[:, at], np.diff(look.counts.indptr)
        found: dict[str, Example] = {}
        for i in np.lexsort((-length, -share, length == 0)):
            if len(found) == n or not length[i]:
                break
            example = Example(records[i].text, records[i].id, float(share[i]))
            found.setdefault(records[i].text, example)
        return list(found.values())

    def set_labels(self, labels: Mapping[int, str]) -> Self:
        """Names for topics, by id; an empty name takes a name back."""
        for k, label in labels.items():
            if not isinstance(label, str):
                raise SettingError(f"the label of topic {k} is {label!r:.40}, expected a text")
        given = {self.ids_[self._place(k)]: label for k, label in labels.items()}
        self.labels_ = {k: name for k, name in (self.labels_ | given).items() if name}
        return self

    def merge_topics(self, topics: Sequence[int]) -> Self:
        """Topics that are one to you: the first id takes all, the others are gone."""
        places = [self._place(k) for k in topics]
        if len(places) < 2 or len({*places}) < len(places):
            raise InputError(f"merge_topics({list(topics)}): expected two or more different topics")
        self.model_.merge(places)
        if self.prior_ is not None:
            self.prior_ = self.prior_.merged(places)
        gone = {self.ids_[place] for place in places[1:]}
        self.ids_ = [k for k in self.ids_ if k not in gone]
        self.labels_ = {k: name for k, name in self.labels_.items() if k not in gone}
        self._looked = None
        return self

    def prune_topics(self, share: float | None = None) -> Self:
        """Topics below ``share`` go; the nearest one that stays takes what each has learnt.

        None: those that are empty or nearly so, 0.01 % of the mass in all.
        """
        self._check_fitted()
        if not isinstance(self.model_, Counted):
            raise InputError(
                f"prune_topics: a {type(self.model_).__name__} has the topics that were asked for; "
                "use merge_topics, or HDP"
            )
        ids = list(self.ids_)
        for group in self.model_.heirs(share):
            if len(group) > 1:
                self.merge_topics([ids[place] for place in group])
        return self

    def to_pyldavis(self) -> dict[str, Any]:
        """What `pyLDAvis.prepare(**...)` takes, on the sample of documents."""
        look = self._look()
        used = np.flatnonzero(np.diff(look.counts.indptr))
        if not len(used):
            raise InputError("no documents were kept: keep=0, or none has a known word")
        return {
            "topic_term_dists": self.model_.topics_,
            "doc_topic_dists": look.mixtures[used],
            "doc_lengths": np.asarray(look.counts[used].sum(axis=1)).ravel(),
            "vocab": self.words(),
            "term_frequency": self.sampled_word_counts() + 1.0,
        }

    def _repr_html_(self) -> str:
        if not hasattr(self, "model_"):
            return "<p>TopicModel, not fitted</p>"
        return self.topics()._repr_html_()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What notebooks ask first; scikit-learn would answer with a diagram."""
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _check_number(name: str, value: Any, least: int = 0) -> None:
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least:
        raise SettingError(f"{name}={value!r}: expected a whole number of at least {least}")
