"""Shares of the topics in classes of texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from biterms.topics.share_views import classes_html, notebook_bundle
from biterms.topics.shares import TopicShares


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TopicsPerClass(TopicShares):
    """Shares of the topics in classes of texts.

    Parameters
    ----------
    classes : tuple of str
        The classes, sorted.
    ids, labels, shares, documents, n_given, sampled_from, variances
        As `TopicShares` has them, with a row of `shares` for each class.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> from biterms.text.readers import Record
    >>> lines = {"money": ["bank cuts rates", "rates fall"], "sport": ["late goal", "no goal"]}
    >>> texts = [Record(text, "", None, name) for name in lines for text in lines[name] * 5]
    >>> classes = TopicModel(LDA(2, random_state=0)).fit(texts).topics_per_class()
    >>> classes
    2 topics, 2 classes, 20 texts
    >>> classes.documents.tolist()
    [10, 10]
    """

    classes: tuple[str, ...]
    _group = "class"

    @property
    def groups(self) -> Sequence[str]:
        """The classes."""
        return self.classes

    def chart(self, n: int = 12) -> Any:
        """Draw the topics that differ most between classes with Altair.

        Parameters
        ----------
        n : int, default=12
            Topics at most.

        Returns
        -------
        altair.FacetChart
            A panel for each topic, with bars of two standard errors.

        Raises
        ------
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics.share_charts import classes_chart

        return classes_chart(self, n)

    def __repr__(self) -> str:
        noun = "class" if len(self.classes) == 1 else "classes"
        return f"{len(self.ids)} topics, {len(self.classes)} {noun}, {self.counted()}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return notebook_bundle(self, classes_html(self))
