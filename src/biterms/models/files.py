"""Models as settings and arrays for a file, and back: the same bits go on from there.

A model is its settings and its state. The state writes itself by the fields of its dataclass, so a
new fitted attribute is one line there. Everything that is read is checked before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from reprlib import repr as short
from typing import Any

import numpy as np

from biterms import kernels
from biterms.errors import BitermsError, StoreError
from biterms.kernels import Array
from biterms.learning import KPS, SVB, SVI, BatchVB, Learner
from biterms.models.estimator import TopicEstimator
from biterms.models.prior import as_numbers, read_eta
from biterms.store import Fields
from biterms.store.record import from_fields, to_fields
from biterms.version import __version__

LEARNERS: dict[str, type[Learner]] = {kind.__name__: kind for kind in (BatchVB, SVI, SVB, KPS)}
#: settings that may be arrays
ARRAYS = ("alpha", "eta")
#: a file must not ask for more than any use needs: these cost memory, threads or time
LIMITS = {
    "n_topics": 10**6,
    "max_topics": 10**6,
    "batch_size": 10**9,
    "passes": 10**6,
    "doc_iter": 10**5,
    "n_threads": 1 << 10,
}
#: the models of the package and their folders, which are loaded when they are needed
FOLDERS = {"LDA": "lda", "HDP": "hdp", "BTM": "btm"}
_registered: dict[str, type[TopicEstimator]] = {}


def register(kind: type[TopicEstimator]) -> type[TopicEstimator]:
    """Let model files hold a model of your own, by the name of its class.

    Parameters
    ----------
    kind : type
        An estimator; whoever loads the file must register it too.

    Returns
    -------
    type
        The same class, so that it can be used as a decorator.
    """
    _registered[kind.__name__] = kind
    return kind


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
    for name, value in _read_settings(model, given).items():
        setattr(model, name, value)
    if state is not None:
        model.state_ = state
    _check(model)
    return model


def settings_fields(model: TopicEstimator) -> tuple[dict[str, Any], dict[str, Array]]:
    """Every setting of a model by name, as JSON can hold it, and the settings that are arrays.

    A random generator is left out, since it is not a setting that could be repeated: what it has
    given to a fitted model is in its state.

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


def provenance(model: TopicEstimator) -> dict[str, Any]:
    """How a model came about, for its file; who knows the data adds their hash."""
    seed, fitted = model.random_state, hasattr(model, "state_")  # type: ignore[attr-defined]
    return {
        "biterms": __version__,
        "numpy": np.__version__,
        "instruction_set": kernels.isa(),
        "model": type(model).__name__,
        "seed": int(seed) if isinstance(seed, int | np.integer) else None,
        "n_topics": int(model.in_use_.sum()) if fitted else model.topics_at_start,
        "n_words": model.n_features_in_ if fitted else 0,
        "n_docs": model.n_docs_ if fitted else 0,
        "n_steps": model.n_steps_ if fitted else 0,
    }


def arithmetic_note(made: Mapping[str, Any]) -> str | None:
    """What to say of a model whose `provenance` is from another instruction set, or None."""
    there, here = made.get("instruction_set"), kernels.isa()
    if there == here:
        return None
    return (
        f"made with the instruction set {there}, used with {here}: results agree to rounding, "
        "not to the bit"
    )


def known_models() -> list[str]:
    """The names of the classes that files may hold."""
    return [*FOLDERS, *_registered]


def model_class(name: str) -> type[TopicEstimator]:
    """The class of that name.

    Raises
    ------
    StoreError
        If there is none.
    """
    if name in _registered:
        return _registered[name]
    if name not in FOLDERS:
        raise StoreError(
            f"it holds a {short(name)}, and biterms {__version__} knows "
            f"{', '.join(known_models())}; update biterms"
        )
    kind: type[TopicEstimator] = getattr(import_module(f"biterms.models.{FOLDERS[name]}"), name)
    return kind


def _check_names(kept: Fields) -> None:
    """Refuse a part or an array that is none of a model."""
    parts = ("settings.",) if kept.value("state") is None else ("settings.", "state.")
    unknown = kept.settings.keys() - {"class", "settings", "eta_words", "state"}
    unknown |= {name for name in kept.arrays if not name.startswith(parts)}
    if unknown:
        raise StoreError(f"the model has unknown parts {short(sorted(unknown))}")


# settings --------------------------------------------------------------------------------------


def _written(name: str, value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
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


def _read_settings(model: TopicEstimator, kept: Fields) -> dict[str, Any]:
    """The settings of a file, which are those of the model and no others."""
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
    settings = {key: value for key, value in kept.settings.items() if key != "class"}
    learner = LEARNERS[name]()
    if settings.keys() != learner.get_params(deep=False).keys():
        raise StoreError(f"the settings of {name} are not {short(sorted(settings))}")
    return learner.set_params(**settings)


def _check_limits(settings: Mapping[str, Any]) -> None:
    for name, most in LIMITS.items():
        value = settings.get(name)
        if isinstance(value, int) and value > most:
            raise StoreError(f"{name}={value}: model files hold at most {most:,}")


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


def _numbers(name: str, value: Any) -> Array:
    try:
        return as_numbers(name, value)
    except BitermsError as error:
        raise StoreError(f"{error}") from None


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
