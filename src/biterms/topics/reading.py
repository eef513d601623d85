"""What a fitted TopicModel shows and says of texts; nothing here changes what has been learnt."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
from scipy import sparse

from biterms.kernels import Array
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.models.estimator import TopicEstimator
from biterms.models.scikit_learn import Transformer, refuse_unfitted
from biterms.store import atomic_file
from biterms.text.vectoriser import Vectoriser
from biterms.topics.explain import Explanation, explained
from biterms.topics.finding import WordTopics, topics_of_words
from biterms.topics.fitted import Fitted
from biterms.topics.guides import Guide, PriorInUse
from biterms.topics.handed_in import labelled_texts
from biterms.topics.inference import encoded, in_use, infer, table_of
from biterms.topics.listing import place_of, pyldavis_tables, topic_rows, typical_texts
from biterms.topics.look import Look, moment
from biterms.topics.naming import prompts
from biterms.topics.quality import quality_of
from biterms.topics.quality_table import Quality
from biterms.topics.ranking import By
from biterms.topics.sample import Sample
from biterms.topics.stability import stability_of, with_other_seed
from biterms.topics.texts import ordered
from biterms.topics.views import Example, Topic, Topics


class TopicReader(Transformer):
    """Methods that read what has been learnt; any thread may call them at any time."""

    guide: Guide | None
    _fitted: Fitted
    _looked: Look | None
    _lock: threading.RLock

    # what there is -------------------------------------------------------------------------

    @property
    def fitted(self) -> Fitted:
        """Everything that has been learnt, at this moment."""
        if not hasattr(self, "_fitted"):
            refuse_unfitted(self, "fit or update")
        with self._lock:
            self._fitted = fitted = self._fitted.finished(self.guide)
            if self._looked is not None and not self._looked.helps(fitted):
                self._looked = None  # it would keep what has been replaced
            return fitted

    @property
    def model_(self) -> TopicEstimator:
        """The model over word ids."""
        return self.fitted.model

    @property
    def text_(self) -> Vectoriser | None:
        """How texts become counts; None for a model made from counts."""
        return self.fitted.text

    @property
    def sample_(self) -> Sample:
        """The texts that were kept."""
        return self.fitted.sample

    @property
    def prior_(self) -> PriorInUse | None:
        """The prior that came from a guide."""
        return self.fitted.prior

    @property
    def ids_(self) -> list[int]:
        """The ids of the topics in use, in the order of the columns of `transform`."""
        return [self.fitted.ids[k] for k in self.fitted.in_use]

    @property
    def labels_(self) -> dict[int, str]:
        """The names that users gave to topics, by the ids of the topics."""
        return dict(self.fitted.labels)

    @property
    def provenance_(self) -> dict[str, Any]:
        """How the model came about."""
        return dict(self.fitted.provenance.facts)

    def words(self) -> Sequence[str]:
        """The words of the columns as people read them."""
        with self._lock:
            return self._look().words

    # topics --------------------------------------------------------------------------------

    def topics(
        self,
        n_words: int = 10,
        n_pairs: int = 5,
        *,
        by: By = "relevance",
        documents: bool = False,
    ) -> Topics:
        """The topics, the largest first: size, label, words and pairs of words.

        Parameters
        ----------
        n_words, n_pairs : int
            Words and pairs of each topic.
        by : {"relevance", "probability"}
            Rank words by relevance, which prefers words that distinguish the topic from others,
            or by their probability in the topic.
        documents : bool
            Whether to compute ``Topic.documents``, the share of the texts that a topic leads: the
            mixtures of all texts of the sample are needed for it.

        Returns
        -------
        Topics
            One row per topic; of a model that has room for more topics than it uses, those in
            use. It shows itself as a table.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> sorted(topic.label for topic in model.topics())
        ['cheap flights, rome', 'late goal wins']
        """
        with self._lock:
            look = self._look()
            return Topics(topic_rows(look, look.in_use, n_words, n_pairs, by, documents))

    def topic(self, k: int, n_words: int = 30, n_pairs: int = 10, *, by: By = "relevance") -> Topic:
        """One topic by its id.

        Parameters
        ----------
        k : int
            The id.
        n_words, n_pairs, by
            As for `topics`.

        Returns
        -------
        Topic
        """
        with self._lock:
            look = self._look()
            place = place_of(look.fitted, k)
            return topic_rows(look, [place], n_words, n_pairs, by, documents=True)[0]

    def label_prompt(
        self,
        path: str | PathLike[str] | None = None,
        *,
        n_words: int = 10,
        n_pairs: int = 5,
        n_texts: int = 5,
    ) -> dict[str, Any]:
        """What a language model needs to name the topics; `set_labels` takes its answer.

        Parameters
        ----------
        path : str or path, optional
            A file to write it to, as JSON.
        n_words, n_pairs, n_texts : int
            Words, pairs and typical texts of each topic.

        Returns
        -------
        dict
            ``instruction`` says what to do with all topics and how to answer. ``topics`` has the
            id, label, words, pairs and texts of each, and ``prompt``, a question about it alone.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> sorted(model.label_prompt()["topics"][0])
        ['id', 'label', 'pairs', 'prompt', 'texts', 'words']
        """
        with self._lock:
            found = prompts(self, n_words, n_pairs, n_texts)
        if path is not None:
            with atomic_file(os.fspath(path)) as file:
                json.dump(found, file, ensure_ascii=False, indent=2)
                file.write("\n")
        return found

    def find(self, words: str | Sequence[str], n: int = 5) -> WordTopics:
        """The topics that a word, several words or a sentence belong to, the most probable first.

        Parameters
        ----------
        words : str or sequence of str
            Words in any of their forms; stop words are left out.
        n : int
            Topics at most.

        Returns
        -------
        WordTopics
            Rows of `WordTopic`; ``unknown`` has the words that the model does not know.

        Raises
        ------
        InputError
            If the model knows none of the words.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> found = model.find("late flights to the moon")
        >>> found.words, found.unknown
        (('late', 'flights'), ('moon',))
        """
        with self._lock:
            return topics_of_words(self._look(), words, n)

    def typical(self, k: int, n: int = 5) -> list[Example]:
        """Texts of the sample that are most about a topic; of equal ones the longer first.

        Parameters
        ----------
        k : int
            The id of a topic.
        n : int
            Texts at most; no text comes twice.

        Returns
        -------
        list of Example

        Raises
        ------
        InputError
            If no texts were kept.
        """
        with self._lock:
            return typical_texts(self._look(), k, n)

    # how good they are ---------------------------------------------------------------------

    def quality(self, *, stability: Mapping[int, float] | None = None) -> Quality:
        """How good each topic is: coherence over all texts, sharpness, and which are junk.

        Parameters
        ----------
        stability : mapping of int to float, optional
            What `stability` gave, to be shown beside the other figures.

        Returns
        -------
        Quality
            One row per topic, the largest first. It shows itself as a table.

        Notes
        -----
        A topic is junk for one of five reasons. *Few texts*: it leads fewer than five. *Words
        together by chance*: of the pairs of its ten most probable words fewer than 15 % are in
        clearly more texts than words that are as frequent and independent of each other (in two at
        least, and two standard deviations more); from 100 texts on. *Flat words*: on average the
        ten are less than twice as probable as a typical word of the topic, and it has 100 of these
        or more (exp of its entropy). *One text repeated*: more than half of the texts that it leads
        have the same words. *One boilerplate*: more than half of them have all of its five first
        words.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> [(topic.n_texts, topic.junk) for topic in model.quality()]
        [(20, ()), (20, ())]
        """
        with self._lock:
            return quality_of(self._look(), stability)

    def stability(
        self, texts: Any, *, text: str | None = None, random_state: int | None = None
    ) -> dict[int, float]:
        """How much of each topic comes back when texts are learnt from with another seed.

        Parameters
        ----------
        texts : iterable of str or Record, data frame or column of one
            The texts that the model has learnt from, or others like them; a model made from counts
            is given counts.
        text : str, optional
            The column of the texts in a data frame.
        random_state : int, optional
            The other seed; None is 1, or 2 where the model has 1.

        Returns
        -------
        dict of int to float
            For the id of each topic what it has in common with its counterpart, 0 to 1: the sum
            over words of the smaller of the two probabilities. Topics are matched one to one so
            that the sum is largest; one without a counterpart has 0.

        Raises
        ------
        InputError
            If there are no texts.
        SettingError
            If it is the seed that the model has learnt with.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> min(model.stability(texts).values()) > 0.9
        True
        """
        with self._lock:
            fitted, ids = self.fitted, self.ids_
            other, documents = with_other_seed(fitted, random_state), encoded(fitted, texts, text)
            topics = fitted.model.topics_[list(fitted.in_use)]
        return dict(zip(ids, stability_of(topics, other, documents).tolist(), strict=True))

    # the sample ----------------------------------------------------------------------------

    def mixtures(self) -> Array:
        """p(topic | document) of the sample, in the order in which the documents came."""
        with self._lock:
            return in_use(self.fitted, self._look().mixtures)

    def sampled_counts(self) -> sparse.csr_matrix:
        """The counts of the sample."""
        with self._lock:
            return self._look().counts

    def sampled_documents(self) -> Any:
        """The sample as the model sees it."""
        with self._lock:
            return table_of(self._look().documents)

    def sampled_word_counts(self) -> Array:
        """How often each word is in the sample."""
        return np.asarray(self.sampled_counts().sum(axis=0)).ravel()

    # texts ---------------------------------------------------------------------------------

    def transform(self, texts: Any, *, text: str | None = None) -> Any:
        """Share of each topic in each text.

        Parameters
        ----------
        texts : iterable of str, data frame, or column of one
            Texts; a model made from counts is given counts. A text that is missing in a data frame
            counts as empty, so that there is a row for each.
        text : str, optional
            The column of a data frame that holds the texts; None is the one with a usual name.

        Returns
        -------
        array of shape (texts, topics)
            p(topic | text); columns are those of ``ids_``, the topics that `topics` lists. Or a
            table, see `set_output`.
        """
        return self._contained(self._mixtures(texts, text), texts)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Name the columns of `transform` by the ids of the topics: topic0, topic1, ...

        Parameters
        ----------
        input_features : ignored
            For scikit-learn.

        Returns
        -------
        array of str
            One name for each topic.
        """
        return np.array([f"topic{k}" for k in self.ids_], dtype=object)

    def counts(self, texts: Any, *, text: str | None = None) -> Any:
        """Texts as the model sees them: counts, or an `InOrder` where biterms stand near.

        Parameters
        ----------
        texts : iterable of str, data frame, or column of one
            Texts; a model made from counts is given counts.
        text : str, optional
            The column of a data frame that holds the texts; None is the one with a usual name.

        Returns
        -------
        sparse table or InOrder
        """
        with self._lock:
            documents = encoded(self.fitted, texts, text)
            return documents if self.fitted.text is None else table_of(documents)

    def explain(self, text: Any) -> Explanation:
        """The topics of a text, with the words and the pairs of words that speak for each.

        Parameters
        ----------
        text : str
            One text; a model made from counts is given a row of counts.

        Returns
        -------
        Explanation

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> [topic, *_] = model.explain("a late goal").topics
        >>> sorted(word for word, _ in topic.words)
        ['goal', 'late']
        """
        with self._lock:
            return explained(self._look(), text)

    def evaluate(
        self,
        texts: Any,
        labels: Sequence[Any] | str | None = None,
        *,
        text: str | None = None,
        reference: Any = None,
        window: int | None = None,
        top: int = 10,
    ) -> Evaluation:
        """How good the model is on texts that should be new.

        Parameters
        ----------
        texts : iterable of str or Record, data frame or column of one
            Texts to measure on.
        labels : sequence or str, optional
            Classes of the texts, for purity and NMI, or their column in a data frame.
        text : str, optional
            The column of the texts in a data frame.
        reference : iterable of str, optional
            Other texts for NPMI to count in.
        window : int, optional
            NPMI counts in runs of so many words instead of in whole texts.
        top : int
            Words of each topic that NPMI looks at.

        Returns
        -------
        Evaluation
            LPP, NPMI and diversity, with labels also purity and NMI.
        """
        with self._lock:
            fitted = self.fitted
            if fitted.text is not None:
                texts, labels = labelled_texts(texts, text, labels)
                if window is not None:
                    reference = ordered(fitted.text, texts if reference is None else reference)
                elif reference is not None:
                    reference = self.counts(reference)
            return evaluate(
                fitted.model,
                self.counts(texts),
                labels=labels,
                reference=reference,
                window=window,
                top=top,
                in_use=fitted.model.in_use_,
            )

    def to_pyldavis(self) -> dict[str, Any]:
        """What `pyLDAvis.prepare(**...)` takes, on the sample of documents."""
        with self._lock:
            return pyldavis_tables(self._look())

    def _repr_html_(self) -> str:
        if not hasattr(self, "_fitted"):
            return "<p>TopicModel, not fitted</p>"
        return self.topics()._repr_html_()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What notebooks ask first."""
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    # private -------------------------------------------------------------------------------

    def _look(self) -> Look:
        """The look of this moment; another one when the model has learnt or changed since."""
        fitted, look = self.fitted, self._looked
        if look is None or look.moment != moment(fitted):
            self._looked = look = Look(fitted, look)
        return look

    def _mixtures(self, texts: Any, text: str | None = None) -> Array:
        with self._lock:
            return in_use(self.fitted, infer(self.fitted, encoded(self.fitted, texts, text)))
