"""What scikit-learn asks of an estimator, answered without importing it before it asks."""

from __future__ import annotations

import sys
from typing import Any, NoReturn, Self

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.parameters import Parameters, not_fitted, scikit_tags

#: Containers that `set_output` may ask for.
CONTAINERS = ("default", "pandas", "polars")


class Transformer(Parameters):
    """An estimator that turns documents into mixtures of topics, by scikit-learn's conventions."""

    _output: str | None = None

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn from documents.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        y : ignored
            For scikit-learn.

        Returns
        -------
        self
        """
        raise NotImplementedError(f"{type(self).__name__} has no fit")

    def transform(self, X: Any) -> Any:
        """Infer the topic mixture of each document.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.

        Returns
        -------
        array of shape (D, K)
            Share of each topic in each document.
        """
        raise NotImplementedError(f"{type(self).__name__} has no transform")

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Name the columns of `transform`.

        Parameters
        ----------
        input_features : ignored
            For scikit-learn.

        Returns
        -------
        array of str
            One name for each topic.
        """
        raise NotImplementedError(f"{type(self).__name__} has no get_feature_names_out")

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Learn from documents and return their mixtures.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        y : ignored
            For scikit-learn.

        Returns
        -------
        array of shape (D, K)
            Share of each topic in each document.
        """
        return self.fit(X, y).transform(X)

    def set_output(self, *, transform: str | None = None) -> Self:
        """Choose the container of `transform`.

        Parameters
        ----------
        transform : {"default", "pandas", "polars"}, optional
            An array, or a table with one column per topic; None changes nothing.

        Returns
        -------
        self
        """
        if transform is not None and transform not in CONTAINERS:
            raise SettingError(
                f"set_output(transform={transform!r}): expected one of {', '.join(CONTAINERS)}"
            )
        self._output = transform or self._output
        return self

    def _contained(self, mixtures: Array, X: Any) -> Any:
        """Mixtures in the container that was asked for."""
        kind = self._output or _global_output()
        if kind == "pandas":
            import pandas as pd

            rows = X.index if isinstance(X, pd.DataFrame | pd.Series) else None
            return pd.DataFrame(mixtures, index=rows, columns=self.get_feature_names_out())
        if kind == "polars":
            import polars as pl

            return pl.DataFrame(mixtures, schema=list(self.get_feature_names_out()), orient="row")
        return mixtures

    def __sklearn_tags__(self) -> Any:
        """What kind of input and output scikit-learn may expect."""
        return scikit_tags(preserves=("float64",), sparse=True, positive_only=True)


def refuse_unfitted(estimator: Any, learn: str = "fit or partial_fit") -> NoReturn:
    """Raise the error of an estimator that has learnt nothing yet."""
    raise not_fitted(f"this {type(estimator).__name__} has learnt nothing yet: call {learn} first")


def _global_output() -> str:
    """The container that `sklearn.set_config` asks for."""
    if "sklearn" not in sys.modules:
        return "default"
    from sklearn import get_config

    return str(get_config().get("transform_output", "default"))
