"""Sentences whose language is known, and sentences cut into words, all written by hand."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
CUT = ("chinese", "japanese", "thai")


def cut_by_hand(language: str) -> list[str]:
    """Sentences with spaces between words; Korean ones have a plus before particles."""
    return (HERE / "segmented" / f"{language}.txt").read_text(encoding="utf8").splitlines()


def sentences() -> dict[str, list[str]]:
    """Sentences of each language as people write them."""
    found: dict[str, list[str]] = {}
    for line in (HERE / "sentences.tsv").read_text(encoding="utf8").splitlines():
        language, sentence = line.split("\t")
        found.setdefault(language, []).append(sentence)
    found |= {name: [line.replace(" ", "") for line in cut_by_hand(name)] for name in CUT}
    return found | {"korean": [line.replace("+", "") for line in cut_by_hand("korean")]}
