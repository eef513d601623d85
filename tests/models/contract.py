"""The models that keep the contract, and what each of them supports: a new one joins by a line.

`test_contract_*.py` say what every model promises; what one of them has of its own is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import BTM, HDP, KPS, LDA, SVB, SVI, BatchVB
from biterms.learning import Annealed, Learner
from tests.models.page_model import Mixture
from tests.models.planted import planted


class Kind(NamedTuple):
    """A model that is called with a number of topics, and settings that make it quick."""

    model: Callable[..., Any]
    quick: dict[str, Any]

    @property
    def learns(self) -> bool:
        """Whether it learns by minibatches, with a learner, an inference and an eta of any shape.

        Its settings are then learner, inference, eta, init, passes, batch_size and n_threads.
        """
        return "learner" in self.model().get_params(deep=False)


MINIBATCHES = {"batch_size": 40, "passes": 1, "n_threads": 1}
MODELS: dict[str, Kind] = {
    "LDA": Kind(LDA, MINIBATCHES | {"learner": Annealed(starts=0)}),
    "HDP": Kind(HDP, MINIBATCHES),
    "Mixture": Kind(Mixture, MINIBATCHES),
    "BTM": Kind(BTM, {"sweeps": 5}),
    "iBTM": Kind(BTM, {"online": "incremental", "rejuvenations": 2, "window": 900}),
}
#: what the fixtures `make` and `learning` give: settings, and ``topics`` if not four, to a model
Factory = Callable[..., Any]
LEARNERS = {"BatchVB": BatchVB(), "SVI": SVI(), "SVB": SVB(), "KPS": KPS()}
STREAMING = {name: LEARNERS[name] for name in ("SVB", "KPS")}
ONLINE = {name: LEARNERS[name] for name in ("SVI", "SVB", "KPS")}

X = planted(160).X
V = X.shape[1]


def factory(name: str) -> Factory:
    """The model with settings that make it quick and a seed, unless said otherwise."""
    kind = MODELS[name]

    def made(topics: int = 4, **settings: Any) -> Any:
        return kind.model(topics, **({"random_state": 0} | kind.quick | settings))

    return made


def of_each(learners: dict[str, Learner]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("learner", learners.values(), ids=learners)


def assert_sound(model: Any, X: Any) -> None:
    """Finite positive lam, topics and mixtures that are probabilities."""
    K = len(model.topics_)
    known = np.setdiff1d(np.arange(model.n_features_in_), model.posterior_.holes)
    lam = model.components_
    assert lam.shape == (K, model.n_features_in_)
    assert np.isfinite(lam).all()
    assert (lam > 0).all()
    assert_allclose(model.topics_.sum(axis=1), 1.0, rtol=1e-9)
    assert_allclose(model.topics_[:, known], lam[:, known] / lam[:, known].sum(axis=1)[:, None])
    assert_allclose(model.posterior_.sums(), lam[:, known].sum(axis=1), rtol=1e-9)
    mixtures = model.transform(X)
    assert mixtures.shape == (len(X), K)
    assert (mixtures > 0).all()
    assert_allclose(mixtures.sum(axis=1), 1.0, rtol=1e-6)
