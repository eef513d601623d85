"""The settings of a model as JSON and arrays, and back; what is read is checked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from reprlib import repr as short
from typing import Any

import numpy as np

from biterms.errors import BitermsError, StoreError
from biterms.kernels import Array
from biterms.learning import KPS, SVB, SVI, Annealed, BatchVB, Learner
from biterms.learning.span import span_text
from biterms.models.estimator import TopicEstimator
from biterms.models.prior import as_numbers
from biterms.store import Fields

LEARNERS: dict[str, type[Learner]] = {
    kind.__name__: kind for kind in (Annealed, BatchVB, SVI, SVB, KPS)
}
#: What files that were written before a setting of a learner came say of it.
BEFORE: dict[str, dict[str, Any]] = {"SVB": {"exact": False}, "KPS": {"exact": False}}
#: Settings that may be arrays.
ARRAYS = ("alpha", "eta")
#: A file must not ask for more than any use needs: these cost memory, threads or time.
LIMITS = {
    "n_topics": 10**6,
    "max_topics": 10**6,
    "batch_size": 10**9,
    "passes": 10**6,
    "doc_iter": 10**5,
    "n_threads": 1 << 10,
}


def settings_fields(model: TopicEstimator) -> tuple[dict[str, Any], dict[str, Array]]:
    """Turn the settings of a model into what a file holds.

    A random generator is left out, since it is not a setting that could be repeated: what it has
    given to a fitted model is in its state.

    Parameters
    ----------
    model : TopicEstimator
        A model.

    Returns
    -------
    values : dict
        What JSON can hold, by the names of the settings.
    arrays : dict of str to ndarray
        The settings that are arrays.

    Raises
    ------
    StoreError
        If a setting cannot be stored.
    """
    values, arrays = {}, {}
    for name, value in model.get_params(deep=False).items():
        if name in ARRAYS and np.ndim(value):
            values[name], arrays[name] = {"array": True}, _numbers(name, value)
        else:
            values[name] = _written(name, value)
    _check_limits(values)
    return values, arrays


def _written(name: str, value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, timedelta):
        return span_text(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if name == "random_state":
        return None
    if isinstance(value, Learner):
        kind = type(value).__name__
        if LEARNERS.get(kind) is type(value):
            inner = value.get_params(deep=False).items()
            return {"class": kind} | {key: _written(key, each) for key, each in inner}
        raise StoreError(f"learner {kind} cannot be stored, expected one of {', '.join(LEARNERS)}")
    raise StoreError(f"{name}={short(value)} cannot be stored, expected a number or a text")


def read_settings(model: TopicEstimator, kept: Fields) -> dict[str, Any]:
    """Read the settings of a model, which must be its settings and no others.

    Parameters
    ----------
    model : TopicEstimator
        A model with default settings.
    kept : Fields
        The settings of the file.

    Returns
    -------
    dict
        Values by the names of the settings.

    Raises
    ------
    StoreError
        If a setting is missing, unknown, or of another kind.
    """
    defaults = model.get_params(deep=False)
    if unknown := kept.settings.keys() - defaults.keys():
        raise StoreError(f"{type(model).__name__} has no settings {short(sorted(unknown))}")
    _check_limits(kept.settings)
    arrays = {name for name in ARRAYS if kept.settings.get(name) == {"array": True}}
    if spare := kept.arrays.keys() - arrays:
        raise StoreError(f"{kept.of} have unknown arrays {short(sorted(spare))}")
    return {name: _read(name, kept, default) for name, default in defaults.items()}


def _read(name: str, kept: Fields, default: Any) -> Any:
    value = kept.value(name)
    if name in ARRAYS and value == {"array": True}:
        return kept.array(name)
    if name == "learner" and value is not None:
        return _learner(kept.part(name))
    if isinstance(value, dict | list) or (
        isinstance(value, bool) and not isinstance(default, bool)
    ):
        raise StoreError(f"{name}={short(value)}: expected another kind of value")
    return value


def _learner(kept: Fields) -> Learner:
    name = kept.text("class")
    if name not in LEARNERS:
        raise StoreError(f"a learner {short(name)}, expected one of {', '.join(LEARNERS)}")
    given = {key: value for key, value in kept.settings.items() if key != "class"}
    settings = BEFORE.get(name, {}) | given
    learner = LEARNERS[name]()
    if settings.keys() != learner.get_params(deep=False).keys():
        raise StoreError(f"the settings of {name} are not {short(sorted(settings))}")
    return learner.set_params(**settings)


def _check_limits(settings: Mapping[str, Any]) -> None:
    for name, most in LIMITS.items():
        value = settings.get(name)
        if isinstance(value, int) and value > most:
            raise StoreError(f"{name}={value}: model files hold at most {most:,}")


def _numbers(name: str, value: Any) -> Array:
    try:
        return as_numbers(name, value)
    except BitermsError as error:
        raise StoreError(f"{error}") from None
