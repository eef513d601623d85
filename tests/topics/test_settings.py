"""Settings of a TopicModel that make no sense are refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from biterms import LDA, SeedWords, TopicModel
from biterms.errors import SettingError

TEXTS = ["rain and wind", "wind and snow", "goal and match"] * 3


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"keep": 1.5}, "keep=1.5"),
        ({"keep": "a"}, "keep='a'"),
        ({"keep": True}, "keep=True"),
        ({"text": "x"}, "text='x'"),
        ({"guide": 5}, "guide=5"),
        ({"model": "lda"}, "model='lda'"),
    ],
)
def test_a_setting_of_the_wrong_kind(settings: dict[str, Any], found: str) -> None:
    with pytest.raises(SettingError, match=found):
        TopicModel(**settings).fit(TEXTS)


def test_a_setting_of_a_model_that_is_not_there() -> None:
    model = TopicModel()
    with pytest.raises(SettingError, match="model is None"):
        model.set_params(keep=3, model__n_topics=7)
    assert model.keep == 10_000
    assert model.set_params(model=LDA(), model__n_topics=7).model.n_topics == 7


@pytest.mark.filterwarnings("ignore::biterms.ShortDocuments")
def test_a_guided_vocabulary_of_one_word_grows() -> None:
    """The prior of its only word is not taken for one of all words."""
    model = TopicModel(LDA(2, random_state=0), guide=SeedWords([["rome"]]))
    model.update(["rome"] * 3)
    assert [word.word for word in model.topics(by="probability")[0].words] == ["rome"]
    model.update(["hotel"] * 3)
    assert sorted(model.words()) == ["hotel", "rome"]
    shown = {word.word for topic in model.topics(by="probability") for word in topic.words}
    assert shown == {"hotel", "rome"}
    both = TopicModel(LDA(2, random_state=0), guide=SeedWords([["rome"]]))
    both.fit(["rome", "hotel"] * 3)
    one, other = (
        dict(zip(m.words(), m.model_.posterior_.eta.tolist(), strict=True)) for m in (model, both)
    )
    assert one == other
