"""Figures of each topic, and which topics are junk: on planted junk and on real topics."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import HDP, LDA, Annealed, SeedWords, SettingError, TopicModel
from biterms.measures.coherence import npmi
from biterms.measures.cooccurrence import Cooccurrence
from biterms.measures.tops import top_words
from biterms.topics.report import report_data
from biterms.topics.stability import in_common, matched
from tests.topics.newsroom import fresh, news


def subjects(n: int, n_subjects: int = 5, seed: int = 0) -> list[str]:
    """Texts of 8 words, of subjects of 60 words each whose frequencies fall as 1 / rank."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, 61)
    draws = rng.choice(60, (n, 8), p=p / p.sum())
    of = rng.integers(0, n_subjects, n)
    return [" ".join(f"s{k}w{w}x" for w in row) for k, row in zip(of, draws, strict=True)]


def scattered(n: int, vocabulary: int, seed: int = 1) -> list[str]:
    """Texts of 8 words drawn alike from words of their own."""
    rows = np.random.default_rng(seed).integers(0, vocabulary, (n, 8))
    return [" ".join(f"r{w}x" for w in row) for row in rows]


def judged(texts: list[str], n_topics: int) -> tuple[TopicModel, dict[str, tuple[str, ...]]]:
    """A model, and the reasons for each topic by its most probable word."""
    model = TopicModel(LDA(n_topics, random_state=0, n_threads=1)).fit(texts)
    reasons = {row.id: row.junk for row in model.quality()}
    probable = model.topics(1, 0, by="probability")
    return model, {topic.words[0].word: reasons[topic.id] for topic in probable}


def test_good_topics_are_not_junk() -> None:
    model, found = judged(subjects(3000), 5)
    assert {word[:2] for word in found} == {"s0", "s1", "s2", "s3", "s4"}
    assert set(found.values()) == {()}
    quality = model.quality()
    assert all(row.coherence > row.chance for row in quality)
    assert all(0.8 < row.sharpness <= 1 for row in quality)
    assert sum(row.documents for row in quality) == pytest.approx(1)
    assert (quality.n_texts, quality.npmi_texts, quality.sampled) == (3000, 3000, 3000)


def test_texts_of_random_words_are_a_topic_of_flat_words() -> None:
    _, found = judged(subjects(3000) + scattered(1000, 300), 6)
    [junk] = [reasons for word, reasons in found.items() if word[0] == "r"]
    assert "flat words" in junk
    assert [reasons for word, reasons in found.items() if word[0] == "s"] == [()] * 5


def test_subjects_that_never_meet_are_together_by_chance() -> None:
    """One topic for all subjects: their words meet as words of all texts do, or less."""
    texts = subjects(3000, 30)
    [row] = TopicModel(LDA(1, random_state=0)).fit(texts).quality()
    assert row.junk == ("words together by chance",)
    assert row.coherence <= row.chance


def test_a_text_that_is_repeated() -> None:
    copies = ["Subscribe to our newsletter and win a weekend in Paris!"] * 300
    _, found = judged(subjects(3000) + copies, 6)
    assert [r for word, r in found.items() if word[:1] != "s" or word == "subscribe"] == [
        ("one text repeated",)
    ]


def test_boilerplate_around_other_texts() -> None:
    """Each text is another one, yet all have the same words."""
    footer = "confidential message intended recipient delete attachment notice sender"
    texts = [f"{footer} {text.split()[0]}" for text in subjects(600, seed=4)]
    _, found = judged(subjects(3000) + texts, 6)
    assert [r for word, r in found.items() if not word[1].isdigit()] == [("one boilerplate",)]


def test_topics_without_texts() -> None:
    model = TopicModel(LDA(40, random_state=0)).fit(subjects(300))
    rows = {row.id: row for row in model.quality()}
    empty = [row for row in rows.values() if "few texts" in row.junk]
    assert empty
    assert all(row.documents * 300 < 5 for row in empty)


@pytest.mark.parametrize(
    ("name", "most"), [("tmn/tmn_titles", 2), ("abc_headlines/abc_headlines", 2)]
)
def test_real_topics_are_not_junk(data_dir: Path, name: str, most: int) -> None:
    with gzip.open(data_dir / f"{name}.jsonl.gz", "rt", encoding="utf8") as file:
        texts = [json.loads(line)["text"] for line in file]
    model = TopicModel(LDA(50, random_state=0)).fit(texts)
    quality = model.quality()
    assert len(quality.junk) <= most
    assert {reason for row in quality for reason in row.junk} <= {"words together by chance"}
    best = sorted(quality, key=lambda row: -row.coherence)[:40]
    assert not any(row.junk for row in best)


