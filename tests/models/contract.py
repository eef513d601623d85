"""The models that keep the contract: a new one joins by a line in MODELS.

`test_contract_*.py` say what every model promises; what one of them has of its own is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import HDP, KPS, LDA, SVB, SVI, BatchVB
from biterms.learning import Learner
from tests.models.page_model import mixture
from tests.models.planted import planted

#: called with the number of topics, and with settings by name that all models share
MODELS: dict[str, Callable[..., Any]] = {"LDA": LDA, "HDP": HDP, "Mixture": mixture}
#: what the fixture `make` gives: settings, and ``topics`` if not four, to a model
Factory = Callable[..., Any]
LEARNERS = {"BatchVB": BatchVB(), "SVI": SVI(), "SVB": SVB(), "KPS": KPS()}
STREAMING = {name: LEARNERS[name] for name in ("SVB", "KPS")}
ONLINE = {name: LEARNERS[name] for name in ("SVI", "SVB", "KPS")}

X = planted(160).X
V = X.shape[1]


def of_each(learners: dict[str, Learner]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("learner", learners.values(), ids=learners)


def assert_sound(model: Any, X: Any) -> None:
    """Finite positive lam, topics and mixtures that are probabilities."""
    K = len(model.topics_)
    assert model.components_.shape == (K, model.n_features_in_)
    assert np.isfinite(model.components_).all()
    assert (model.components_ > 0).all()
    assert_allclose(model.topics_.sum(axis=1), 1.0, rtol=1e-9)
    assert_allclose(model.topics_, model.components_ / model.components_.sum(axis=1)[:, None])
    mixtures = model.transform(X)
    assert mixtures.shape == (len(X), K)
    assert (mixtures > 0).all()
    assert_allclose(mixtures.sum(axis=1), 1.0, rtol=1e-6)
