"""Languages: lists of stop words, finding the language, and cutting texts without spaces.

python benchmarks/languages.py            everything that is installed (a minute)
python benchmarks/languages.py --only detection

The peers are no part of any extra; what is not there is left out:
pip install stop-words many-stop-words py3langid langdetect django djangorestframework \\
    django-allauth wtforms icu4py janome tinysegmenter3

Texts whose language is known are messages of translated programs, with three words or more. Those
of Django were looked at while the detector was made; those of the other programs were not.
Sentences cut by hand are those of the tests; how well a segmenter does is the F1 of its words. The
last eight of each language were added after the first had been scored, and are shown apart.
"""

from __future__ import annotations

import argparse
import gettext
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from report import Section

from biterms.text.languages.catalogue import CODES, language_of_list, stemmers
from biterms.text.languages.detect import languages_of, looked_for
from biterms.text.languages.korean import stems
from biterms.text.languages.segment import words_of

SENTENCES = Path(__file__).resolve().parents[1] / "tests" / "text" / "languages" / "segmented"
LOCALES = {"norwegian": "nb", "portuguese": "pt_BR", "serbian": "sr_Latn", "chinese": "zh_Hans"}
MARKUP = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^}]*\}|<[^>]+>|&\w+;|“[^”]*”")
SIZES, DRAWS = (10, 30, 100), 5
PARTS = (slice(None), slice(24), slice(24, None))
Cut = Callable[[str], list[str]]


def lists() -> Section:
    """How many of the languages with a stemmer have a list in each package."""
    languages = {language_of_list(name) for name in stemmers()}
    rows = []
    for package, module, known in (
        ("stopwordsiso", "stopwordsiso", lambda m: m.langs()),
        ("stop-words", "stop_words", lambda m: {*m.LANGUAGE_MAPPING, "no"}),
        ("many-stop-words", "many_stop_words", lambda m: m.available_languages),
    ):
        if find_spec(module) is not None:
            codes = {*known(__import__(module))}
            missing = sorted(name for name in languages if CODES[name] not in codes)
            n = str(len(languages) - len(missing))
            rows.append([package, size(package), n, ", ".join(missing)])
    return Section(
        f"stop words of the {len(languages)} languages with a stemmer",
        ["library", "kB", "languages", "missing"],
        rows,
    )


def detection(programs: tuple[str, ...], title: str) -> Section:
    """Share of samples whose language is found, by the number of texts in a sample."""
    texts = {name: found for name in looked_for() if len(found := messages(name, programs)) >= 30}
    finders = detectors([*looked_for()])
    rows = [[name, size(name), *shares(find, texts)] for name, find in finders.items()]
    known = ", ".join(sorted(texts))
    notes = [f"{DRAWS} samples of each size in each of {len(texts)} languages: {known}"]
    return Section(
        f"finding the language: {title}", ["library", "kB", *map(str, SIZES)], rows, notes=notes
    )


def segmentation() -> Section:
    """F1 of words in sentences cut by hand."""
    rows = [
        [language, name, size(package), *(f"{word_f1(language, cut, part):.3f}" for part in PARTS)]
        for language, name, package, cut in sorted(segmenters(), key=lambda row: row[:2])
    ]
    rows.append(["korean", "particles", "0", *(f"{korean_f1(part):.3f}" for part in PARTS)])
    notes = ["korean: F1 of the nouns that have a particle; without taking particles off it is 0"]
    return Section(
        "words without spaces", ["set", "library", "kB", "all", "first", "added"], rows, notes=notes
    )


def messages(language: str, programs: tuple[str, ...]) -> list[str]:
    """Messages of programs in a language."""
    specs = [spec for name in programs if (spec := find_spec(name)) is not None]
    roots = [Path(str(spec.origin)).parent for spec in specs]
    locale, found = LOCALES.get(language, CODES[language]), set()
    source = "de" if language == "english" else locale
    for file in sorted(mo for root in roots for mo in root.rglob(f"{source}/LC_MESSAGES/*.mo")):
        with file.open("rb") as opened:
            catalogue: dict[Any, str] = gettext.GNUTranslations(opened)._catalog  # type: ignore[attr-defined]
        for key, value in catalogue.items():
            original = key[0] if isinstance(key, tuple) else key
            text = original if language == "english" else value
            if original and isinstance(text, str) and (text != original or language == "english"):
                found.add(" ".join(MARKUP.sub(" ", text).split()))
    spaceless = language in ("chinese", "japanese", "thai")
    return sorted(text for text in found if spaceless or len(text.split()) >= 3)


