"""Everything a `TopicModel` has learnt, at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from biterms.kernels import Array, Counts
from biterms.learning.row_map import RowMap
from biterms.models.estimator import TopicEstimator
from biterms.text.phrase_growth import phrases_due
from biterms.text.vectoriser import Vectoriser
from biterms.topics.duplicates import Duplicates
from biterms.topics.encode import encode_places
from biterms.topics.guides import Guide, PriorInUse
from biterms.topics.provenance import Provenance
from biterms.topics.sample import Sample
from biterms.topics.sampled_words import SampledWords
from biterms.topics.top_counts import Counted, TopCounts

#: texts after which words that wait are counted, and forgotten if they are too many
CHECKED = 1 << 16
#: texts of the sample in which it is looked up how new phrases are written
LOOKED_UP = 5000


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
    renewed_at : int
        Texts that had been learnt from when words were last exchanged or forgotten.
    duplicates : Duplicates
        What is remembered of all texts, to know those that come again.
    counted : Counted
        In how many of all texts the top words of topics are.
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
    renewed_at: int = 0
    duplicates: Duplicates = field(default_factory=Duplicates)
    counted: Counted = field(default_factory=Counted)

    @property
    def in_use(self) -> tuple[int, ...]:
        """Places of the topics that are in use, as columns of mixtures."""
        return tuple(np.flatnonzero(self.model.in_use_).tolist())

    def merged(self, topics: list[int]) -> Self:
        """The same with topics merged, given by their places; the first takes all."""
        model = detached(self.model).merge(topics)
        gone = {self.ids[place] for place in topics[1:]}
        return replace(
            self,
            model=model,
            counted=Counted(self._counts_merged(topics, model)),
            prior=None if self.prior is None else self.prior.merged(topics),
            ids=tuple(k for k in self.ids if k not in gone),
            labels={k: name for k, name in self.labels.items() if k not in gone},
        )

    def _counts_merged(self, topics: list[int], model: TopicEstimator) -> TopCounts:
        return self.counted.counts.merged(topics, model.posterior_, self.sampled_documents())

    def sampled_documents(self, words: SampledWords | None = None) -> Any:
        """The sample as the model sees it.

        Parameters
        ----------
        words : SampledWords, optional
            Its words, if they are known.
        """
        if self.text is not None:
            words = words or SampledWords.none().after(*self.sample.moment(), self.text.places)
            return encode_places(self.text, self.model, words.tokens)
        if self.sampled_counts is not None:
            return self.sampled_counts
        none = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32)
        return Counts(np.zeros(1, dtype=np.int64), *none, self.model.n_features_in_)

    def finished(self, guide: Guide | None = None) -> Self:
        """The same with everything at one moment, and words exchanged and forgotten if it is time.

        An interrupt may have come between the learning of texts and what follows from it, which
        is made up for here.

        Parameters
        ----------
        guide : Guide, optional
            What knows more of words that join.
        """
        self.model.state.finish()
        counts = self.counted.counts
        if counts.due(counts.seen):
            self.counted.counts = counts.chosen(self.model.posterior_, self.sampled_documents())
        return self._renewed(guide)

    def _renewed(self, guide: Guide | None) -> Self:
        """The same with words exchanged and forgotten if it is time."""
        if self.text is None or not renewal_due(self.text, self.renewed_at, self.text.n_docs_):
            return self
        texts = self.sample.latest(LOOKED_UP) if self.text.phrases else []
        renewed = self.text.renewed(self.renewed_at, texts)
        if renewed is None:
            return replace(self, renewed_at=self.text.n_docs_)
        text, ids = renewed
        moved = text.words_.keys is not self.text.words_.keys
        sample = self.sample.without_tokens() if moved else self.sample
        model = self._with_other_words(text, ids, guide) if len(ids) else self.model
        return replace(
            self,
            text=text,
            model=model,
            sample=sample,
            counted=Counted(self.counted.counts.without(ids)),
            renewed_at=text.n_docs_,
        )

    def _with_other_words(
        self, text: Vectoriser, ids: Array, guide: Guide | None
    ) -> TopicEstimator:
        """The model when these ids, new ones included, have become those of other words."""
        words, eta = text.words_, None
        if self.prior is not None:
            places = words.place_of.values[ids].tolist()
            forms = {words.keys[place]: words.forms.of(place) for place in places}
            eta = self.prior.joining(forms, guide)
        assert self.text is not None
        before = self.text.n_words_
        change = RowMap(before, text.n_words_, ids[ids < before], ids)
        return detached(self.model).remap(change, eta)


def renewal_due(text: Vectoriser, before: int, now: int) -> bool:
    """Whether words are exchanged or forgotten after ``now`` texts, if they were at ``before``.

    It depends on the number of texts alone, not on how they were handed over.
    """
    periods = [min(CHECKED, max(1, text.most_waiting))]
    if text.prune and text.max_words is not None:
        periods.append(text.max_words)
    if text.phrases and phrases_due(before, now):
        return True
    return any(now // period > before // period for period in periods)


def detached(model: TopicEstimator) -> TopicEstimator:
    """The same model with a state of its own; arrays are shared until they change."""
    other = copy(model)
    other.state_ = copy(model.state)
    return other
