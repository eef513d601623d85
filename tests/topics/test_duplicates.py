"""Texts that came before are counted, and learnt once if that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from biterms import LDA, Profile, SettingError, StoreError, TopicModel, Vectoriser, load
from biterms.store import Fields
from biterms.text.duplicates import Seen
from biterms.topics import duplicates
from biterms.topics.duplicates import Incoming, duplicates_state
from biterms.topics.files import fields_of, model_of
from tests.topics.bits import bits, model_bits
from tests.topics.newsroom import news

PAIRS = zip(news(3000)[0], news(3000, seed=1)[0], strict=True)
UNIQUE = list(dict.fromkeys(f"{one}, {other}" for one, other in PAIRS))[:300]
TEXTS = [
    variant
    for place, text in enumerate(UNIQUE)
    for variant in ([text, text.upper() + "!", text] if place % 3 == 0 else [text])
]
REPEATED, EXACT = 200, 100
COUNTS = {"n_texts": 300 + REPEATED, "n_duplicates": REPEATED, "n_exact": EXACT}


def new(mode: str = "once", batch_size: int = 50) -> TopicModel:
    lda = LDA(3, passes=2, batch_size=batch_size, random_state=0)
    return TopicModel(lda, duplicates=mode)  # type: ignore[arg-type]


def counts(model: TopicModel) -> dict[str, int]:
    return {name: value for name, value in model.info().items() if name in COUNTS}


def test_the_texts_are_what_they_should_be() -> None:
    assert (len(UNIQUE), len(TEXTS)) == (300, 300 + REPEATED)


def test_they_are_counted_and_kept() -> None:
    model = new("keep").fit(TEXTS)
    assert counts(model) == COUNTS
    assert model.info()["duplicates"] == "keep"
    assert model.model_.n_docs_ == len(TEXTS)


@pytest.mark.parametrize("learn", ["fit", "update"])
def test_once_is_as_if_there_were_no_duplicates(learn: str) -> None:
    model, plain = new(), new()
    getattr(model, learn)(iter(TEXTS))
    getattr(plain, learn)(UNIQUE)
    assert model_bits(model.model_) == model_bits(plain.model_)
    assert model.text_.to_fields()[0] == plain.text_.to_fields()[0]
    assert [record.text for record in model.sample_.records] == UNIQUE
    assert counts(model) == COUNTS
    assert model.transform(TEXTS).shape == (len(TEXTS), 3)
    assert len(list(model.assign(TEXTS))) == len(TEXTS)


@pytest.mark.parametrize("mode", ["keep", "once"])
def test_update_goes_on_exactly_from_a_file(mode: str, tmp_path: Path) -> None:
    half = 250  # the text of which number 249 is a variant comes before it
    straight, stored = new(mode), new(mode)
    for texts in (TEXTS[:half], TEXTS[half:], TEXTS[:half]):
        straight.update(texts)
        stored.update(texts).save(tmp_path / "model")
        stored = load(tmp_path / "model")
        assert stored.duplicates == mode
        assert bits(stored) == bits(straight)
    assert straight.info()["n_duplicates"] == REPEATED + half


def test_what_waits_is_limited_in_a_stream_of_duplicates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicates, "TEXTS_AT_ONCE", 10)
    monkeypatch.setattr(duplicates, "MOST", 30)
    incoming = Incoming(Seen(), "default", "once")
    sizes, most = [], 0
    for piece in incoming.pieces(iter(UNIQUE[:15] + UNIQUE[:15] * 20), 100):
        sizes.append(len(piece))
        most = max(most, len(incoming.between(0, len(piece))) + len(incoming._hashes))
        incoming.forget(len(piece))
        if not piece:
            incoming.rest()
    assert sizes == [15, *[0] * 9]
    assert most < 100
    model = new().update(UNIQUE[:15] + UNIQUE[:15] * 20)
    assert counts(model) == {"n_texts": 315, "n_duplicates": 300, "n_exact": 300}


def test_an_exception_leaves_what_was_learnt_and_no_more() -> None:
    def broken() -> Iterator[str]:
        yield from TEXTS[:400]
        raise OSError("the disk is gone")

    model = new("once", batch_size=8192 // 2)
    model.update(UNIQUE[:100])
    before = bits(model)
    with pytest.raises(OSError, match="gone"):
        model.update(broken())
    assert bits(model) == before
    model.update(TEXTS)
    assert counts(model) == {name: n + 100 for name, n in COUNTS.items()}


def test_masked_texts_are_the_same_text() -> None:
    texts = [f"order {n} was shipped" for n in range(20)]
    text = Vectoriser(min_df=1, profile=Profile(masks=("numbers",)))
    model = TopicModel(LDA(2, random_state=0), text=text, duplicates="once").fit(texts)
    assert (model.info()["n_duplicates"], model.model_.n_docs_) == (19, 1)
    assert TopicModel(LDA(2, random_state=0)).fit(texts).info()["n_duplicates"] == 0


def test_a_file_holds_two_numbers_for_each_different_text() -> None:
    model = new("keep").fit(UNIQUE)
    settings, arrays = duplicates_state(model.fitted.duplicates.seen, "keep")
    assert settings == {"mode": "keep", "texts": 300, "found": 0, "exact": 0}
    assert sum(map(len, arrays.values())) == 2 * 300


def test_a_file_from_before_knows_no_texts() -> None:
    settings, arrays = fields_of(new("keep").fit(UNIQUE))
    old = {name: array for name, array in arrays.items() if not name.startswith("duplicates")}
    del settings["duplicates"]
    model = model_of(Fields(settings, old))
    assert model.duplicates == "keep"
    assert model.update(UNIQUE).info()["n_duplicates"] == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("duplicates.keys.younger", np.array([3, 2], dtype=np.int64)),
        ("duplicates.keys.older", np.array([0.5])),
        ("duplicates.letters.older", np.zeros((2, 2), dtype=np.int64)),
    ],
)
def test_a_damaged_memory_is_refused(name: str, value: np.ndarray) -> None:
    settings, arrays = fields_of(new("keep").fit(UNIQUE))
    with pytest.raises(StoreError):
        model_of(Fields(settings, arrays | {name: value}))
    settings["duplicates"]["found"] = 301
    with pytest.raises(StoreError):
        model_of(Fields(settings, arrays))


def test_other_modes_are_refused() -> None:
    for learn in ("fit", "update"):
        with pytest.raises(SettingError, match="duplicates='twice': expected 'keep' or 'once'"):
            getattr(new("twice"), learn)(UNIQUE)


def test_counts_have_no_texts_before() -> None:
    model = TopicModel.from_counts([[1, 2], [2, 1]], model=LDA(2))
    assert "n_texts" not in model.info()
