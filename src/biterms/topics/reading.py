"""What a fitted TopicModel shows and says of texts; nothing here changes what has been learnt."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.measures.evaluate import Evaluation, evaluate
from biterms.measures.split import Partible, canonical
from biterms.models.estimator import TopicEstimator
from biterms.models.scikit_learn import refuse_unfitted
from biterms.settings import check_whole
from biterms.text.readers import Record
from biterms.text.vectoriser import Vectoriser
from biterms.topics.assign import Assignment, assigned
from biterms.topics.encode import encode
from biterms.topics.explain import Explanation, explained
from biterms.topics.fitted import Fitted
from biterms.topics.guides import Guide, PriorInUse
from biterms.topics.look import Look, in_use, infer, moment, table_of
from biterms.topics.ranking import By
from biterms.topics.sample import Sample
from biterms.topics.texts import CHUNK, Texts, ordered, pieces, plain, several
from biterms.topics.views import Example, Topic, Topics, WordTopic


class TopicReader:
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
        >>> sorted(topic.words[0].word for topic in model.topics())
        ['goal', 'rome']
        """
        with self._lock:
            look = self._look()
            return Topics(_rows(look, look.in_use, n_words, n_pairs, by, documents))

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
            place = _place(look.fitted, k)
            return _rows(look, [place], n_words, n_pairs, by, documents=True)[0]

    def find(self, word: str, n: int = 5) -> list[WordTopic]:
        """The topics that a word belongs to, the most probable first.

        Parameters
        ----------
        word : str
            A word in any of its forms.
        n : int
            Topics at most.

        Returns
        -------
        list of WordTopic

        Raises
        ------
        InputError
            If the model does not know the word.
        """
        check_whole("n", n, least=0)
        with self._lock:
            look = self._look()
            column = self._column(look, word)
            probability = look.fitted.model.word_topics(np.array([column]))[0]
            share = probability * look.sizes
            share /= share.sum()
            best = np.argsort(-share, kind="stable")[:n].tolist()
            ids, labels = look.fitted.ids, look.labels(best)
            return [
                WordTopic(ids[k], labels[k], float(share[k]), float(probability[k])) for k in best
            ]

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
        check_whole("n", n, least=0)
        with self._lock:
            look = self._look()
            at, records = _place(look.fitted, k), look.fitted.sample.records
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

    def transform(self, texts: Any) -> Array:
        """Share of each topic in each text.

        Parameters
        ----------
        texts : iterable of str
            Texts; a model made from counts is given counts.

        Returns
        -------
        array of shape (texts, topics)
            p(topic | text); columns are those of ``ids_``, the topics that `topics` lists.
        """
        with self._lock:
            return in_use(self.fitted, self._mixtures(self.fitted, texts))

    def counts(self, texts: Any) -> Any:
        """Texts as the model sees them: counts, or an `InOrder` where biterms stand near.

        Parameters
        ----------
        texts : iterable of str
            Texts; a model made from counts is given counts.

        Returns
        -------
        sparse table or InOrder
        """
        with self._lock:
            return _counted(self.fitted, texts)

    def assign(self, texts: Texts) -> Iterator[Assignment]:
        """The topic of each text, its probability, and the runner-up.

        Parameters
        ----------
        texts : iterable of str or Record
            Texts, which are read as they are needed.

        Returns
        -------
        iterator of Assignment
            With a note where care is due.
        """
        return self._assigned(self.fitted, self._tables(self.fitted, texts))

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
            look = self._look()
            return explained(look, text)

    def evaluate(
        self,
        texts: Any,
        labels: Sequence[Any] | None = None,
        *,
        reference: Any = None,
        window: int | None = None,
        top: int = 10,
    ) -> Evaluation:
        """How good the model is on texts that should be new.

        Parameters
        ----------
        texts : iterable of str
            Texts to measure on.
        labels : sequence, optional
            Classes of the texts, for purity and NMI.
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
                texts = list(several(texts))
                if window is not None:
                    reference = ordered(fitted.text, texts if reference is None else reference)
                elif reference is not None:
                    reference = _counted(fitted, reference)
            return evaluate(
                fitted.model,
                _counted(fitted, texts),
                labels=labels,
                reference=reference,
                window=window,
                top=top,
                in_use=fitted.model.in_use_,
            )

    def to_pyldavis(self) -> dict[str, Any]:
        """What `pyLDAvis.prepare(**...)` takes, on the sample of documents."""
        with self._lock:
            look = self._look()
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

    def _mixtures(self, fitted: Fitted, texts: Any) -> Array:
        if fitted.text is None:
            return infer(fitted, texts)
        return infer(fitted, encode(fitted.text, fitted.model, plain(several(texts))))

    def _tables(self, fitted: Fitted, texts: Any) -> Iterator[tuple[Any, list[str | None]]]:
        """Pieces of documents and their ids, None where they have none."""
        if fitted.text is None:
            X = sparse.csr_matrix(texts.table if isinstance(texts, Partible) else texts)
            parts = (X[at : at + CHUNK] for at in range(0, X.shape[0], CHUNK))
            return ((part, [None] * part.shape[0]) for part in parts)
        text, model = fitted.text, fitted.model
        return (
            (encode(text, model, plain(piece)), [*map(_id, piece)])
            for piece in pieces(several(texts))
        )

    def _assigned(
        self, fitted: Fitted, tables: Iterator[tuple[Any, list[str | None]]]
    ) -> Iterator[Assignment]:
        place = 0
        for documents, ids in tables:
            names = [str(at) if name is None else name for at, name in enumerate(ids, place)]
            lengths = np.diff(canonical(table_of(documents)).indptr)
            with self._lock:  # no other thread learns meanwhile
                mixtures = in_use(fitted, infer(fitted, documents))
                topics = [fitted.ids[k] for k in fitted.in_use]
            yield from assigned(names, mixtures, lengths, topics)
            place += len(ids)

    def _column(self, look: Look, word: str) -> int:
        fitted = look.fitted
        if fitted.text is not None:
            column = fitted.text.column(word)
        else:
            column = look.words.index(word) if word in look.words else None
        if column is None:
            raise InputError(
                f"{word!r} is not among the {fitted.model.n_features_in_:,} words of this model: a "
                "stop word, too rare, or never met"
            )
        return column

    def _place(self, k: int) -> int:
        return _place(self.fitted, k)


def _counted(fitted: Fitted, texts: Any) -> Any:
    """Texts as the model sees them."""
    if fitted.text is None:
        return texts
    return table_of(encode(fitted.text, fitted.model, plain(several(texts))))


def _id(text: str | Record) -> str | None:
    return text.id if isinstance(text, Record) else None


def _place(fitted: Fitted, k: int) -> int:
    """The column of a topic in mixtures."""
    ids = fitted.ids
    if isinstance(k, bool) or k not in ids:
        raise InputError(f"no topic {k!r}; the topics are {_named(ids)} (merged ones are gone)")
    return ids.index(k)


def _rows(
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


def _named(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids[:20])) + (", ..." if len(ids) > 20 else "")
