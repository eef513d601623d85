"""BTM learns from texts, and takes no guide."""

from __future__ import annotations

from typing import Any

import pytest

from biterms import BTM, SeedWords, TopicModel, Vectoriser
from biterms.errors import SettingError
from tests.models.test_btm import ONLINE, btm


@pytest.mark.parametrize("online", ONLINE)
def test_texts(online: Any) -> None:
    texts = ["rain and wind", "wind and snow", "bread and cheese", "cheese and wine"] * 20
    model = TopicModel(btm(2, online=online, alpha=1.0), text=Vectoriser(min_df=1)).fit(texts)
    assert (model.transform(["snow and rain", "wine and bread"]).max(axis=1) > 0.9).all()
    model.update(["hail and snow", "wine and olives"] * 5)
    assert model.find("hail")[0].id == model.find("rain")[0].id


def test_a_guide_is_refused() -> None:
    model = TopicModel(BTM(2), guide=SeedWords([["rain"]]))
    for learn in (model.fit, model.update):
        with pytest.raises(SettingError, match="expected LDA or HDP, if it has a guide"):
            learn(["rain and snow", "snow and rain"])
