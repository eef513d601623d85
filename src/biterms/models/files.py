"""Models as settings and arrays for a file, and back: the same bits go on from there.

A model is its settings and its state. The state writes itself by the fields of its dataclass, so a
new fitted attribute is one line there. Everything that is read is checked before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.models.prior import read_eta
from biterms.models.registry import known_models, model_class
from biterms.models.stored_settings import read_settings, settings_fields
from biterms.store import Fields
from biterms.store.record import from_fields, to_fields


def model_fields(model: TopicEstimator) -> tuple[dict[str, Any], dict[str, Array]]:
    """Turn a model into what a file holds.

    Parameters
    ----------
    model : TopicEstimator
        A model, whether it has learnt or not.

    Returns
    -------
    settings : dict
        What JSON can hold.
    arrays : dict of str to ndarray
        They are the model's own, so write them soon.

    Raises
    ------
    StoreError
        If the model could not be read again.
    """
    kind = type(model).__name__
    if kind not in known_models() or model_class(kind) is not type(model):
        known = ", ".join(known_models())
        raise StoreError(f"a {kind} cannot be stored, expected one of {known}")
    values, given = settings_fields(model)
    settings: dict[str, Any] = {"class": kind, "settings": values, "eta_words": None, "state": None}
    arrays = {f"settings.{name}": array for name, array in given.items()}
    if hasattr(model, "state_"):
        settings["state"], learnt = to_fields(model.state)
        arrays |= {f"state.{name}": array for name, array in learnt.items()}
        eta = given.get("eta")
        if eta is not None and _begins_with(model.state.posterior.eta, eta):
            settings["eta_words"] = eta.shape[-1]
            del arrays["settings.eta"]
    model_from_fields(settings, arrays)  # what could not be read is not written
    return settings, arrays


def model_from_fields(settings: Any, arrays: Mapping[str, Array]) -> TopicEstimator:
    """Make the model that `model_fields` was given.

    Parameters
    ----------
    settings : dict
        As read from JSON.
    arrays : mapping of str to ndarray
        They are taken over, not copied.

    Returns
    -------
    TopicEstimator

    Raises
    ------
    StoreError
        If anything is missing, unknown, or not what learning leads to.
    """
    kept = Fields(settings, arrays)
    _check_names(kept)
    kind, state = model_class(kept.text("class")), None
    if kept.value("state") is not None:
        learnt = kept.below("state")
        V, K = learnt.array("posterior.M", (None, None)).shape
        state = from_fields(kind.state_class, learnt, {"V": V, "K": K})
    given = kept.below("settings")
    if kept.value("eta_words") is not None:
        given = Fields(
            given.settings, {**given.arrays, "eta": _first_eta(kept, state)}, of=given.of
        )
    model = kind()
    for name, value in read_settings(model, given).items():
        setattr(model, name, value)
    if state is not None:
        model.state_ = state
    _check(model)
    return model


def _check_names(kept: Fields) -> None:
    """Refuse a part or an array that is none of a model."""
    parts = ("settings.",) if kept.value("state") is None else ("settings.", "state.")
    unknown = kept.settings.keys() - {"class", "settings", "eta_words", "state"}
    unknown |= {name for name in kept.arrays if not name.startswith(parts)}
    if unknown:
        raise StoreError(f"the model has unknown parts {short(sorted(unknown))}")


def _check(model: TopicEstimator) -> None:
    """Refuse what the model itself would refuse when it begins to learn, or goes on."""
    try:
        model.engine()
        if (eta := getattr(model, "eta", None)) is not None:
            shape = np.shape(eta)
            read_eta(eta, shape[-1] if shape else 1, model.topics_at_start)
        if hasattr(model, "state_"):
            model.check_topics()
            _check_merged(model)
    except (ValueError, TypeError, OverflowError) as error:
        raise StoreError(f"{error}") from None


def _check_merged(model: TopicEstimator) -> None:
    """Merging makes topics fewer, and nothing makes them more."""
    now, begun = model.state.posterior.n_topics, model.topics_at_start
    if now > begun:
        raise StoreError(f"it has {now} topics, but began with {begun}")


# eta -------------------------------------------------------------------------------------------


def _begins_with(learnt: Array, eta: Array) -> bool:
    """Whether eta as it was given (V or K x V) is the beginning of that of the posterior."""
    given = eta.T if eta.ndim == 2 else eta[:, None]
    return len(learnt) > 1 and bool(np.array_equal(learnt[: len(given)], given))


def _first_eta(kept: Fields, state: Any) -> Array:
    """Eta as it was given, from the posterior."""
    if state is None or kept.below("settings").value("eta") != {"array": True}:
        raise StoreError("eta is said to be in the posterior, but it is not an array, or not there")
    eta = state.posterior.eta
    first = eta[: kept.whole("eta_words", 1, len(eta))]
    return np.ascontiguousarray(first[:, 0] if first.shape[1] == 1 else first.T)