def detectors(candidates: list[str]) -> dict[str, Callable[[list[str]], str | None]]:
    """What finds the language of some texts together."""
    names = {code: name for name, code in CODES.items()} | {
        "nb": "norwegian",
        "nn": "norwegian",
        "zh-cn": "chinese",
    }
    found: dict[str, Callable[[list[str]], str | None]] = {
        "biterms": lambda texts: next(iter(languages_of(texts).shares), None)
    }
    if find_spec("py3langid") is not None:
        import py3langid

        trained = {code for code, *_ in py3langid.rank("")}
        codes = {CODES[name] for name in candidates} | {"nb", "nn"}
        py3langid.set_languages(sorted(codes & trained))
        found["py3langid"] = lambda texts: names.get(py3langid.classify("\n".join(texts))[0])
    if find_spec("langdetect") is not None:
        import langdetect

        langdetect.DetectorFactory.seed = 0
        found["langdetect"] = lambda texts: names.get(langdetect.detect("\n".join(texts)))
    return found


def shares(find: Callable[[list[str]], str | None], texts: dict[str, list[str]]) -> Iterator[str]:
    for n in SIZES:
        draw = random.Random(n)
        drawn = [
            (name, draw.sample(found, min(n, len(found))))
            for name, found in texts.items()
            for _ in range(DRAWS)
        ]
        yield f"{sum(find(sample) == name for name, sample in drawn) / len(drawn):.3f}"


def segmenters() -> Iterator[tuple[str, str, str, Cut]]:
    """Language, name, package and function of what is installed."""
    packages = {"chinese": "rjieba", "japanese": "SudachiPy", "thai": "newmm-tokenizer"}
    for language, package in packages.items():
        yield language, f"{package} (ours)", package, partial(ours, language)
        if find_spec("icu4py") is not None:
            from icu4py.breakers import WordBreaker

            yield language, "ICU", "icu4py", lambda text: list(WordBreaker(text, "ja"))
    if find_spec("janome") is not None:
        from janome.tokenizer import Tokenizer

        janome = Tokenizer()
        yield "japanese", "Janome", "janome", lambda text: list(janome.tokenize(text, wakati=True))
    if find_spec("tinysegmenter") is not None:
        from tinysegmenter import tokenize

        yield "japanese", "TinySegmenter", "tinysegmenter3", lambda text: list(tokenize(text))


def ours(language: str, text: str) -> list[str]:
    return [word for word, _ in words_of(text, language)]


def sentences(language: str) -> list[str]:
    return (SENTENCES / f"{language}.txt").read_text(encoding="utf8").splitlines()


def word_f1(language: str, cut: Cut, part: slice) -> float:
    right = given = expected = 0
    for line in sentences(language)[part]:
        true, found = places(line.split()), places(cut("".join(line.split())))
        right, given, expected = right + len(true & found), given + len(found), expected + len(true)
    return 2 * right / (given + expected)


def places(words: list[str]) -> set[tuple[int, int]]:
    ends = [sum(map(len, words[: i + 1])) for i in range(len(words))]
    return {(end - len(word), end) for word, end in zip(words, ends, strict=True)}


def korean_f1(part: slice) -> float:
    """Of words without their particles."""
    words = [word for line in sentences("korean")[part] for word in line.split()]
    found = stems([word.replace("+", "") for word in words])
    pairs = [
        (word.split("+")[0], word.replace("+", ""), stem)
        for word, stem in zip(words, found, strict=True)
    ]
    right = sum(noun == stem for noun, whole, stem in pairs if noun != whole)
    given = sum(stem != whole for _, whole, stem in pairs)
    return 2 * right / (given + sum(noun != whole for noun, whole, _ in pairs))


def size(package: str) -> str:
    """Kilobytes of a package on disk, with its dictionary."""
    if package == "biterms":
        return "0"  # the lists of stop words are there anyway
    names = [package, "SudachiDict-small"] if package == "SudachiPy" else [package]
    try:
        files = [file for name in names for file in distribution(name).files or ()]
    except PackageNotFoundError:
        return "-"
    paths = [Path(str(file.locate())) for file in files if "__pycache__" not in str(file)]
    return f"{sum(path.stat().st_size for path in paths if path.is_file()) // 1000:,}"


OTHERS = ("rest_framework", "allauth", "wtforms")
SECTIONS: dict[str, Callable[[], Section]] = {
    "lists": lists,
    "detection": partial(detection, OTHERS, "texts not looked at before"),
    "chosen": partial(detection, ("django",), "the texts that settings were chosen on"),
    "segmentation": segmentation,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--only", choices=SECTIONS)
    only = parser.parse_args().only
    for name in [only] if only else SECTIONS:
        print(SECTIONS[name]().show())
