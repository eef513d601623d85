"""What a fitted TopicModel tells of groups of texts, and its report."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, Self

from biterms.errors import InputError
from biterms.measures.evaluate import Evaluation
from biterms.topics.duplicates import Mode, facts_of_duplicates
from biterms.topics.grouping import Given, count_classes, count_periods, of_sample, of_texts
from biterms.topics.handed_in import Beside
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.periods import Freq, check_freq
from biterms.topics.provenance import about
from biterms.topics.reading import TopicReader
from biterms.topics.since import learnt_since


class TopicReporter(TopicReader):
    """Compares periods and classes of texts; nothing here changes what has been learnt."""

    duplicates: Mode

    def topics_over_time(
        self, freq: Freq = "auto", texts: Any = None, *, text: str | None = None, times: Any = None
    ) -> TopicsOverTime:
        """How much of the texts of each hour, day, week, ... is about each topic.

        Parameters
        ----------
        freq : {"auto", "hour", "day", "week", "month", "quarter", "year"}
            Length of the periods, which are those of the calendar in UTC; weeks begin on Mondays.
            "auto" is the shortest that gives at most 60 periods.
        texts : iterable of str or Record, data frame or column of one, optional
            Texts with times, which are read as they are needed: they may be more than memory
            holds. None: those that the model has kept as a fair sample (``keep``).
        text : str, optional
            The column of the texts in a data frame.
        times : str or iterable, optional
            The column of the times, or one time for each text; `Record` s have theirs.

        Returns
        -------
        TopicsOverTime
            Periods, shares with standard errors, and numbers of texts; its `changes` are the
            topics that rose, fell or burst.

        Raises
        ------
        InputError
            If no text has a time, or times are given without texts.

        Warns
        -----
        TimeWarning
            If times of the given texts are not understood, or what is the day in them is a guess.

        Examples
        --------
        >>> from biterms import LDA, TopicModel, sample_headlines
        >>> texts = sample_headlines()[:20_000]
        >>> model = TopicModel(LDA(20, random_state=0)).fit(texts)
        >>> change = model.topics_over_time("week", texts).changes()[0]
        >>> "iraq" in change.label, change.kind, str(change.since)
        (True, 'burst', '2003-03-17')
        """
        return count_periods(self._given(texts, Beside(text, times=times)), freq)

    def topics_per_class(
        self, texts: Any = None, *, text: str | None = None, classes: Any = None
    ) -> TopicsPerClass:
        """How much of the texts of each class is about each topic.

        Parameters
        ----------
        texts : iterable of str or Record, data frame or column of one, optional
            Texts with classes, which are read as they are needed. None: those that the model has
            kept as a fair sample.
        text : str, optional
            The column of the texts in a data frame.
        classes : str or iterable, optional
            The column of the classes, or one for each text; the label of a `Record` is its class.

        Returns
        -------
        TopicsPerClass
            Classes, shares with standard errors, and numbers of texts.

        Raises
        ------
        InputError
            If no text has a class, there are more than 10,000 of them, or classes are given
            without texts.

        Examples
        --------
        >>> from biterms import LDA, TopicModel
        >>> texts = ["bank cuts rates", "rates fall", "late goal wins", "no goal"] * 5
        >>> classes = ["money", "money", "sport", "sport"] * 5
        >>> model = TopicModel(LDA(2, random_state=0)).fit(texts, classes=classes)
        >>> model.topics_per_class().classes
        ('money', 'sport')
        """
        return count_classes(self._given(texts, Beside(text, classes=classes)))

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        title: str = "Topics",
        quality: Evaluation | None = None,
        over_time: TopicsOverTime | None = None,
        texts: Any = None,
        text: str | None = None,
        times: Any = None,
        classes: Any = None,
        freq: Freq = "auto",
    ) -> None:
        """Write the topics as one HTML file that any browser opens offline.

        Parameters
        ----------
        path : str or path-like
            Name of the file; one that exists is replaced once the new one is complete.
        title : str, default="Topics"
            Headline of the page.
        quality : Evaluation, optional
            What `evaluate` gave on new texts; None: measured on the texts that were kept.
        over_time : TopicsOverTime, optional
            What `topics_over_time` gave; None: counted over `texts`, or over those that were kept.
        texts : iterable of str or Record, data frame or column of one, optional
            Texts that topics over time, by class and the map of documents are counted over, such
            as all that were learnt from; they are read once. None: those that were kept.
        text, times, classes : str or iterable, optional
            As for `topics_over_time` and `topics_per_class`.
        freq : {"auto", "hour", "day", "week", "month", "quarter", "year"}
            Length of the periods.

        Raises
        ------
        InputError
            If `path` is a folder or lies in a folder that does not exist, or `over_time` was
            counted before topics were merged.
        MissingExtra
            If the packages of the extra ``report`` are not installed.
        """
        from biterms.topics.report import report_data

        # By name: the room of the report lies above this one, and nothing here depends on it.
        write_report = import_module("biterms.report").write_report
        beside = Beside(text, times=times, classes=classes)
        asked = texts is not None or any(value is not None for value in beside)
        given = self._given(texts, beside) if asked else None
        check_freq(freq)
        data = report_data(
            self, title=title, quality=quality, over_time=over_time, given=given, freq=freq
        )
        write_report(data, path)

    def since(self, then: Self) -> Self:
        """What was learnt since an earlier state of this model: topics of the last hour, day, ...

        Parameters
        ----------
        then : TopicModel
            An earlier state, such as ``biterms.load(folder, at="2026-11-01")`` of a model that
            follows a stream.

        Returns
        -------
        TopicModel
            A model whose sizes, words and kept texts are those of the time in between, with the
            ids and labels that topics have now.

        Raises
        ------
        InputError
            If it is no earlier state of this model, or if topics were merged since, or all of them
            learnt anew, as `Annealed` does with the first texts of a stream.

        Notes
        -----
        M_now - delta M_then, where delta is what the learner has left of what was learnt then.

        Examples
        --------
        >>> from copy import deepcopy
        >>> from biterms import LDA, SVB, TopicModel
        >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
        >>> model = TopicModel(LDA(2, learner=SVB(), random_state=0)).update(texts)
        >>> then = deepcopy(model)
        >>> day = model.update(["goal wins", "late goal"] * 5).since(then)
        >>> day.model_.n_docs_, day.topics()[0].size > 0.9
        (10, True)
        """
        with self._lock:
            look = self._look()
            places = range(len(look.fitted.ids))
            labels = {look.fitted.ids[k]: label for k, label in look.labels(places).items()}
            found = learnt_since(look.fitted, then.fitted, labels)
        other = type(self)(**self.get_params(deep=False))
        other._fitted = found
        return other

    def info(self) -> dict[str, Any]:
        """How the model was made: versions, counts, seed, data and settings."""
        with self._lock:
            fitted = self.fitted
            facts = facts_of_duplicates(fitted.duplicates.seen, self.duplicates)
            return about(fitted.model, fitted.text, fitted.provenance.facts | facts)

    def _given(self, texts: Any, beside: Beside) -> Given:
        if texts is None and any(value is not None for value in beside):
            raise InputError("columns or values were given without texts: give the texts, too")
        with self._lock:
            look = self._look()
            return of_sample(look) if texts is None else of_texts(look, texts, beside, self._lock)
