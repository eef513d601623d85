"""The columns of tables: as many, and of the same names, as were learnt from.

The words in its messages are those that scikit-learn's checks of an estimator ask for.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Counts

#: So many names are listed in a message.
LISTED = 5


def column_names(X: Any) -> list[str] | None:
    """The names of the columns of a table, if all of them are texts."""
    columns = list(getattr(X, "columns", ()))
    if columns and all(isinstance(name, str) for name in columns):
        return columns
    return None


def note_columns(estimator: Any, X: Any) -> None:
    """Keep the width of a table, and the names of its columns if it has any."""
    estimator.n_features_in_ = width_of(X)
    vars(estimator).pop("feature_names_in_", None)
    if names := column_names(X):
        estimator.feature_names_in_ = np.array(names, dtype=object)


def compare_columns(estimator: Any, X: Any) -> None:
    """Refuse documents of another width, or with other names of columns, than were fitted.

    Raises
    ------
    ValueError
        If they differ.
    """
    known, names = getattr(estimator, "feature_names_in_", None), column_names(X)
    if known is not None and names is not None:
        _compare_names(list(known), names)
    elif known is not None and not isinstance(X, Counts):
        warnings.warn(
            f"X does not have valid feature names, but {type(estimator).__name__} was fitted "
            "with feature names",
            stacklevel=2,
        )
    if width_of(X) != estimator.n_features_in_:
        raise InputError(
            f"X has {width_of(X)} features, but {type(estimator).__name__} is expecting "
            f"{estimator.n_features_in_} features as input"
        )


def width_of(X: Any) -> int:
    """The number of columns of a table."""
    if isinstance(X, Counts):
        return X.n_words
    return int((X if hasattr(X, "shape") else np.asarray(X)).shape[1])


def _compare_names(known: list[str], given: list[str]) -> None:
    if known == given:
        return
    new, missing = sorted({*given} - {*known}), sorted({*known} - {*given})
    said = ["The feature names should match those that were passed during fit."]
    if new:
        said += ["Feature names unseen at fit time:", *_listed(new)]
    if missing:
        said += ["Feature names seen at fit time, yet now missing:", *_listed(missing)]
    if not new and not missing:
        said += ["Feature names must be in the same order as they were in fit."]
    raise InputError("\n".join([*said, ""]))


def _listed(names: list[str]) -> list[str]:
    return [f"- {name}" for name in names[:LISTED]] + ["- ..."] * (len(names) > LISTED)
