"""What a model was made with, as JSON and arrays: numbers, texts, a learner, a generator."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.learning import KPS, SVB, SVI, BatchVB, Learner
from biterms.models.estimator import TopicEstimator
from biterms.models.generator import generator_from_state, generator_state
from biterms.models.prior import as_numbers
from biterms.models.settings import checked_learner
from biterms.store import Fields

LEARNERS: dict[str, type[Learner]] = {kind.__name__: kind for kind in (BatchVB, SVI, SVB, KPS)}
#: parameters that may be arrays
TABLES = ("alpha", "eta")
#: a file must not ask for more than any use needs: these cost memory, threads or time
MOST = {
    "n_topics": 10**6,
    "max_topics": 10**6,
    "batch_size": 10**9,
    "passes": 10**6,
    "doc_iter": 10**5,
    "n_threads": 1 << 10,
}


def parameters_state(model: TopicEstimator) -> tuple[dict[str, Any], dict[str, Array]]:
    """Every parameter by name; arrays are called parameters.<name>."""
    settings, arrays = {}, {}
    for name, value in model.get_params(deep=False).items():
        settings[name], array = _written(name, value)
        if array is not None:
            arrays[f"parameters.{name}"] = array
    _check_sizes(settings)
    return settings, arrays


def model_with(kind: type[TopicEstimator], kept: Fields) -> TopicEstimator:
    """A model that has learnt nothing; a parameter that the file does not know has its default."""
    model = kind()
    defaults = model.get_params(deep=False)
    if not kept.settings.keys() <= defaults.keys():
        unknown = sorted(kept.settings.keys() - defaults.keys())
        raise StoreError(f"{kind.__name__} has no parameters {short(unknown)}")
    _check_sizes(kept.settings)
    for name, default in defaults.items():
        if name in kept.settings:
            value = _read(name, kept)
            if name != "biterms" and isinstance(value, bool) != isinstance(default, bool):
                raise StoreError(f"{name}={value!r}: expected another kind of value")
            setattr(model, name, value)
    check_parameters(model)
    return model


def check_parameters(model: TopicEstimator) -> None:
    """Refuse what the model itself would refuse when it begins to learn."""
    shape = np.shape(model.eta)
    try:
        checked_learner(model)
        model._prior(shape[-1] if shape else 1)
    except (ValueError, TypeError, OverflowError) as error:
        raise StoreError(f"{error}") from None


def _written(name: str, value: Any) -> tuple[Any, Array | None]:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or value is np.random:
        return None, None
    if isinstance(value, bool | int | float | str):
        return value, None
    if name == "learner":
        return _learner_state(value), None
    if name == "random_state":
        return generator_state(value)
    if name in TABLES:
        return {"array": True}, as_numbers(name, value)
    raise StoreError(f"{name}={short(value)} cannot be stored, expected a number or a text")


def _learner_state(learner: Learner) -> dict[str, Any]:
    kind = type(learner).__name__
    if LEARNERS.get(kind) is not type(learner):
        raise StoreError(f"learner {kind} cannot be stored, expected one of {', '.join(LEARNERS)}")
    settings = learner.get_params()
    return {"class": kind} | {name: _written(name, settings[name])[0] for name in settings}


def _read(name: str, kept: Fields) -> Any:
    value = kept.value(name)
    if not isinstance(value, dict | list):
        return value
    if name == "learner":
        return _learner(kept.part(name))
    if name == "random_state":
        return generator_from_state(kept.part(name), f"parameters.{name}")
    if name in TABLES and value == {"array": True}:
        return kept.array(f"parameters.{name}")
    raise StoreError(f"{name}={short(value)}: expected another kind of value")


def _learner(kept: Fields) -> Learner:
    name = kept.text("class")
    if name not in LEARNERS:
        raise StoreError(f"a learner {short(name)}, expected one of {', '.join(LEARNERS)}")
    settings = {key: value for key, value in kept.settings.items() if key != "class"}
    learner = LEARNERS[name]()
    if not settings.keys() <= learner.get_params().keys():
        raise StoreError(f"the learner {name} does not have all of {short(sorted(settings))}")
    learner.set_params(**settings)
    return learner


def _check_sizes(settings: Mapping[str, Any]) -> None:
    for name, most in MOST.items():
        value = settings.get(name)
        if isinstance(value, int) and value > most:
            raise StoreError(f"{name}={value}: model files hold at most {most:,}")
