"""What speaks for a topic, against the paper's equations written out term by term."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.errors import InputError
from biterms.topics import TopicModel
from tests.kernels.enumeration import bag_of_biterms, log_beta, responsibilities
from tests.topics.newsroom import newspaper

SETTINGS: list[dict[str, Any]] = [
    {},
    {"biterm_weight": 1.0},
    {"biterm_weight": 0.3},
    {"biterms": False},
]
TEXT = "coach praises team before match, team scores goals, striker scores late goal in draw"


def expected(model: TopicModel, text: str) -> tuple[np.ndarray, dict[tuple[int, int], np.ndarray]]:
    """f_v phi_v by word, and C (phi_uv + phi_vu) by pair, at the mixture of the text."""
    counts = model.counts([text])
    settings = model.model
    capped = settings.biterm_weight == "capped"
    weight = 0.5 if capped else settings.biterm_weight  # 1 for each unordered pair
    cap = 6.0 if capped else np.inf
    f = counts.data.astype(float).tolist()
    bag = bag_of_biterms(f, weight if settings.biterms else 0.0, cap)
    lam = model.model_.components_.T
    logs = log_beta(lam, "mean")[counts.indices]
    theta = model.transform([text])[0]
    phi, phi_bi, _ = responsibilities(bag, logs, theta, "mean")
    pairs: dict[tuple[int, int], np.ndarray] = {}
    for u, v, C, share in zip(bag.first, bag.second, bag.C, phi_bi, strict=True):
        key = (min(u, v), max(u, v))
        pairs[key] = pairs.get(key, 0.0) + C * share
    return bag.f[:, None] * phi, pairs


@pytest.mark.parametrize("settings", SETTINGS, ids=["capped", "paper", "light", "words"])
def test_shares_are_those_of_the_document_step(settings: dict[str, Any]) -> None:
    model = newspaper(300, **settings)
    names = [model.words()[c] for c in model.counts([TEXT]).indices]
    words, pairs = expected(model, TEXT)
    theta = model.transform([TEXT])[0]
    found = model.explain(TEXT).topics
    assert [topic.id for topic in found] == [k for k in np.argsort(-theta) if theta[k] >= 0.05]
    for topic in found:
        total = words[:, topic.id].sum() + sum(share[topic.id] for share in pairs.values())
        own = {name: words[i, topic.id] / total for i, name in enumerate(names)}
        assert_allclose([share for _, share in topic.words], [own[w] for w, _ in topic.words])
        assert {word for word, _ in topic.words} == {*names}
        best = {frozenset((names[u], names[v])): s[topic.id] / total for (u, v), s in pairs.items()}
        assert_allclose(
            [share for *_, share in topic.pairs],
            [best[frozenset((left, right))] for left, right, _ in topic.pairs],
        )
        if settings.get("biterms", True):
            assert_allclose(
                [share for *_, share in topic.pairs], sorted(best.values(), reverse=True)[:10]
            )
        else:
            assert topic.pairs == ()
        assert topic.probability == theta[topic.id]
        assert topic.label == model.topic(topic.id).label


def test_all_that_speaks_for_a_topic_is_gamma_without_alpha() -> None:
    model = newspaper(300, inference="mean", biterm_weight=0.5, doc_iter=500, doc_tol=0.0)
    words, pairs = expected(model, TEXT)
    total = words.sum(axis=0) + sum(pairs.values())
    gamma = model.model_.alpha_ + total
    assert_allclose(gamma / gamma.sum(), model.transform([TEXT])[0], rtol=1e-3)


def test_words_nobody_knows_are_named_and_stop_words_are_not() -> None:
    found = newspaper(300).explain("The zorbia of Qwert praises the zorbia goal")
    assert found.unknown == ("zorbia", "qwert")
    assert "unknown words: zorbia, qwert" in str(found)
    assert found.text == "The zorbia of Qwert praises the zorbia goal"


def test_a_text_without_a_known_word() -> None:
    found = newspaper(300).explain("the <b>zorbia</b>")
    assert found.topics == ()
    assert str(newspaper(300).explain("")) == "no known word, so nothing can be said"
    assert "<b>" not in found._repr_html_()


def test_a_single_word_and_a_repeated_one() -> None:
    [best, *_] = newspaper(300).explain("goal goal goal").topics
    assert best.words == (("goal", 1.0),)
    assert best.pairs == ()


def test_a_very_long_text_is_bounded() -> None:
    model = newspaper(300)
    text = " ".join(model.words()) * 3
    assert all(len(topic.pairs) <= 10 for topic in model.explain(text).topics)


@pytest.mark.parametrize("text", [None, 3, ["late goal"]], ids=["none", "number", "list"])
def test_one_text_is_asked_for(text: Any) -> None:
    with pytest.raises(InputError, match="expected one text"):
        newspaper(60).explain(text)
