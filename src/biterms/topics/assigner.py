"""A model at one moment, ready to give topics to texts at little cost: for services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.topics.assign import Assignment, Chosen, assigned
from biterms.topics.encode import encode
from biterms.topics.fitted import Fitted
from biterms.topics.inference import over, words_of


class Assigner:
    """Gives topics to texts; whatever does not depend on the texts is prepared once.

    Any thread may use it while the model does not learn; after learning, make another one.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt.
    labels : sequence of str
        The names of the topics in use.

    Attributes
    ----------
    topics : list of int
        The ids of the topics in use.
    labels : list of str
        Their names.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> assigner = TopicModel(LDA(2, random_state=0)).fit(texts).assigner()
    >>> chosen = assigner.choose(["a late goal", "xyzzy"])
    >>> assigner.labels[chosen.first[0]], chosen.words.tolist()
    ('late goal wins', [2, 0])
    """

    def __init__(self, fitted: Fitted, labels: Sequence[str]) -> None:
        self._text, self._model = fitted.text, fitted.model
        self._engine, self._state = fitted.model.engine(), fitted.model.state
        places = fitted.in_use
        self.topics, self.labels = [fitted.ids[k] for k in places], [*labels]
        self._places = np.array(places, dtype=np.int64)

    def assign(self, texts: Sequence[str]) -> list[Assignment]:
        """The topic of each text: the rows of `TopicModel.assign`.

        Parameters
        ----------
        texts : sequence of str
            Texts.

        Returns
        -------
        list of Assignment
            Their ids are 0, 1, ...
        """
        ids = [*map(str, range(len(texts)))]
        return assigned(ids, self.choose(texts), self.topics, self.labels)

    def choose(self, texts: Sequence[str]) -> Chosen:
        """The two most probable topics of each text, as positions in ``topics``.

        Parameters
        ----------
        texts : sequence of str
            Texts.

        Returns
        -------
        Chosen
            Arrays.

        Raises
        ------
        InputError
            If the model was made from counts.
        """
        if self._text is None:
            raise InputError("this model was made from counts and has no vocabulary of texts")
        return self.chosen(encode(self._text, self._model, texts))

    def chosen(self, documents: Any) -> Chosen:
        """The same for documents as the model sees them.

        Parameters
        ----------
        documents : Counts, WithPairs or sparse table
            Documents.

        Returns
        -------
        Chosen
            Arrays.
        """
        return Chosen.of(self._mixtures(documents), words_of(documents))

    def _mixtures(self, documents: Any) -> Array:
        """p(topic | document) over the topics in use."""
        counts = self._model._read(documents)
        if not len(counts):
            return np.empty((0, len(self.topics)))
        return over(np.asarray(self._engine.infer(self._state, counts)), self._places)