@pytest.mark.parametrize("held", [1000, 800])
def test_coherence_is_over_all_texts_of_a_stream_that_was_learnt_from_again(held: int) -> None:
    """Topics are others afterwards, and so are their top words."""
    texts = subjects(900, 6)
    learner = Annealed(held=held, starts=1)
    model = TopicModel(LDA(4, learner=learner, batch_size=50, random_state=0, n_threads=1))
    for at in range(0, 900, 150):
        model.update(texts[at : at + 150])
    left = model.model_.state.held  # type: ignore[attr-defined]
    assert left.replayed > 512 if held > 900 else left is None
    quality, X = model.quality(), model.counts(texts)
    tops = top_words(model.model_.topics_, 10)
    by_hand = npmi(tops, Cooccurrence.from_counts(X, tops))
    found = {row.id: row for row in quality}
    assert {row.n_texts for row in quality} == {900}
    # a word that joined has been in two texts at most before that
    assert [found[k].coherence for k in model.ids_] == pytest.approx(by_hand.tolist(), abs=0.02)


# stability ------------------------------------------------------------------------------------


def test_clear_topics_come_back_with_another_seed() -> None:
    texts = subjects(3000)
    model = TopicModel(LDA(5, random_state=0)).fit(texts)
    found = model.stability(texts)
    assert set(found) == {*model.ids_}
    assert min(found.values()) > 0.95
    shown = model.quality(stability=found)
    assert [row.stability for row in shown] == [found[row.id] for row in shown]
    assert "  stable  label" in repr(shown)


def test_topics_of_noise_do_not() -> None:
    texts = scattered(1500, 200)
    model = TopicModel(LDA(5, random_state=0)).fit(texts)
    assert np.mean([*model.stability(texts).values()]) < 0.7


@pytest.mark.parametrize("model", [LDA(3, random_state=0), HDP(3, random_state=0)])
def test_the_other_seed_has_the_guide_too_when_words_have_joined_and_topics_were_merged(
    model: Any,
) -> None:
    texts = subjects(600, 3)
    guided = TopicModel(model, guide=SeedWords([["s0w0x"], ["s1w0x"]]))
    guided.fit(texts).update([f"{text} volcano" for text in texts[:50]])
    assert {*guided.stability(texts)} == {0, 1, 2}
    assert {*guided.merge_topics([2, 0]).stability(texts)} == {1, 2}


def test_the_best_match_is_one_to_one() -> None:
    one = np.array([[0.5, 0.5, 0.0], [0.4, 0.4, 0.2]])
    other = np.array([[0.5, 0.5, 0.0]])
    common = in_common(one, other)
    assert common == pytest.approx(np.array([[1.0], [0.8]]))
    assert matched(common).tolist() == pytest.approx([1.0, 0.0])
    assert matched(np.array([[0.9, 0.8], [0.8, 0.1]])).tolist() == [0.8, 0.8]


# what is shown --------------------------------------------------------------------------------


def test_the_report_shows_the_figure_over_all_texts() -> None:
    texts = news(400)[0]
    few, all_ = fresh(3, keep=30).fit(texts), fresh(3, keep=400).fit(texts)
    assert few.quality().npmi == all_.quality().npmi
    figures = report_data(few).quality
    assert figures["coherence"] == few.quality().npmi
    assert figures["coherence_texts"] == 400
    assert figures["junk"] == 0
    assert "npmi" not in figures
    assert {shown.quality.n_texts for shown in report_data(few).topics} == {400}


def test_quality_shows_itself() -> None:
    quality = fresh(3).fit(news(400)[0]).quality()
    assert quality.lines()[-2].startswith("coherence ")
    assert "over all 400 texts learnt from; 0 of 3 topics are junk" in quality.lines()[-2]
    assert quality._repr_html_().count("<tr>") == 4
    assert json.loads(json.dumps(quality.to_dicts()))[0]["junk"] == []
    assert list(quality.to_pandas().columns) == list(quality.to_rows()[0])
    assert len(quality[:2]) == 2
    assert quality[0].size >= quality[1].size


def test_without_a_sample_nothing_is_said_of_texts() -> None:
    quality = fresh(3, keep=0).fit(news(400)[0]).quality()
    assert {(row.documents, row.sharpness, row.junk) for row in quality} == {(None, None, ())}
    assert "no texts were kept" in quality.lines()[-1]


def test_hdp_has_figures_of_the_topics_in_use() -> None:
    model = TopicModel(HDP(20, random_state=0)).fit(subjects(1000))
    assert [row.id for row in model.quality()] == [topic.id for topic in model.topics()]


def test_stability_is_that_of_another_seed() -> None:
    texts, _ = news(60)
    first, second = (fresh(random_state=seed).fit(texts) for seed in (1, 2))
    with pytest.raises(SettingError, match="random_state=1: the model has this seed"):
        first.stability(texts, random_state=1)
    common = in_common(first.model_.topics_, second.model_.topics_)
    expected = matched(common)
    assert expected.max() < 1 - 1e-9
    assert [*first.stability(texts).values()] == pytest.approx(expected, abs=1e-12)
