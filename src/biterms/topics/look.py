"""What a model looks like at one moment: each part is computed when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any

import numpy as np
from scipy import sparse

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.measures.split import canonical
from biterms.models.lda.held import Held
from biterms.topics.assigner import Assigner
from biterms.topics.drafts import PROBABLE, Names, Paired, drafts
from biterms.topics.fitted import Fitted
from biterms.topics.inference import infer, table_of
from biterms.topics.labels import Draft, unique_labels
from biterms.topics.leaders import Leaders
from biterms.topics.neighbours import Neighbours, Phrase, Placed
from biterms.topics.pairs import (
    Choice,
    RankedPairs,
    of_counts,
    of_given,
    ranked_pairs,
    scored_pairs,
)
from biterms.topics.phrase_forms import PhraseForms, WrittenTexts
from biterms.topics.ranking import By, Ranked, Ranking
from biterms.topics.sample_parts import Part
from biterms.topics.sampled_pairs import SampledPairs
from biterms.topics.sampled_words import SampledWords
from biterms.topics.top_counts import TopCounts
from biterms.topics.views import Pair, Word

#: words of a topic that its pairs and its label are made of: the pairs are 105 at most, many more
#: than anyone reads, and words further down speak too weakly for a topic to name it
PAIRED = 15


class Look:
    """A model, its words and a sample of its documents, at one moment.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt.
    before : Look, optional
        An earlier look at the same model: what changed since is all that is looked at again.
    """

    def __init__(self, fitted: Fitted, before: Look | None = None) -> None:
        self.fitted = fitted
        self.moment = moment(fitted)
        self._leaders = _leaders(fitted, before)
        self._words_before, self._sampled_pairs = SampledWords.none(), SampledPairs.none()
        self._phrase_forms = PhraseForms({})
        if before is not None and _same_keys(fitted, before.fitted):
            self._words_before, self._sampled_pairs = before._latest_words, before._sampled_pairs
            self._phrase_forms = before._phrase_forms
        self._choices: dict[tuple[int, ...], dict[int, Ranked]] = {}
        self._paired: dict[tuple[int, ...], Paired] = {}
        self._pairs: dict[tuple[int, ...], RankedPairs] = {}
        self._labels: dict[int, str] = {}

    def helps(self, fitted: Fitted) -> bool:
        """Whether a later look at what has been learnt by then can use any of this one."""
        same = self._leaders.posterior is fitted.model.state.posterior
        return same or _same_keys(fitted, self.fitted)

    # topics --------------------------------------------------------------------------------

    @cached_property
    def sizes(self) -> Array:
        """Share of each topic."""
        return self.fitted.model.sizes_

    @cached_property
    def in_use(self) -> tuple[int, ...]:
        """The topics that are in use, as columns of mixtures."""
        return self.fitted.in_use

    @cached_property
    def top_counts(self) -> TopCounts:
        """In how many of all texts the words are that are the top now.

        While a model holds all documents of its stream they are counted there, for the words that
        are the top now: learning from them again may have changed all topics. Documents that are
        held do not have the phrases and the exchanged words that joined after they came.
        """
        fitted, counts = self.fitted, self.fitted.counted.counts
        held: Held | None = getattr(fitted.model.state, "held", None)
        changing = fitted.text is None or fitted.text.phrases or fitted.text.prune
        if changing or held is None or len(held) != counts.seen:
            return counts.chosen(fitted.model.posterior_, self.documents)
        return TopCounts.of(fitted.model, held.counts(fitted.model.n_features_in_))

    @cached_property
    def ranking(self) -> Ranking:
        """Ranks words of topics."""
        return Ranking(self._leaders, self.sizes)

    def top_words(self, topics: Sequence[int], n: int, by: By) -> list[list[Word]]:
        """The n words that speak most for each of some topics."""
        if by not in ("relevance", "probability"):
            raise SettingError(f"by={by!r}: expected 'relevance' or 'probability'")
        if by == "relevance" and n <= PAIRED:
            choice = self._choice(self._group(topics))
            found = [choice[k].first(n) for k in topics]
        else:
            found = self.ranking.top(topics, n, by)
        names = iter(self.names(np.concatenate([row.words for row in found])))
        columns = (
            (islice(names, len(row.words)), *map(np.ndarray.tolist, row[1:])) for row in found
        )
        return [[*map(Word, *each)] for each in columns]

    def pairs(self, topics: Sequence[int], n: int) -> list[list[Pair]]:
        """The n pairs of words that speak most for each of some topics."""
        if not n:
            return [[] for _ in topics]
        group = self._group(topics)
        paired = self._paired_words(group)
        if group not in self._pairs:
            self._pairs[group] = ranked_pairs(paired.pairs, paired.found, paired.choice)
        ranked, places = self._pairs[group], {k: i for i, k in enumerate(group)}
        at, counts = ranked.first(np.array([places[k] for k in topics], dtype=np.int64), n)
        left, right, share = (column[at].tolist() for column in ranked[:3])
        name = paired.names.__getitem__
        pairs = map(Pair, map(name, left), map(name, right), share)
        return [list(islice(pairs, count)) for count in counts.tolist()]

    def labels(self, topics: Iterable[int]) -> dict[int, str]:
        """A name for each of some topics: the user's, or one made of its words."""
        ids, given, wanted = self.fitted.ids, self.fitted.labels, list(topics)
        if any(ids[k] not in given and ids[k] not in self._labels for k in wanted):
            # topics in use come first: their labels do not depend on what was asked for
            for group in dict.fromkeys([self.in_use, self._group(wanted)]):
                new = {
                    ids[k]: draft
                    for k, draft in zip(group, self._drafts(group), strict=True)
                    if ids[k] not in given and ids[k] not in self._labels
                }
                self._labels |= unique_labels(new, [*given.values(), *self._labels.values()])
        return {k: given.get(ids[k]) or self._labels[ids[k]] for k in wanted}

    @cached_property
    def assigner(self) -> Assigner:
        """Gives topics to texts."""
        return Assigner(self.fitted, [*self.labels(self.in_use).values()])

    def _group(self, topics: Iterable[int]) -> tuple[int, ...]:
        """The topics that are compared with each other: those in use, or all."""
        return self.in_use if {*topics} <= {*self.in_use} else tuple(range(len(self.sizes)))

    def _choice(self, group: tuple[int, ...]) -> dict[int, Ranked]:
        """The words that the pairs of topics are made of."""
        if group not in self._choices:
            ranked = self.ranking.top(group, PAIRED, "relevance")
            self._choices[group] = dict(zip(group, ranked, strict=True))
        return self._choices[group]

    def _paired_words(self, group: tuple[int, ...]) -> Paired:
        """The pairs of topics, with the names of all words that they are made of."""
        if group not in self._paired:
            lists = [row.words for row in self._choice(group).values()]
            choice = Choice(lists, self.fitted.model.n_features_in_)
            beta = self.fitted.model.word_topics(choice.words)
            placed, found = self._placed(choice), self._cooccurrences(choice)
            pairs = scored_pairs(found, choice, group, beta, self.sizes)
            self._paired[group] = Paired(choice, self.names(choice.words), placed, found, pairs)
        return self._paired[group]

    def _drafts(self, group: tuple[int, ...]) -> list[Draft]:
        """What labels of topics may be made of."""
        paired, ranked = self._paired_words(group), self._choice(group)
        probable = self.ranking.most_probable(ranked, PROBABLE)
        weight = np.zeros(paired.choice.table.shape)
        # one topic has no relevance: all words speak alike for it
        column = "relevance" if len(self.sizes) > 1 else "probability"
        weight[paired.choice.table >= 0] = np.concatenate(
            [getattr(row, column) for row in ranked.values()]
        )
        neighbours = self._neighbours(paired)
        written = partial(self._written, paired, neighbours)
        return drafts(paired, weight, probable, neighbours, Names(self.names, written))

    # words ---------------------------------------------------------------------------------

    @cached_property
    def words(self) -> list[str]:
        """The words of all columns as people read them."""
        return self.names(np.arange(self.fitted.model.n_features_in_))

    def names(self, columns: Array) -> list[str]:
        """Some of these words."""
        fitted = self.fitted
        if fitted.text is not None:
            return fitted.text.names(columns.astype(np.int64))
        names = fitted.names
        return [f"#{i}" if names is None else names[i] for i in columns.astype(int).tolist()]

    def _written(
        self, paired: Paired, neighbours: Neighbours, phrases: Sequence[Phrase]
    ) -> list[str]:
        """How the texts of the sample mostly write phrases of chosen words."""
        text = self.fitted.text
        if text is None:
            return []
        places = text.words_.place_of.values[paired.choice.words].tolist()
        numbers = self.sampled_words.documents[neighbours.documents]
        found = neighbours._replace(documents=numbers).having(phrases)
        wanted = [tuple(places[i] for i in phrase) for phrase in phrases]
        texts = WrittenTexts(text.analyser_, self._sample[1].texts, self.sampled_words)
        self._phrase_forms = self._phrase_forms.after(dict(zip(wanted, found, strict=True)), texts)
        return [self._phrase_forms.most_frequent(phrase) for phrase in wanted]

    # the sample ----------------------------------------------------------------------------

    @cached_property
    def _sample(self) -> tuple[int, Part]:
        """Documents that have gone by, and the sample, which may change while it is looked at."""
        return self.fitted.sample.moment()

    @cached_property
    def sampled_words(self) -> SampledWords:
        """The sample as places of keys."""
        assert self.fitted.text is not None
        return self._words_before.after(*self._sample, self.fitted.text.places)

    @property
    def _latest_words(self) -> SampledWords:
        latest: SampledWords = self.__dict__.get("sampled_words", self._words_before)
        return latest

    @cached_property
    def documents(self) -> Any:
        """The sample as the model sees it."""
        known = None if self.fitted.text is None else self.sampled_words
        return self.fitted.sampled_documents(known)

    @cached_property
    def counts(self) -> sparse.csr_matrix:
        """The counts of the sample."""
        return sparse.csr_matrix(canonical(table_of(self.documents)))

    @cached_property
    def mixtures(self) -> Array:
        """p(topic | document) of the sample."""
        return infer(self.fitted, self.documents)

    @cached_property
    def leading(self) -> Array:
        """Share of the sample that each topic leads."""
        lead = self.mixtures[np.diff(self.counts.indptr) > 0].argmax(axis=1)
        return np.bincount(lead, minlength=self.mixtures.shape[1]) / max(1, len(lead))

    def _placed(self, choice: Choice) -> Placed | None:
        """Where the sample has the chosen words; None if there are no texts."""
        text = self.fitted.text
        if text is None:
            return None
        numbers = np.full(len(text.words_.keys) + 1, -1, dtype=np.int32)
        numbers[text.words_.place_of.values[choice.words]] = np.arange(len(choice.words))
        return Placed.of(self.sampled_words.sequences(), numbers)

    def _cooccurrences(self, choice: Choice) -> Array:
        """How often chosen words are biterms of the sample."""
        text = self.fitted.text
        if self.fitted.model.pair_window is not None:
            return of_given(self.documents, choice)
        if text is None:
            return of_counts(self.documents, choice)
        places = text.words_.place_of.values
        lists = [places[choice.words[row[row >= 0]]] for row in choice.table]
        self._sampled_pairs = self._sampled_pairs.after(
            self.sampled_words, lists, len(text.words_.keys)
        )
        return self._sampled_pairs.of(lists, choice.width)

    def _neighbours(self, paired: Paired) -> Neighbours:
        """How often chosen words are neighbours in the sample; never, if there are no texts."""
        if paired.placed is None:
            frequency = np.asarray(self.counts.sum(axis=0)).ravel()[paired.choice.words]
            return Neighbours.unknown(self.counts.shape[0], frequency)
        texts = len(self.sampled_words.documents)
        return Neighbours.of(paired.placed, len(paired.choice.words), texts)


def moment(fitted: Fitted) -> tuple[Any, ...]:
    """A value that changes with everything a view may show."""
    posterior = fitted.model.state.posterior
    return id(fitted), posterior.mark(), posterior.updates, fitted.sample.seen


def _leaders(fitted: Fitted, before: Look | None) -> Leaders:
    posterior = fitted.model.posterior_
    if before is not None and before._leaders.posterior is posterior:
        return before._leaders
    return Leaders(posterior)


def _same_keys(fitted: Fitted, before: Fitted) -> bool:
    """Whether places of keys are the same as before."""
    if fitted.text is None or before.text is None:
        return False
    return fitted.text.words_.keys is before.text.words_.keys
