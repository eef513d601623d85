"""Finding the languages of texts."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest

from biterms.text.languages.detect import languages_of, looked_for, spread
from tests.text.languages.samples import sentences

SENTENCES = sentences()


@pytest.mark.parametrize("language", SENTENCES)
def test_half_a_dozen_sentences_are_enough(language: str) -> None:
    found = languages_of(SENTENCES[language])
    assert language in looked_for()
    assert found.main == language
    assert found.shares[language] > 0.7


def test_texts_are_looked_at_from_the_first_to_the_last() -> None:
    for n in (1, 7, 999, 1000, 1001, 1999, 20_000):
        looked = [int(text) for text in spread([str(i) for i in range(n)], 1000)]
        assert len(looked) <= 1000
        assert looked[0] == 0
        assert looked[-1] >= n - 20
    halves = SENTENCES["german"] * 166 + SENTENCES["french"] * 166
    assert {*languages_of(halves).present} == {"german", "french"}


def test_shares_of_a_mixture() -> None:
    texts = SENTENCES["german"] * 6 + SENTENCES["spanish"] * 3 + SENTENCES["japanese"][:6]
    found = languages_of(texts)
    assert found.present == ("german", "spanish", "japanese")
    assert found.shares["german"] == pytest.approx(0.6, abs=0.05)
    assert found.shares["spanish"] == pytest.approx(0.3, abs=0.05)
    assert found == languages_of(texts)
    assert str(found).startswith("german 6")


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""] * 20,
        ["the"] * 3,
        ["x1-300 b7 4000 kg", "ACME 17", "rtx4090 ssd"] * 20,
        ["goal keeper", "football stadium tickets", "transfer market"] * 20,
        ["ships cross the sea", "boats cross seas", "cats chase mice"] * 9,
        SENTENCES["german"] + SENTENCES["french"] + SENTENCES["polish"],
    ],
)
def test_what_says_too_little_is_not_clear(texts: list[str]) -> None:
    assert languages_of(texts).main is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("abc_headlines/abc_headlines", "english"),
        ("congress_tweets/congress_tweets", "english"),
        ("stackoverflow/stackoverflow_titles", "english"),
        ("tmn/tmn_titles", "english"),
        ("search_snippets/search_snippets", None),  # without stop words
    ],
)
def test_real_collections(data_dir: Path, name: str, expected: str | None) -> None:
    assert languages_of([text for text, _ in real(data_dir, name)]).main == expected


def test_tweets_from_several_countries(data_dir: Path) -> None:
    tweets = [*real(data_dir, "crisislex_t26/crisislex_t26", 30_000)]

    def of(crisis: str) -> str | None:
        return languages_of([text for text, label in tweets if crisis in label]).main

    assert of("Sardinia") == of("Italy") == "italian"
    assert of("Venezuela") == of("Guatemala") == "spanish"
    assert of("Brazil") == "portuguese"
    assert of("Colorado") == of("Queensland") == "english"


def real(data_dir: Path, name: str, n: int = 3000) -> list[tuple[str, str]]:
    with gzip.open(data_dir / f"{name}.jsonl.gz", "rt", encoding="utf8") as file:
        records = [json.loads(line) for line in islice(file, n)]
    return [(record["text"], record["label"]) for record in records]
