"""What users change in topics: names, topics that are one, topics that are too small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from biterms.errors import InputError, SettingError
from biterms.models.hdp.estimator import HDP
from biterms.topics.fitted import detached
from biterms.topics.listing import place_of
from biterms.topics.predicting import TopicPredictor
from biterms.topics.writer import Writer


class TopicEditor(TopicPredictor):
    """Changes topics at one moment; another thread that is learning is not disturbed."""

    _writer: Writer

    def set_labels(self, labels: Mapping[int, str]) -> Self:
        """Name topics.

        Parameters
        ----------
        labels : mapping of int to str
            Names by the ids of topics; an empty name takes a name back.

        Returns
        -------
        self
        """
        for k, label in labels.items():
            if not isinstance(label, str):
                raise SettingError(f"the label of topic {k} is {label!r:.40}, expected a text")
        with self._lock:
            fitted = self.fitted
            given = {fitted.ids[place_of(self.fitted, k)]: label for k, label in labels.items()}
            kept = {k: name for k, name in ({**fitted.labels, **given}).items() if name}
            self._fitted = replace(fitted, labels=kept)
        return self

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
