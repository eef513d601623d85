"""Which languages texts are in, by their scripts and stop words.

Every text has words like *the*, *der* or *que*, which are in the stop lists. A word counts the more
the fewer lists it is in; short lists hold the most frequent words, so theirs count more. How much
of the texts is in each language is found by expectation maximisation over these scores, which
lets texts that could be in two languages go with the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.kernels import Array, Rules
from biterms.text.languages.catalogue import CODES, WITHOUT_SPACES
from biterms.text.languages.stop_lists import stop_words_of
from biterms.text.tokens import tokens_of

#: Texts that are looked at, spread over those that are there.
LOOKED_AT = 1000
#: A language is there if at least this share of the texts is in it.
PRESENT = 0.1
#: Fewer texts with a stop word, fewer different ones, or a smaller share of all words say nothing
#: for sure: texts may repeat each other, and a word may be on another language's list by chance.
_LEAST_TEXTS, _LEAST_DIFFERENT, _LEAST_COVERED = 5, 5, 0.1
_ROUNDS, _SHARPNESS, _CHARACTERS = 30, 2.0, 300
#: Close to another language here, or with short lists: they would be found where they are not.
_NOT_LOOKED_FOR = """
    afrikaans breton croatian galician hausa kurdish latin malay sesotho somali yoruba zulu
"""
_ALONE = 9.0
#: Scripts that one language is written in; Japanese has Chinese signs, too.
_SCRIPTS = {
    "japanese": "\u3040-\u30ff\uff66-\uff9f",
    "chinese": "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f",
    "korean": "\u1100-\u11ff\u3131-\u318e\uac00-\ud7af",
    "thai": "\u0e00-\u0e7f",
    "tamil": "\u0b80-\u0bff",
    "armenian": "\u0530-\u058f",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "bengali": "\u0980-\u09ff",
    "gujarati": "\u0a80-\u0aff",
}


class Found(NamedTuple):
    """The languages of some texts.

    Parameters
    ----------
    shares : dict
        Share of each language among the texts with a stop word or a script that tells, the
        largest first; those below a hundredth are left out.
    texts : int
        Number of texts looked at.
    clear : bool
        Whether the texts say enough, and at least half of them are in the first language.
    """

    shares: dict[str, float]
    texts: int
    clear: bool

    @property
    def main(self) -> str | None:
        """The language of most texts; None if that is not clear."""
        return next(iter(self.shares)) if self.clear else None

    @property
    def present(self) -> tuple[str, ...]:
        """Languages that a tenth of the texts or more are in, the most frequent first."""
        return tuple(name for name, share in self.shares.items() if share >= PRESENT)

    def __str__(self) -> str:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in self.shares.items())
        return f"{shares or 'no known language'} of {self.texts:,} texts"


def languages_of(texts: Sequence[str]) -> Found:
    """Which languages texts are in; the same texts always give the same answer."""
    sample, names = spread(texts, LOOKED_AT), looked_for()
    scores, covered, different = _scores(sample, [stop_words_of(name) for name in names])
    telling = scores.any(axis=1)
    if telling.sum() < _LEAST_TEXTS:
        return Found({}, len(sample), clear=False)
    shares = _shares(scores[telling])
    order = np.argsort(-shares, kind="stable")
    first = int(order[0])
    enough = different[first] >= _LEAST_DIFFERENT and covered[:, first].mean() >= _LEAST_COVERED
    known = {names[i]: float(shares[i]) for i in order if shares[i] >= 0.01}
    return Found(known, len(sample), clear=bool(enough and shares[first] >= 0.5))


def spread(texts: Sequence[str], n: int) -> list[str]:
    """At most ``n`` texts at equal distances, or all if they are fewer; long ones are cut."""
    return [text[:_CHARACTERS] for text in texts[:: max(1, -(-len(texts) // n))]]


def covered_by(texts: Sequence[str], stop_words: frozenset[str]) -> float:
    """The share of the words of texts that are stop words, on average."""
    tokens = tokens_of(texts, Rules())
    known = np.array([word in stop_words for word in tokens.words], dtype=float)
    return float(known[tokens.ids].mean()) if len(tokens.ids) else 0.0


def unspaced_in(texts: Sequence[str]) -> set[str]:
    """The languages without spaces that a tenth of the texts or more are in, by their script."""
    counts = Counter(looked_for()[places[0]] for places in map(_scripts, texts) if places)
    return {name for name in WITHOUT_SPACES if counts[name] >= max(1, PRESENT * len(texts))}


def _scores(texts: Sequence[str], lists: list[frozenset[str]]) -> tuple[Array, Array, Array]:
    """For each text and language: how much speaks for it, and the share of words in its list.

    And for each language the number of different words in its list.
    """
    tokens = tokens_of(texts, Rules())
    place = {word: i for i, word in enumerate(tokens.words)}
    listed = np.zeros((len(place), len(lists)))
    for column, words in enumerate(lists):
        listed[[place[word] for word in place.keys() & words], column] = 1
    rare = np.log(len(lists) / np.maximum(1, listed.sum(axis=1))) + 0.1
    sizes = np.array([len(words) for words in lists]) ** 0.25
    rows = kernels.count(tokens, np.arange(len(place), dtype=np.int32))
    counts = sparse.csr_array((rows[2], rows[1], rows[0]), shape=(len(texts), len(place)))
    scores, n_words = counts @ (listed * rare[:, None] / sizes), np.diff(tokens.ptr)
    covered = (counts @ listed) / np.maximum(1, n_words)[:, None]
    different = listed.sum(axis=0)
    for text, scripts in enumerate(map(_scripts, texts)):
        if scripts:
            scores[text] = covered[text] = 0
            scores[text, scripts] = _ALONE - np.arange(len(scripts))
            covered[text, scripts] = 1
            different[scripts] = _LEAST_DIFFERENT
    return scores, covered, different


def _shares(scores: Array) -> Array:
    likelihood = np.exp(_SHARPNESS * (scores - scores.max(axis=1, keepdims=True)))
    shares = np.full(scores.shape[1], 1 / scores.shape[1])
    for _ in range(_ROUNDS):
        belongs = likelihood * shares
        shares = (belongs / belongs.sum(axis=1, keepdims=True)).mean(axis=0)
    return np.asarray(shares)


def _scripts(text: str) -> list[int]:
    """Places of the languages that the script of a text leaves, the most likely first."""
    if text.isascii():
        return []
    letters = sum(map(str.isalpha, text))
    for name, script in _patterns().items():
        least = 0.1 if name == "japanese" else 0.4
        if len(script.findall(text)) > least * letters:
            names = ["chinese", "japanese"] if name == "chinese" else [name]
            return [looked_for().index(name) for name in names]
    return []


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(f"[{letters}]") for name, letters in _SCRIPTS.items()}


@cache
def looked_for() -> list[str]:
    """The languages that can be found, in order."""
    return sorted({*CODES} - {*_NOT_LOOKED_FOR.split()})
