"""Models as settings and arrays for a file, and back: the same bits go on from there.

A new model is one entry in MODELS; what it learns beside the posterior it says itself
(`_own_state`, `_take_state`).
"""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from biterms import kernels
from biterms.errors import StoreError
from biterms.kernels import Array, Scratch
from biterms.learning import Posterior
from biterms.models.btm import BTM
from biterms.models.estimator import TopicEstimator
from biterms.models.generator import generator_from_state, generator_state
from biterms.models.hdp import HDP
from biterms.models.lda import LDA
from biterms.models.parameters import check_parameters, model_with, parameters_state
from biterms.store import Fields, bytes_of_words, words_of_bytes
from biterms.version import __version__

MODELS: dict[str, type[TopicEstimator]] = {"LDA": LDA, "HDP": HDP, "BTM": BTM}


def model_state(model: TopicEstimator) -> tuple[dict[str, Any], dict[str, Array]]:
    """Settings (plain JSON) and arrays; the arrays are the model's own, so write them soon."""
    kind = type(model).__name__
    if MODELS.get(kind) is not type(model):
        raise StoreError(f"a {kind} cannot be stored, expected one of {', '.join(MODELS)}")
    check_parameters(model)
    parameters, arrays = parameters_state(model)
    settings: dict[str, Any] = {"class": kind, "parameters": parameters, "learnt": None}
    if hasattr(model, "posterior_"):
        model._check_topics()
        settings["learnt"], learnt = _learnt_state(model)
        arrays |= learnt
        eta = arrays.get("parameters.eta")
        if eta is not None and _begins_with(model.posterior_.eta, eta):
            settings["learnt"]["eta_words"] = eta.shape[-1]
            del arrays["parameters.eta"]
    return settings, arrays


def model_from_state(settings: Any, arrays: Mapping[str, Array]) -> TopicEstimator:
    """The model that `model_state` was given; the arrays are taken over, not copied."""
    kept = Fields(settings, arrays)
    kind = MODELS.get(kept.text("class"))
    if kind is None:
        raise StoreError(
            f"it holds a {short(kept.text('class'))}, and biterms {__version__} knows "
            f"{', '.join(MODELS)}; update biterms"
        )
    if kept.value("learnt") is None:
        return model_with(kind, kept.part("parameters"))
    learnt = kept.part("learnt")
    posterior = Posterior.from_state(learnt.part("posterior"))
    if learnt.value("eta_words") is not None:
        first = posterior.eta[: learnt.whole("eta_words", 1, len(posterior.eta))]
        eta = first[:, 0] if first.shape[1] == 1 else first.T
        kept = Fields(settings, {**arrays, "parameters.eta": eta})
    model = model_with(kind, kept.part("parameters"))
    _take_learnt(model, posterior, learnt)
    return model


def provenance(model: TopicEstimator) -> dict[str, Any]:
    """How a model came about, for its file; who knows the data adds their hash."""
    seed, fitted = model.random_state, hasattr(model, "posterior_")
    return {
        "biterms": __version__,
        "numpy": np.__version__,
        "instruction_set": kernels.isa(),
        "model": type(model).__name__,
        "seed": int(seed) if isinstance(seed, int | np.integer) else None,
        "n_topics": int(model.counted_.sum()) if fitted else model.topics_at_start,
        "n_words": model.n_features_in_ if fitted else 0,
        "n_docs": model.n_docs_ if fitted else 0,
        "n_steps": model.n_steps_ if fitted else 0,
    }


def arithmetic_note(made: Mapping[str, Any]) -> str | None:
    """What to tell of a model whose `provenance` is from another instruction set, or None."""
    there, here = made.get("instruction_set"), kernels.isa()
    if there == here:
        return None
    return (
        f"made with the instruction set {there}, used with {here}: results agree to rounding, "
        "not to the bit"
    )


def _learnt_state(model: TopicEstimator) -> tuple[dict[str, Any], dict[str, Array]]:
    posterior, arrays = model.posterior_.state()
    own, own_arrays = model._own_state()
    random = None
    if model._random is not model.random_state:
        random, arrays["random"] = generator_state(model._random)
    if hasattr(model, "feature_names_in_"):
        arrays["feature_names"] = bytes_of_words(model.feature_names_in_)
    settings = {
        "posterior": posterior,
        "own": own,
        "random": random,
        "eta_words": None,
        "begun_topics": model._begun_topics,
        "n_docs": model.n_docs_,
        "n_steps": model.n_steps_,
        "n_iter": model.n_iter_,
        "first_pass": model._first_pass,
        "apart": model._apart,
    }
    return settings, arrays | own_arrays


def _take_learnt(model: TopicEstimator, posterior: Posterior, kept: Fields) -> None:
    known = "begun_topics" in kept.settings  # 0.2.0 set n_topics anew when topics were merged
    begun = kept.whole("begun_topics", posterior.n_topics) if known else posterior.n_topics
    if model.topics_at_start != begun:
        raise StoreError(f"it began with {begun} topics, but has {model.topics_at_start} to begin")
    model._begun_topics = begun
    model.posterior_ = posterior
    model.n_features_in_ = posterior.n_words
    model.n_docs_, model.n_steps_ = kept.whole("n_docs"), kept.whole("n_steps")
    model.n_iter_ = kept.whole("n_iter")
    model._first_pass, model._apart = kept.flag("first_pass"), kept.flag("apart")
    model._random = check_random_state(model.random_state)
    if kept.value("random") is not None:
        model._random = generator_from_state(kept.part("random"), "random")
    # what only lasts while `fit` runs
    model._scratch, model._before, model._bounds = Scratch(), None, []
    if "feature_names" in kept.arrays:
        names = words_of_bytes(kept.array("feature_names", (None,), np.uint8))
        if len(names) != posterior.n_words:
            raise StoreError(f"{len(names):,} names for {posterior.n_words:,} words")
        model.feature_names_in_ = np.array(names, dtype=object)
    model._take_state(kept.part("own"))


def _begins_with(learnt: Array, eta: Array) -> bool:
    """Whether eta as it was given (V or K x V) is the beginning of that of the posterior."""
    given = eta.T if eta.ndim == 2 else eta[:, None]
    first = learnt[: len(given)]
    return len(learnt) > 1 and bool(np.array_equal(first, given))
