"""Everything a `TopicModel` has learnt, at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Self

from biterms.kernels import Counts
from biterms.learning.row_map import RowMap
from biterms.models.estimator import TopicEstimator
from biterms.text.vectoriser import Vectoriser
from biterms.topics.guides import PriorInUse
from biterms.topics.provenance import Provenance
from biterms.topics.sample import Sample


@dataclass(frozen=True)
class Fitted:
    """A model, the words it knows, and a sample of the documents it has learnt from.

    Learning changes model, vocabulary and sample in place, together; whatever else happens makes
    another `Fitted`, which takes the place of this one at one moment.

    Parameters
    ----------
    model : TopicEstimator
        What has been learnt over word ids.
    text : Vectoriser or None
        The words; None for a model made from counts.
    sample : Sample
        Some documents.
    provenance : Provenance
        How it came about.
    prior : PriorInUse, optional
        What a guide says of words that join.
    ids : tuple of int
        Names of the topics that stay when topics are merged.
    labels : mapping of int to str
        What users call topics.
    names : list of str, optional
        Words of a model made from counts.
    sampled_counts : Counts, optional
        The sample of a model made from counts.
    """

    model: TopicEstimator
    text: Vectoriser | None
    sample: Sample
    provenance: Provenance
    prior: PriorInUse | None = None
    ids: tuple[int, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    names: list[str] | None = None
    sampled_counts: Counts | None = None

    def merged(self, topics: list[int]) -> Self:
        """The same with topics merged, given by their places; the first takes all."""
        model = detached(self.model).merge(topics)
        gone = {self.ids[place] for place in topics[1:]}
        return replace(
            self,
            model=model,
            prior=None if self.prior is None else self.prior.merged(topics),
            ids=tuple(k for k in self.ids if k not in gone),
            labels={k: name for k, name in self.labels.items() if k not in gone},
        )

    def renewed(self, before: int) -> Self:
        """The same with words exchanged and forgotten, if it is time, since document ``before``."""
        if self.text is None or (found := self.text.renewed(before)) is None:
            return self
        text, ids = found
        model = self.model
        if len(ids):
            keys = [text.words_.keys[text.words_.place_of.values[i]] for i in ids.tolist()]
            n = text.n_words_
            eta = None if self.prior is None else self.prior.rows(keys)
            model = detached(model).remap(RowMap(n, n, ids, ids), eta)
        moved = text.words_.keys is not self.text.words_.keys
        sample = self.sample.without_tokens() if moved else self.sample
        return replace(self, text=text, model=model, sample=sample)


def detached(model: TopicEstimator) -> TopicEstimator:
    """The same model with a state of its own; arrays are shared until they change."""
    other = copy(model)
    other.state_ = copy(model.state)
    return other
