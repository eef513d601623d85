"""The errors of the package: each says what was found, what was expected and what to do."""

from __future__ import annotations

from typing import Any


class BitermsError(Exception):
    """Base of every error the package raises on purpose.

    Examples
    --------
    >>> import biterms
    >>> try:
    ...     biterms.load("no-such.model")
    ... except biterms.BitermsError as error:
    ...     print(type(error).__name__, "-", error)
    StoreError - no-such.model cannot be read: it does not exist, expected ...
    """


class InputError(BitermsError, ValueError):
    """The data cannot be used; nothing has been changed.

    Examples
    --------
    >>> import biterms
    >>> try:
    ...     biterms.Vectoriser().fit(["these words", "are too rare"])
    ... except biterms.InputError as error:
    ...     print(error)
    no word is in 3 or more of the 2 texts ...
    """


class SettingError(BitermsError, ValueError):
    """A setting has a value that makes no sense.

    Examples
    --------
    >>> import biterms
    >>> try:
    ...     biterms.LDA(n_topics=0).fit([[1, 2], [2, 1]])
    ... except biterms.SettingError as error:
    ...     print(error)
    n_topics=0: expected a whole number from 1 to 1000000
    """


class NotFittedError(BitermsError, ValueError, AttributeError):
    """A model is asked for what it has learnt before it has learnt anything.

    Where scikit-learn has been imported, it is also scikit-learn's error of that name.

    Examples
    --------
    >>> import biterms
    >>> try:
    ...     biterms.TopicModel(20).topics()
    ... except biterms.NotFittedError as error:
    ...     print(error)
    this TopicModel has learnt nothing yet: call fit or update first
    """


class StoreError(BitermsError):
    """A model cannot be read from there or written there; what was there is unchanged.

    Examples
    --------
    >>> import biterms
    >>> try:
    ...     biterms.load("no-such.model")
    ... except biterms.StoreError as error:
    ...     print(error)
    no-such.model cannot be read: it does not exist, expected ...
    """


class StopLearning(BitermsError):
    """Raised by a `progress` callback to end learning early; what has been learnt stays.

    Examples
    --------
    >>> import biterms
    >>> def enough(done, total, lpp):
    ...     if done >= 500:
    ...         raise biterms.StopLearning
    >>> lda = biterms.LDA(2, learner=biterms.SVI(), batch_size=250, random_state=0)
    >>> texts = ["late goal", "goal and match"] * 1000
    >>> biterms.TopicModel(lda).fit(texts, progress=enough).model_.n_docs_
    500
    """


class ClusterError(BitermsError, RuntimeError):
    """The workers of a cluster cannot do their part; the model stays as it was.

    Examples
    --------
    >>> import biterms.cluster
    >>> try:
    ...     biterms.cluster.fit("news.csv", biterms.TopicModel(5), "tpc://10.0.0.1:8786")
    ... except biterms.ClusterError as error:
    ...     print(error)
    no scheduler answers at tpc://10.0.0.1:8786 (unknown address scheme 'tpc' ...
    """


class BusyError(BitermsError, RuntimeError):
    """Another call is learning with this model; nothing has been changed.

    Examples
    --------
    >>> import biterms
    >>> def learn_more(done, total, lpp):
    ...     model.update(["a match without a goal"])
    >>> model = biterms.TopicModel(biterms.LDA(2))
    >>> try:
    ...     model.fit(["late goal", "goal and match"] * 10, progress=learn_more)
    ... except biterms.BusyError:
    ...     print("one call at a time")
    one call at a time
    """


class LanguageWarning(UserWarning):
    """Texts seem to be in another language than the one they are read in; the message says which.

    Examples
    --------
    >>> import warnings
    >>> from biterms import LanguageWarning, Vectoriser
    >>> texts = ["der Zug ist heute nicht gekommen", "die Bahn war wieder nicht da"] * 5
    >>> with warnings.catch_warnings(record=True) as found:
    ...     warnings.simplefilter("always", LanguageWarning)
    ...     text = Vectoriser().fit(texts)
    >>> print(found[0].message)
    100% of 10 texts look German, but are read as English (stems, stop words): set ...
    """


class TimeWarning(UserWarning):
    """Some times of texts were not understood, or what is the day in them is not clear.

    Examples
    --------
    >>> import warnings
    >>> from biterms import TimeWarning, TopicModel
    >>> with warnings.catch_warnings(record=True) as found:
    ...     warnings.simplefilter("always", TimeWarning)
    ...     model = TopicModel(1).fit(["late goal"] * 3, times=["2024-05-31", "1.6.2024", "soon"])
    >>> print(found[0].message)
    times: 2 of 3 understood, not 'soon'; ...
    """


class TopicLimitWarning(UserWarning):
    """The number of topics that was found is the largest that there was room for.

    Where a filter makes an error of it, what has been learnt stays in the model.

    Attributes
    ----------
    model : TopicModel or None
        What `TopicModel.from_counts` would have returned, if it raises this.

    Examples
    --------
    >>> import warnings
    >>> import biterms
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     model = biterms.TopicModel(biterms.HDP(2, random_state=0)).fit(texts)
    >>> [warning.category.__name__ for warning in said]
    ['TopicLimitWarning']
    """

    model: Any = None


class MissingPackage(BitermsError, ImportError):
    """A package of the user's choice is needed; the message is the line that installs it.

    Examples
    --------
    >>> import biterms
    >>> print(biterms.MissingPackage("to_polars", "polars"))
    to_polars needs another package: pip install polars
    """

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"{what} needs another package: pip install {package}")
        self._given = what, package

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given


class MissingExtra(BitermsError, ImportError):
    """An optional package is needed; the message is the line that installs it.

    Examples
    --------
    >>> import biterms
    >>> print(biterms.MissingExtra("the report", "report"))
    the report needs an optional package: pip install 'biterms[report]'
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional package: pip install 'biterms[{extra}]'")
        self._given = what, extra

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given
