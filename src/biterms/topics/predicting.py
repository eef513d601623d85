"""What a fitted TopicModel says of texts: one topic for each, and how well it predicts them."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any, overload

import numpy as np

from biterms.kernels import Array
from biterms.models.single_topic import single_topics
from biterms.topics.assign import Assignment, assigned
from biterms.topics.assigner import Assigner
from biterms.topics.assignments import Assignments
from biterms.topics.fitted import Fitted
from biterms.topics.handed_in import Beside, with_ids
from biterms.topics.inference import Piece, encoded_pieces, words_of
from biterms.topics.look import Look
from biterms.topics.reading import TopicReader


class TopicPredictor(TopicReader):
    """Methods that choose topics for texts; any thread may call them at any time."""

    @overload
    def assign(
        self, texts: Iterator[Any], *, text: str | None = ..., ids: Any = ..., with_text: bool = ...
    ) -> Iterator[Assignment]: ...
    @overload
    def assign(
        self, texts: Sized, *, text: str | None = ..., ids: Any = ..., with_text: bool = ...
    ) -> Assignments: ...
    @overload
    def assign(
        self, texts: Any, *, text: str | None = ..., ids: Any = ..., with_text: bool = ...
    ) -> Assignments | Iterator[Assignment]: ...
    def assign(
        self, texts: Any, *, text: str | None = None, ids: Any = None, with_text: bool = False
    ) -> Assignments | Iterator[Assignment]:
        """The topic of each text with its label and probability, and the runner-up.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            Texts; those of an iterator are read as they are needed.
        text : str, optional
            The column of a data frame that holds the texts; None is the one with a usual name.
        ids : str or iterable, optional
            One id for each text, or the column of a data frame that holds them.
        with_text : bool, default=False
            Whether each row has its text, too.

        Returns
        -------
        Assignments or iterator of Assignment
            A table; for an iterator, which may be longer than memory, an iterator. Rows have a
            note where care is due.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> model.assign(["a late goal"], with_text=True).to_pandas()["text"][0]
        'a late goal'
        >>> next(model.assign(iter(["a late goal"]))).label
        'late goal wins'
        """
        fitted, counts = self.fitted, self.fitted.text is None
        is_table = counts or isinstance(texts, Sized)
        given = texts if counts else with_ids(texts, Beside(text, ids=ids))
        rows = self._assigned(fitted, encoded_pieces(fitted, given), with_text=with_text)
        return Assignments(list(rows), with_text=with_text) if is_table else rows

    def assigner(self) -> Assigner:
        """Prepare to give topics to single texts at little cost, as a service does.

        Returns
        -------
        Assigner
            Gives the topics that `assign` gives, by the model as it is now; make another one when
            it has learnt.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> model.assigner().assign(["a late goal"]) == [*model.assign(["a late goal"])]
        True
        """
        with self._lock:
            return self._look().assigner

    def predict(self, texts: Any, *, text: str | None = None) -> Array:
        """The one topic that suits each text best, by its id; good for clusters of short texts.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            Texts; a model made from counts is given counts.
        text : str, optional
            The column of a data frame that holds the texts; None is the one with a usual name.

        Returns
        -------
        array of int
            An id of ``ids_`` for each text, or -1 if the model knows no word of it. It need not be
            the topic with the largest share in `transform`: here all words of a text are of one
            topic.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> rome, goal, nothing = model.predict(["hotels in rome", "a goal", "xyzzy"])
        >>> bool(rome != goal), int(nothing)
        (True, -1)
        """
        found, fitted = [np.empty(0, dtype=np.int64)], self.fitted
        for piece in encoded_pieces(fitted, texts, text):
            with self._lock:  # no other thread learns meanwhile
                found.append(_predicted(fitted, piece.documents))
        return np.concatenate(found)

    def score(self, texts: Any, y: Any = None, *, text: str | None = None) -> float:
        """Mean log probability of held-out words of texts (LPP); higher is better.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, or column of one
            Texts that should be new; a model made from counts is given counts.
        y : ignored
            For scikit-learn.
        text : str, optional
            The column of a data frame that holds the texts; None is the one with a usual name.

        Returns
        -------
        float
            The LPP, as `evaluate` has it beside other measures.
        """
        with self._lock:
            return float(self.fitted.model.score(self.counts(texts, text=text)))

    def _assigned(
        self, fitted: Fitted, found: Iterator[Piece], *, with_text: bool
    ) -> Iterator[Assignment]:
        place, look = 0, None
        for documents, ids, texts in found:
            names = [str(at) if name is None else name for at, name in enumerate(ids, place)]
            with self._lock:  # no other thread learns meanwhile
                look = self._look() if self.fitted is fitted else Look(fitted, look)
                assigner = look.assigner
                chosen = assigner.chosen(documents)
            rows = assigned(names, chosen, assigner.topics, assigner.labels)
            if with_text:
                rows = [row._replace(text=t) for row, t in zip(rows, texts, strict=True)]
            yield from rows
            place += len(ids)


def _predicted(fitted: Fitted, documents: Any) -> Array:
    """Ids of topics; topics that are not in use are as if they had no share."""
    model = fitted.model
    sizes = np.where(model.in_use_, model.sizes_, 0.0)
    known = words_of(documents) > 0
    # not compared with the words of now: some may have joined since the texts were read
    places = single_topics(model.posterior_, sizes, model._read(documents))
    return np.where(known, np.array(fitted.ids)[places], -1)
