"""Words of languages without spaces, against sentences cut by hand."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from biterms import TopicModel, Vectoriser, load
from biterms.errors import MissingExtra
from biterms.text.languages import segment
from biterms.text.languages.korean import stems
from biterms.text.languages.segment import segmented, segmenter, words_of
from biterms.text.languages.stored import restored_segmenters
from tests.text.languages.samples import CUT, cut_by_hand

#: A little below what `python benchmarks/languages.py --only segmentation` prints.
LEAST = {"chinese": 0.82, "japanese": 0.97, "thai": 0.87}


def places(words: list[str]) -> set[tuple[int, int]]:
    ends = [sum(map(len, words[: i + 1])) for i in range(len(words))]
    return {(end - len(word), end) for word, end in zip(words, ends, strict=True)}


@pytest.mark.parametrize("language", CUT)
def test_words_are_those_cut_by_hand(language: str) -> None:
    right = given = expected = 0
    for line in cut_by_hand(language):
        found = [word for word, _ in words_of("".join(line.split()), language)]
        assert "".join(found) == "".join(line.split())
        true, cut = places(line.split()), places(found)
        right, given, expected = right + len(true & cut), given + len(cut), expected + len(true)
    assert len(cut_by_hand(language)) >= 20
    assert 2 * right / (given + expected) > LEAST[language]


def test_particles_of_korean_are_taken_off() -> None:
    words = [word for line in cut_by_hand("korean") for word in line.split()]
    found = stems([word.replace("+", "") for word in words])
    right = sum(
        word.split("+")[0] == stem for word, stem in zip(words, found, strict=True) if "+" in word
    )
    changed = sum(word != stem for word, stem in zip(words, found, strict=True) if "+" not in word)
    assert right > 0.8 * sum("+" in word for word in words)
    assert changed <= 1
    text = Vectoriser(language="korean", min_df=1).fit(["은행이 금리를", "은행은 금리가 iPhone이"])
    assert list(text.vocabulary_) == ["은행", "금리", "iphone이"]


def test_only_runs_of_these_letters_are_cut() -> None:
    [found] = segmented(["iPhone買った！ café 한국어 ไทย"], ("japanese",), tags=False)
    assert found.split() == ["iPhone", "買う", "た", "！", "café", "한국어", "ไทย"]
    assert segmented(["漢字"], (), tags=False) == ["漢字"]


def test_chinese_and_japanese_in_one_collection_are_told_apart() -> None:
    texts = ["客服没有回复", "電車が遅れて", "ฝนตกหนัก"]
    found = segmented(texts, ("chinese", "japanese", "thai"), tags=False)
    assert [text.split() for text in found] == [
        ["客服", "没有", "回复"],
        ["電車", "が", "遅れる", "て"],
        ["ฝน", "ตกหนัก"],
    ]


def test_tags_stay_whole_if_they_are_words() -> None:
    texts = ["#東京マラソン 東京マラソン @山田太郎"]
    kept = Vectoriser(language="japanese", min_df=1, tags=True).fit(texts)
    assert [*kept.vocabulary_] == ["#東京マラソン", "東京", "マラソン", "@山田太郎"]
    cut = Vectoriser(language="japanese", min_df=1).fit(texts)
    assert [*cut.vocabulary_] == ["東京", "マラソン", "山田", "太郎"]


def test_a_word_is_found_in_any_of_its_forms() -> None:
    text = Vectoriser(language="japanese", min_df=1).fit(["雨が降っています", "雪が降る"])
    assert text.get_feature_names_out().tolist() == ["雨", "降る", "雪"]
    assert text.column("降った") == text.column("降る") == 1
    assert text.key("日本銀行") == "日本銀行"


def test_long_runs_and_many_threads_do_no_harm() -> None:
    long = "東京で雨が降る" * 3000
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: segmented([long[n:]], ("japanese",), tags=False), range(8)))
    assert "".join(found[0][0].split()).startswith("東京で雨が降る")
    assert found[0] == segmented([long], ("japanese",), tags=False)


def test_a_missing_segmenter_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(segment._PACKAGES, "thai", "no-such-package")
    with pytest.raises(MissingExtra, match=re.escape("pip install 'biterms[thai]'")):
        Vectoriser(language="thai", min_df=1).fit(["ฝนตกหนัก"])


def test_what_cut_the_words_is_kept_with_the_model(tmp_path: object) -> None:
    texts = ["".join(line.split()) for line in cut_by_hand("chinese")] * 3
    model = TopicModel(text=Vectoriser(language="chinese")).fit(texts)
    assert f"chinese, chinese cut by {segmenter('chinese')}" == model.info()["language"]
    model.save(f"{tmp_path}/model")
    again = load(f"{tmp_path}/model")
    assert again.info()["language"] == model.info()["language"]
    assert (again.transform(texts) == model.transform(texts)).all()


def test_another_version_of_a_segmenter_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="cut by rjieba 0.0.1, and rjieba .* is installed"):
        restored_segmenters({"segmenters": {"chinese": "rjieba 0.0.1"}})
