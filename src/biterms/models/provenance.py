"""Where a model comes from: versions, seed, instruction set, and what it has learnt from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biterms import kernels
from biterms.models.estimator import TopicEstimator
from biterms.version import __version__


def provenance(model: TopicEstimator) -> dict[str, Any]:
    """Describe how a model came about; those who know the data add a hash of them.

    Parameters
    ----------
    model : TopicEstimator
        A model, whether it has learnt or not.

    Returns
    -------
    dict
        Plain values for JSON: versions, instruction set, class, seed and counts.
    """
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
    """Say what to expect of a model that was made with another instruction set.

    Parameters
    ----------
    made : mapping
        The `provenance` of the model.

    Returns
    -------
    str or None
        None if this process computes with the same instruction set.
    """
    there, here = made.get("instruction_set"), kernels.isa()
    if there == here:
        return None
    return (
        f"made with the instruction set {there}, used with {here}: results agree to rounding, "
        "not to the bit"
    )
