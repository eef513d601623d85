"""Words as people of each language write them, from the text to the vocabulary."""

from __future__ import annotations

import pytest

from biterms import Vectoriser


def learnt(language: str, *texts: str) -> list[str]:
    return Vectoriser(language=language, min_df=1).fit(texts).get_feature_names_out().tolist()


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("french", "L'homme et d’eau, jusqu'à l'hôpital", ["homme", "eau", "hôpital"]),
        ("french", "aujourd'hui quelqu'un viendra", ["viendra"]),
        ("italian", "dell'arte all'università, un po' d'acqua", ["arte", "università", "acqua"]),
        ("catalan", "l'home beu d'aigua", ["home", "beu", "aigua"]),
        ("english", "l'homme d'accord we're", ["l'homme", "d'accord"]),
        ("turkish", "IŞIK ışık İZMİR'de izmir Türkiye’nin", ["ışık", "izmir", "türkiye"]),
        ("german", "STRASSE Straße Häuser Haus und", ["strasse", "häuser"]),
        ("german", "Fußballweltmeisterschaft der Frauen", ["fußballweltmeisterschaft", "frauen"]),
        ("spanish", "¿Dónde juega el niño? ¡Niños!", ["juega", "niño"]),
        ("portuguese", "A AÇÃO e a ação não", ["ação"]),
        ("arabic", "مُحَمَّد محمد فِي كتـــاب كتاب", ["محمد", "كتاب"]),
        ("hebrew", "שָׁלוֹם שלום שֶׁל", ["שלום"]),
        ("greek", "ΛΌΓΟΣ λόγος ΛΟΓΟΣ και", ["λόγος"]),
        ("russian", "Поезда поезд и ЁЛКА", ["поезда", "ёлка"]),
        ("vietnamese", "Trường học và tru\u031bo\u031b\u0300ng ho\u0323c", ["trường", "học"]),
        ("hindi", "लड़का और लड़के स्कूल में", ["लड़का", "स्कूल"]),
        ("serbian", "Књига knjige је", ["књига"]),
        ("thai", "น้ำท่วมภาคใต้", ["น้ำท่วม", "ภาคใต้"]),
        ("persian", "کتاب‌ها و این", ["کتابها"]),
    ],
)
def test_words_are_the_same_however_they_are_written(
    language: str, text: str, expected: list[str]
) -> None:
    assert learnt(language, text) == expected


def test_a_name_with_an_apostrophe_is_no_elision() -> None:
    assert learnt("french", "O'Brien rock'n'roll") == ["o'brien", "rock'n'roll"]


def test_a_word_is_found_as_it_is_written() -> None:
    text = Vectoriser(language="french", min_df=1).fit(["l'homme rit"])
    assert text.column("d'Homme") == text.column("homme") == 0
