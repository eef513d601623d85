"""TopicModel: texts in, topics out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from biterms.errors import InputError, SettingError, StopLearning
from biterms.models.deferred import DeferredLimit
from biterms.models.engine import Engine
from biterms.models.estimator import TopicEstimator
from biterms.models.hdp.estimator import HDP
from biterms.store.budget import MemoryBudget, budget_of
from biterms.text.counted import n_texts
from biterms.text.duplicates import Seen
from biterms.text.readers import Record, Trouble
from biterms.text.vectoriser import Vectoriser
from biterms.topics.algebra.calculating import TopicCalculator
from biterms.topics.beginning import Beginning, from_table, passes, wanted_model
from biterms.topics.budgeted import check_budget, check_topics, room_of
from biterms.topics.dated import Dated
from biterms.topics.duplicates import Duplicates, Incoming, Mode
from biterms.topics.encode import (
    encode,
    learn_vocabulary,
    warn_of_single_words,
)
from biterms.topics.fitted import Fitted
from biterms.topics.guides import Guide
from biterms.topics.handed_in import Beside, records_of
from biterms.topics.prepared import UNPREPARED, Prepared
from biterms.topics.provenance import Provenance, facts_of
from biterms.topics.reducing import TopicReducer
from biterms.topics.sample import Sample
from biterms.topics.stream import (
    Coming,
    Keyed,
    Observe,
    Piece,
    cuts_of,
    first_piece,
    part_end,
    whole_minibatches,
)
from biterms.topics.tables import gensim_table
from biterms.topics.texts import plain
from biterms.topics.times import Watched, check_times, minibatch_times
from biterms.topics.top_counts import Counted, TopCounts
from biterms.topics.writer import Writer

#: texts done, texts in all (None: unknown), and the LPP of texts not learnt from yet (or None)
Progress = Callable[[int, int | None, float | None], None]
#: texts of a piece that are scored before they are learnt from
SCORED = 200


class Origin(NamedTuple):
    """The folder that a model was loaded from or saved to, and what it held then."""

    folder: Path
    revision: str


class TopicModel(TopicReducer, TopicCalculator):
    """Topics of texts: a model over counts of words, and how texts become counts.

    Parameters
    ----------
    model : LDA, HDP, BTM, int or "auto", optional
        The model; a number (or "auto") is ``LDA`` with so many topics, None is ``LDA()``.
    n_topics : int or "auto", optional
        The same number by its name, where no model is given; "auto": as many as predict held-out
        words.
    text : Vectoriser, or CountVectorizer of scikit-learn, optional
        How texts become counts; None is ``Vectoriser()``. Scikit-learn's CountVectorizer and
        TfidfVectorizer cut texts and choose the words, which are then counted; their vocabulary
        does not grow.
    guide : SeedWords or Vectors, optional
        What topics know beforehand.
    keep : int, default=10000
        Texts that are remembered (and saved) as a fair sample for examples, pairs and time.
    duplicates : {"keep", "once"}, default="keep"
        Texts that came before, the same but for case, URLs, white space and punctuation, are
        counted (see `info`) and learnt from again ("keep"), or left out ("once").

    Attributes
    ----------
    model_ : LDA, HDP or BTM
        What has been learnt.
    text_ : Vectoriser
        The words.
    ids_ : list of int
        The ids of the topics, which stay when topics are merged.
    trouble_ : Trouble
        What the last `fit` or `update` has read, and what was missing in a data frame.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal, no win"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> model.transform(["a hotel in rome"]).shape
    (1, 2)
    """

    def __init__(
        self,
        model: TopicEstimator | int | Literal["auto"] | None = None,
        *,
        n_topics: int | Literal["auto"] | None = None,
        text: Any = None,
        guide: Guide | None = None,
        keep: int = 10_000,
        duplicates: Mode = "keep",
    ) -> None:
        self.model = model
        self.n_topics = n_topics
        self.text = text
        self.guide = guide
        self.keep = keep
        self.duplicates = duplicates
        self._open()

    def _open(self) -> None:
        self._looked = None
        self._lock, self._writer = threading.RLock(), Writer()
        self.learning_seconds_ = 0.0
        self.origin_: Origin | None = None
        self.trouble_ = Trouble()

    # learning ------------------------------------------------------------------------------

    def fit(
        self,
        texts: Any,
        y: Any = None,
        *,
        text: str | None = None,
        times: Any = None,
        classes: Any = None,
        ids: Any = None,
        progress: Progress | None = None,
        memory: int | str | MemoryBudget | None = None,
    ) -> Self:
        """Forget everything and learn from texts.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            The texts. Rows of a data frame (pandas, polars, Arrow) that have no text are left out
            and counted in ``trouble_``.
        y : ignored
            For scikit-learn.
        text : str, optional
            The column of a data frame that holds the texts; None is the one with a usual name
            (text, title, message, ...), or the only one.
        times, classes, ids : str or iterable, optional
            The time, the class and the id of each text: one value for each, or the name of a
            column of the data frame.
        progress : callable, optional
            Called with texts done, texts in all, and the LPP of texts not learnt from yet (or
            None). If it raises `StopLearning`, learning ends and what has been learnt stays. If it
            has a parameter ``stage`` with a default, that says what is done other than learning,
            such as the search of ``n_topics="auto"``.
        memory : int, str or MemoryBudget, optional
            How much memory learning may take, such as "2G": what the texts become is then kept in
            temporary files, and what is learnt is the same, bit for bit. None: in memory.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If the texts cannot be used, or are not as many as times, classes or ids, or none of
            the times is understood, or ``memory`` is too little for words and topics.
        SettingError
            If the model cannot learn with so little memory, or cannot learn from files.
        StoreError
            If there is no room for temporary files.

        Warns
        -----
        TimeWarning
            If some of the times are not understood, or what is the day in them is a guess.
        ShortDocuments
            If no text has two different words of the vocabulary.

        Examples
        --------
        >>> import pandas as pd
        >>> from biterms import TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> table = pd.DataFrame({"title": texts, "day": "2024-05-01", "section": "news"})
        >>> model = TopicModel(n_topics=2).fit(table, times="day", classes="section")
        >>> model.sample_.records[0].time
        '2024-05-01'
        """
        beside, trouble = Beside(text, times, classes, ids), Trouble()
        budget = budget_of(memory)
        with self._writer, room_of(budget) as space:
            new, sample = self._beginning(), Sample(self.keep)
            vectoriser, model = new.text, new.model
            check_budget(budget, vectoriser, model)
            watched = Watched(model.engine().horizon, space)
            incoming = Incoming(Seen(), vectoriser.profile, self.duplicates)
            dated = Dated(texts, beside, {})
            records = incoming.watch(dated.records(records_of(texts, beside, trouble)))
            texts_read = sample.watch(watched.watch(records))
            documents = learn_vocabulary(vectoriser, model, texts_read, space)
            dated.check()
            warn_of_single_words(documents)
            bound = new.bind(complete=True)
            check_topics(budget, vectoriser, model, len(documents))
            begin, stopped, limit = time.perf_counter(), False, DeferredLimit()
            try:
                with limit:
                    model.fit(documents, progress=progress)
            except StopLearning:
                stopped = True
            seconds = time.perf_counter() - begin
            clock = model.state.clock
            model.state.set(clock=replace(clock, arrivals=watched.arrivals(clock.documents)))
            facts = facts_of(documents) | passes(model) | {"stopped": stopped}
            topics, prior = tuple(range(model.posterior_.n_topics)), new.in_use(bound)
            self._fitted = Fitted(
                *(model, vectoriser, sample, Provenance(facts), prior, topics),
                renewed_at=vectoriser.n_docs_,
                duplicates=Duplicates(incoming.seen),
                counted=Counted(TopCounts.of(model, documents, hurried=stopped)),
            )
            self.learning_seconds_ = seconds
            self._account(trouble, dated)
        limit.raise_now()
        dated.warn()
        return self

    def fit_transform(
        self,
        texts: Any,
        y: Any = None,
        *,
        text: str | None = None,
        times: Any = None,
        classes: Any = None,
        ids: Any = None,
    ) -> Any:
        """Learn from texts and return their topic mixtures.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            The texts; all of them are kept in memory.
        y : ignored
            For scikit-learn.
        text, times, classes, ids : str or iterable, optional
            As for `fit`.

        Returns
        -------
        array of shape (D, K)
            Share of each topic in each text, as `transform` returns it; or a table, see
            `set_output`.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> TopicModel(LDA(2, random_state=0)).fit_transform(texts).shape
        (20, 2)
        """
        held = list(texts) if isinstance(texts, Iterator) else texts
        self.fit(held, text=text, times=times, classes=classes, ids=ids)
        return self._contained(self._mixtures(held, text), texts)

    def partial_fit(self, texts: Any, y: Any = None, **columns: Any) -> Self:
        """Learn on from texts: `update`, as scikit-learn calls it.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            The texts.
        y : ignored
            For scikit-learn.
        **columns
            As for `update`.

        Returns
        -------
        self
        """
        return self.update(texts, **columns)

    def update(
        self,
        texts: Any,
        *,
        text: str | None = None,
        times: Any = None,
        classes: Any = None,
        ids: Any = None,
        progress: Progress | None = None,
    ) -> Self:
        """Learn on from texts; words that have become frequent enough join the vocabulary.

        Texts are cut into minibatches by their number, however they are handed over; the last one
        of a call may be smaller, so that everything that was given has been learnt when the call
        returns. Words join with minibatches. A new model first learns the words of about the first
        8,192 texts of its first call (as many minibatches as fit), or of all of them if they are
        fewer. When the vocabulary is full and ``text`` prunes, words that are not in use any more
        are exchanged for others.

        An exception, whatever it is, leaves the model as after some minibatch:
        ``model_.n_docs_`` says how many texts it has learnt from.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            The texts; an iterator or a stream of Arrow may hold more than memory does.
        text, times, classes, ids : str or iterable, optional
            As for `fit`. What comes from iterators is read in step with the texts.
        progress : callable, optional
            Called with texts done, None, and the LPP of texts before they were learnt from (or
            None). If it raises `StopLearning`, learning ends.

        Returns
        -------
        self

        Raises
        ------
        BusyError
            If another thread is learning.
        InputError
            If the texts cannot be used, or none of the times of the first 8,192 texts is
            understood, or there are none and the learner remembers the texts of a span of time, as
            ``Annealed(most="30d")`` does.

        Warns
        -----
        TimeWarning
            If some of the times are not understood, or what is the day in them is a guess, or
            contradicts the order of day and month of the texts before.
        TopicLimitWarning
            If HDP uses nearly all of its room for topics.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> model.update(["storm over rome", "storm hits rome", "storm floods rome"]).words()[-1]
        'storm'
        """
        return self._take(texts, Beside(text, times, classes, ids), progress)

    def prepared(self, texts: list[str]) -> Prepared:
        """Texts made ready to be learnt from, at any time and in any thread.

        Parameters
        ----------
        texts : list of str
            The texts.

        Returns
        -------
        Prepared
            For `observed_update`; empty if nothing has been learnt yet.
        """
        fitted: Fitted | None = getattr(self, "_fitted", None)
        if fitted is None or fitted.text is None:
            return UNPREPARED
        analyser = fitted.text.analyser_
        return Prepared.of(texts, analyser.profile, analyser)

    def observed_update(
        self,
        records: Sequence[Record],
        observe: Observe,
        size: int | None = None,
        ahead: Prepared = UNPREPARED,
    ) -> Self:
        """`update` for those who follow a stream: they see documents before these are learnt from.

        Parameters
        ----------
        records : sequence of Record
            Documents.
        observe : callable
            Called with `Coming` documents, all of them in parts; the first documents of a new model
            are shown when it has begun with them.
        size : int, optional
            Documents of a minibatch; as the model says if not given.
        ahead : Prepared, optional
            The first of the documents, if they have been prepared before.

        Returns
        -------
        self
        """
        return self._take(records, Beside(), observe=observe, size=size, ahead=ahead)

    def _take(
        self,
        texts: Any,
        beside: Beside,
        progress: Progress | None = None,
        observe: Observe | None = None,
        size: int | None = None,
        ahead: Prepared = UNPREPARED,
    ) -> Self:
        """Learn on from texts, minibatch after minibatch."""
        trouble = Trouble()
        with self._writer:
            begin = self.fitted.sample.seen if hasattr(self, "_fitted") else 0
            dated = Dated(texts, beside, self._facts(), strict=observe is None)
            given = dated.records(records_of(texts, beside, trouble, begin))
            engine = self._check_update()
            self.learning_seconds_, done, size = 0.0, 0, size or int(engine.batch_size)
            incoming = self._incoming(ahead)
            for piece in incoming.pieces(given, whole_minibatches(size)):
                if not piece:
                    self._note_rest(incoming)
                    continue
                if not done and engine.horizon is not None:
                    check_times(piece)
                lpp = self._score(piece) if progress is not None else None
                self._update(piece, size, incoming, observe)
                self.note(**dated.order())
                done += len(piece)
                try:
                    if progress is not None:
                        progress(done, None, lpp)
                except StopLearning:
                    self.note(stopped=True)
                    break
            else:
                self._note_rest(incoming)
            if not hasattr(self, "_fitted"):
                raise InputError("no texts were given, expected some to begin with")
            self._account(trouble, dated)
            dated.warn()
            if done and isinstance(self.model_, HDP):
                self.model_.warn_of_limit()
        return self

    def _account(self, trouble: Trouble, dated: Dated) -> None:
        """Keep what was left out, for users and for `info`, and the order of day and month."""
        self.trouble_ = trouble
        self.note(**dated.order())
        if trouble.left_out:
            before = int(self.provenance_.get("left_out", 0))
            self.note(left_out=before + trouble.left_out)

    def _check_update(self) -> Engine:
        """Refuse what would fail later; the engine that learns."""
        if not hasattr(self, "_fitted"):
            engine = self._beginning().model.engine()
            engine.check_stream()
            return engine
        fitted = self.fitted
        if fitted.text is None:
            raise InputError("this model was made from counts and has no vocabulary of texts")
        fitted.model.check_topics()
        engine = fitted.model.engine()
        engine.check_stream()
        if fitted.prior is None and len(fitted.model.posterior_.eta) > 1:
            raise SettingError("eta is an array: new words have no place in it, use a guide")
        if self.guide is not None:
            self.guide.ready(None if fitted.prior is None else fitted.prior.bound)
        return engine

    def _incoming(self, ahead: Prepared) -> Incoming:
        if not hasattr(self, "_fitted"):
            return Incoming(Seen(), self._beginning().text.profile, self.duplicates)
        fitted = self.fitted
        assert fitted.text is not None
        seen, analyser = fitted.duplicates.seen, fitted.text.analyser_
        return Incoming(seen, analyser.profile, self.duplicates, analyser, ahead)

    def _note_rest(self, incoming: Incoming) -> None:
        """Duplicates at the end of a stream, which no minibatch has brought with it."""
        if hasattr(self, "_fitted"):
            with self._lock:
                duplicates = self.fitted.duplicates
                duplicates.take(duplicates.seen.after(incoming.rest())[0])

    def _update(
        self, piece: list[str | Record], size: int, incoming: Incoming, observe: Observe | None
    ) -> None:
        if hasattr(self, "_fitted"):
            self._learn(piece, size, incoming, observe)
            return
        documents, keyed = self._begin(piece, size, incoming)
        if observe is not None:
            fitted = self.fitted
            assert fitted.text is not None
            if fitted.text.phrases:  # those of the first piece have joined
                documents = encode(fitted.text, fitted.model, plain(piece))
            observe(Coming(fitted, piece, documents, keyed))

    def _learn(
        self, piece: list[str | Record], size: int, incoming: Incoming, observe: Observe | None
    ) -> None:
        """Learn from texts in parts; between two of them words may be exchanged or forgotten."""
        at, size = 0, min(size, len(piece))
        while at < len(piece):
            with self._lock:
                fitted = self.fitted
                end = part_end(fitted, at, len(piece), size)
                part = piece[at:end]
                texts = Piece(fitted, part, cuts_of(len(part), size), incoming)
                if observe is not None:
                    observe(texts.coming())
                with self._timed():
                    texts.learn(self.guide)
                self._fitted, at = self.fitted, end
                incoming.forget(len(part))

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Count the seconds that learning takes, apart from reading and splitting texts."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.learning_seconds_ += time.perf_counter() - begin

    def _facts(self) -> dict[str, Any]:
        return self.fitted.provenance.facts if hasattr(self, "_fitted") else {}

    def _begin(self, piece: list[str | Record], size: int, incoming: Incoming) -> tuple[Any, Keyed]:
        """The first piece of a new model: all of it, or nothing; its documents."""
        new = self._beginning()
        text, model = new.text.start(plain(piece)), new.model
        fitted = Fitted(model, text, Sample(self.keep), Provenance({}))
        keyed = first_piece(fitted, piece)
        if not text.n_words_:
            raise InputError(
                f"no word is in {text.min_df} of the first {n_texts(len(piece))}; give more texts "
                "at once, or lower min_df"
            )
        bound = new.bind(complete=False)
        documents = encode(text, model, plain(piece))
        counts, engine = model._read(documents), model.engine()
        state = engine.begin(counts, complete=False)
        cuts = cuts_of(len(piece), min(size, len(piece)))
        with self._timed():
            times = None if engine.horizon is None else minibatch_times(piece, cuts)
            engine.learn_stream(state, counts, cuts, times=times)
        model.state_ = state
        facts = fitted.provenance.after(documents, cuts)
        facts |= {"passes": 1, "passes_asked": 1, "stopped": False}
        ids = tuple(range(state.posterior.n_topics))
        self._fitted = replace(
            fitted,
            prior=new.in_use(bound),
            ids=ids,
            provenance=Provenance(facts),
            # the phrases of the first piece join before the second one
            renewed_at=0 if text.phrases else len(piece),
            duplicates=Duplicates(Seen().after(incoming.between(0, len(piece)))[0]),
            counted=Counted(TopCounts.of(model, documents)),
        )
        incoming.forget(len(piece))
        return documents, keyed

    def _score(self, piece: list[str | Record]) -> float | None:
        """LPP of the first texts of a piece before they are learnt from."""
        if not hasattr(self, "_fitted"):
            return None
        fitted = self.fitted
        if fitted.text is None or not hasattr(fitted.model, "prequential_lpp"):
            return None
        documents = encode(fitted.text, fitted.model, plain(piece[:SCORED]))
        lpp: float | None = fitted.model.prequential_lpp(documents)
        return lpp

    def note(self, **facts: Any) -> None:
        """Add facts to `info`, such as where the texts came from.

        Parameters
        ----------
        **facts
            Numbers, texts or truth values by name.
        """
        if facts:
            provenance = self.fitted.provenance
            provenance.facts = provenance.facts | facts

    def _beginning(self) -> Beginning:
        return Beginning.of(wanted_model(self.model, self.n_topics), self.text, self.guide)

    # from counts ---------------------------------------------------------------------------

    @classmethod
    def from_counts(
        cls,
        X: Any,
        names: Sequence[str] | None = None,
        model: TopicEstimator | int | Literal["auto"] | None = None,
        *,
        keep: int = 10_000,
    ) -> Self:
        """Learn from a table of counts instead of texts.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        names : sequence of str, optional
            The words; without names they are shown as #17.
        model : LDA, HDP, BTM, int or "auto", optional
            The model, or its number of topics.
        keep : int
            Documents that are remembered.

        Returns
        -------
        TopicModel

        Warns
        -----
        TopicLimitWarning
            If HDP uses nearly all of its room for topics. Where your filter makes that an error,
            its attribute ``model`` is what would have been returned.
        """
        self, limit = cls(model, keep=keep), DeferredLimit()
        self._fitted = from_table(self._beginning().model, X, names, keep, limit)
        if limit.warning is not None:
            limit.warning.model = self
        limit.raise_now()
        return self

    @classmethod
    def from_gensim(
        cls, corpus: Iterable[Any], dictionary: Any, model: TopicEstimator | None = None
    ) -> Self:
        """Learn from a corpus of gensim and its dictionary.

        Parameters
        ----------
        corpus : iterable of lists of (id, count)
            The documents.
        dictionary : gensim.corpora.Dictionary
            The words.
        model : LDA, HDP or BTM, optional
            The model.

        Returns
        -------
        TopicModel
        """
        names = [dictionary[i] for i in range(len(dictionary))]
        return cls.from_counts(gensim_table(corpus, len(names)), names, model)

    # files ---------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the model as a folder; what was there is replaced at one moment.

        Parameters
        ----------
        path : str or Path
            The folder; `biterms.load` reads it.
        """
        from biterms.topics.files import save

        with self._lock:
            save(self, path)

    def forget(self, ids: Iterable[str], **options: Any) -> Self:
        """Forget documents, as if their places in the stream had been empty.

        For a model that was loaded from the folder of a stream: the folder forgets them, see
        `biterms.streams.forget`, and this is the model that it holds then.

        Parameters
        ----------
        ids : iterable of str
            The ids of the documents.
        **options
            ``sinks``, ``key`` and ``model`` of `biterms.streams.forget`.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If the model has no journal, and learning cannot be repeated without the documents: the
            error says what is left to do.

        Examples
        --------
        >>> from biterms import InputError, LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> try:
        ...     TopicModel(LDA(2, random_state=0)).fit(texts).forget(["3"])
        ... except InputError as error:
        ...     print(str(error)[:46])
        the model comes from no folder with a journal:
        """
        from biterms.topics.files import load

        if self.origin_ is None:
            raise InputError(
                "the model comes from no folder with a journal: fit it anew without these texts. "
                "subtract takes back a model that was merged, which is an approximation: other "
                "texts have been learnt from in the light of these"
            )
        # By name: the room of streams lies above this one, and nothing here depends on it.
        import_module("biterms.streams").forget(self.origin_.folder, ids, **options)
        again = load(self.origin_.folder)
        with self._lock:
            self._fitted, self.origin_, self._looked = again._fitted, again.origin_, None
        return self

    # copies --------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        private = ("_lock", "_writer", "_looked")
        if hasattr(self, "_fitted"):
            _ = self.fitted  # everything at one moment, if an interrupt has come between
        return {name: value for name, value in vars(self).items() if name not in private}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = type(self).__new__(type(self))
        with self._lock:  # no other thread learns meanwhile
            other.__setstate__(deepcopy(self.__getstate__(), memo))
        return other

    def __reduce_ex__(self, protocol: Any) -> Any:
        with self._lock:
            return type(self).__new__, (type(self),), deepcopy(self.__getstate__())

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._open()
        self.__dict__.update(state)

    def __sklearn_tags__(self) -> Any:
        """What kind of input and output scikit-learn may expect."""
        return Vectoriser().__sklearn_tags__()

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_fitted")
