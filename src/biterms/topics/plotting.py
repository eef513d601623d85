"""Figures of a TopicModel for notebooks and papers, in the colours of its report."""

from __future__ import annotations

from typing import Any

from biterms.topics.document_map import DocumentMap
from biterms.topics.hierarchy import hierarchy_of
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.periods import Freq
from biterms.topics.reporting import TopicReporter


class TopicPlotter(TopicReporter):
    """Draws what the other methods return, with Altair; nothing here changes the model."""

    def plot_topics(self, n: int = 100) -> Any:
        """Draw the topics as circles: the area is the size, similar topics are near.

        Parameters
        ----------
        n : int, default=100
            Topics at most, the largest.

        Returns
        -------
        altair.LayerChart
            Its rows have the id, label, size, theme, words and place of each topic.

        Raises
        ------
        MissingExtra
            If the packages of the extra ``report`` are not installed.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> chart = TopicModel(LDA(2, random_state=0)).fit(texts).plot_topics()
        >>> chart.properties(title="Two topics").to_dict()["title"]
        'Two topics'
        """
        from biterms.topics import figures
        from biterms.topics.report import mapped_topics

        with self._lock:
            topics, places = mapped_topics(self, n)
            return figures.topics_figure(topics, places, self._colours())

    def plot_over_time(
        self,
        freq: Freq | TopicsOverTime = "auto",
        texts: Any = None,
        *,
        text: str | None = None,
        times: Any = None,
        n: int = 12,
    ) -> Any:
        """Draw the themes over time as a stream, and the topics that changed most as panels.

        Parameters
        ----------
        freq : {"auto", "hour", "day", "week", "month", "quarter", "year"} or TopicsOverTime
            Length of the periods, or what `topics_over_time` gave.
        texts, text, times
            As for `topics_over_time`.
        n : int, default=12
            Panels at most.

        Returns
        -------
        altair.VConcatChart

        Raises
        ------
        InputError
            If no text has a time.
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics import figures

        course = (
            freq
            if isinstance(freq, TopicsOverTime)
            else self.topics_over_time(freq, texts, text=text, times=times)
        )
        return figures.over_time_figure(course, n, self._colours())

    def plot_classes(
        self, texts: Any = None, *, text: str | None = None, classes: Any = None, n: int = 12
    ) -> Any:
        """Draw the topics that differ most between classes, with two standard errors.

        Parameters
        ----------
        texts : iterable of str or Record, data frame, column of one, or TopicsPerClass, optional
            As for `topics_per_class`, or what it gave.
        text, classes
            As for `topics_per_class`.
        n : int, default=12
            Topics at most.

        Returns
        -------
        altair.FacetChart

        Raises
        ------
        InputError
            If no text has a class.
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics import figures

        given = isinstance(texts, TopicsPerClass)
        shares = texts if given else self.topics_per_class(texts, text=text, classes=classes)
        return figures.classes_figure(shares, n, self._colours())

    def plot_hierarchy(self) -> Any:
        """Draw the tree of topics, with leaves in the colours of their themes.

        Returns
        -------
        altair.LayerChart

        Raises
        ------
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics import figures

        with self._lock:
            tree = hierarchy_of(self._look())
        return figures.hierarchy_figure(tree, figures.Colours(tree))

    def plot_documents(self, texts: Any = None, *, text: str | None = None) -> Any:
        """Draw texts as points near the topics that they are about.

        Parameters
        ----------
        texts : iterable of str or Record, data frame or column of one, optional
            Texts; None: those that the model has kept. The figure shows at most 20,000 of them,
            evenly from all topics; the map of `report` shows a million.
        text : str, optional
            The column of the texts in a data frame.

        Returns
        -------
        altair.Chart

        Raises
        ------
        InputError
            If no texts are given and none were kept.
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics import figures

        return figures.documents_figure(self._document_map(texts, text), self._colours())

    def _document_map(self, texts: Any, text: str | None) -> DocumentMap:
        from biterms.topics.handed_in import Beside
        from biterms.topics.report import survey_of

        return survey_of(self, self._given(texts, Beside(text))).documents

    def _colours(self) -> Any:
        from biterms.topics import figures

        with self._lock:
            return figures.Colours(hierarchy_of(self._look()))
