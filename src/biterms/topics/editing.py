"""What users change in topics: names, topics that are one, topics that are too small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any, Self

from biterms.chat import LOCAL, Endpoint
from biterms.errors import InputError
from biterms.models.hdp.estimator import HDP
from biterms.topics.fitted import detached
from biterms.topics.listing import place_of
from biterms.topics.naming import answers, asked, check_names, labelled
from biterms.topics.predicting import TopicPredictor
from biterms.topics.writer import Writer


class TopicEditor(TopicPredictor):
    """Changes topics at one moment; another thread that is learning is not disturbed."""

    _writer: Writer

    def set_labels(self, labels: Mapping[int, str] | str | PathLike[str]) -> Self:
        """Name topics.

        Parameters
        ----------
        labels : mapping of int to str, or path
            Names by the ids of topics; an empty name takes a name back. Or the path of a JSON file
            with the answer to `label_prompt`, such as ``{"0": "Health insurance"}``.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If there is no such topic, a name is blank or has more than 100 characters, or two
            topics would have the same name; then no name is changed.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
        >>> k = model.find("goal", 1)[0].id
        >>> model.set_labels({k: "Football"}).topic(k).label
        'Football'
        """
        given = labels if isinstance(labels, Mapping) else answers(labels)
        with self._lock:
            kept = labelled(self.fitted, given)
            check_names(kept.values())
            self._fitted = replace(self.fitted, labels=kept)
        return self

    def name_topics(
        self,
        model: str,
        url: str = LOCAL,
        *,
        topics: Sequence[int] | None = None,
        allow_host: str | None = None,
        key_from: str | None = None,
        timeout: float = 60.0,
    ) -> Self:
        """Let a language model name topics, over plain HTTP; by default one of this machine.

        The words, pairs and typical texts of each topic are sent to the server; `label_prompt`
        shows what. Where anything fails, no name is changed.

        Parameters
        ----------
        model : str
            The name that the server knows the language model by.
        url : str
            Where a server with the chat protocol of OpenAI listens; the default is Ollama's.
        topics : sequence of int, optional
            Ids of topics; None: those without a name.
        allow_host : str, optional
            The host of ``url``, if it is not this machine: texts leave it only if you say so.
        key_from : str, optional
            The environment variable that holds the key of the server.
        timeout : float, default=60.0
            Seconds that one answer may take.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If the server does not answer, or not with names that `set_labels` accepts.
        """
        endpoint = Endpoint(model, url, allow_host, key_from, timeout)
        given = self.labels_
        if topics is None:
            wanted = {k for k in self.ids_ if k not in given}
        else:
            wanted = {self.fitted.ids[place_of(self.fitted, k)] for k in topics}
        found = [topic for topic in self.label_prompt()["topics"] if topic["id"] in wanted]
        if rest := wanted - {topic["id"] for topic in found}:
            raise InputError(f"topic {min(rest)} is not in use, so there is nothing to name it by")
        taken = [name for k, name in given.items() if k not in wanted]
        return self.set_labels(asked(found, taken, endpoint.ask))

    def merge_topics(self, topics: Sequence[int]) -> Self:
        """Merge topics that are one to you.

        Parameters
        ----------
        topics : sequence of int
            Ids; the first takes what the others have learnt, and the others are gone.

        Returns
        -------
        self
        """
        with self._writer:
            places = [place_of(self.fitted, k) for k in topics]
            if len(places) < 2 or len({*places}) < len(places):
                raise InputError(
                    f"merge_topics({list(topics)}): expected two or more different topics"
                )
            self._fitted = self.fitted.merged(places)
        return self

    def prune_topics(self, share: float | None = None) -> Self:
        """Remove small topics; the nearest one that stays takes what each has learnt.

        Parameters
        ----------
        share : float, optional
            Topics with less of the mass go. None: those that are empty or nearly so, 0.01 % of
            the mass in all.

        Returns
        -------
        self
        """
        with self._writer:
            model, fitted = self._hdp("prune_topics"), self.fitted
            ids = list(fitted.ids)
            for group in model.prune_groups(share):
                if len(group) > 1:
                    fitted = fitted.merged([fitted.ids.index(ids[place]) for place in group])
            self._fitted = fitted
        return self

    def consolidate(self, texts: Any) -> Self:
        """HDP in a stream: empty topics that do not help to predict texts.

        Parameters
        ----------
        texts : iterable of str
            Texts that have not been learnt from; some hundreds at least, now and then.

        Returns
        -------
        self
        """
        with self._writer:
            other, counts = detached(self._hdp("consolidate")), self.counts(texts)
            other.consolidate(counts)  # type: ignore[attr-defined]
            self._fitted = replace(self.fitted, model=other)
        return self

    def _hdp(self, what: str) -> HDP:
        model = self.model_
        if not isinstance(model, HDP):
            raise InputError(
                f"{what}: a {type(model).__name__} has the topics that were asked for; use "
                "merge_topics, or HDP"
            )
        return model
