"""Korean: particles are written behind a noun as one word with it, and are no part of its stem."""

from __future__ import annotations

from collections.abc import Sequence

#: Particles by what they follow: a syllable that ends in a consonant, in a vowel, or any.
_AFTER_CONSONANT = """
    으로부터 으로써 으로서 으로는 으로 이라는 이라고 이라도 이나 이며 이랑 은 이 을 과
"""
_AFTER_VOWEL = "로부터 로써 로서 로는 로 라는 라고 라도 나 며 랑 는 가 를 와"
_AFTER_ANY = """
    에서는 에서도 에서의 에서 에게서 에게는 에게 에는 에도 에 께서는 께서 께 한테서 한테 의 도 만
    까지 부터 처럼 보다 마다 조차 밖에 들이 들은 들을 들의 들도 들에게 들 하고
"""
#: They leave one syllable: hardly any noun of two syllables ends like this.
_SAFE = "을 를 은 는 에서 에서는 에는 에게 까지 부터 처럼 보다 으로"
_KINDS = [frozenset(words.split()) for words in (_AFTER_CONSONANT, _AFTER_VOWEL, _AFTER_ANY)]
_PARTICLES = sorted(frozenset().union(*_KINDS), key=lambda particle: (-len(particle), particle))
_SHORT = frozenset(_SAFE.split())
_FIRST, _LAST, _FINALS, _RIEUL = 0xAC00, 0xD7A3, 28, 8


def stems(words: Sequence[str]) -> list[str]:
    """Words without their particles; what is not written in Hangul stays as it is."""
    return [_stem(word) for word in words]


def _stem(word: str) -> str:
    """Particles may follow each other, so the last one goes first, and then again."""
    while (shorter := _without_last(word)) != word:
        word = shorter
    return word


def _without_last(word: str) -> str:
    for particle in _PARTICLES:
        stem = word.removesuffix(particle)
        if stem in (word, "") or not _FIRST <= ord(stem[-1]) <= _LAST:
            continue
        if (len(stem) > 1 or particle in _SHORT) and _fits(stem[-1], particle):
            return stem
    return word


def _fits(syllable: str, particle: str) -> bool:
    final = (ord(syllable) - _FIRST) % _FINALS
    if particle in _KINDS[0]:
        return final > 0
    if particle.startswith("로") and particle in _KINDS[1]:
        return final in (0, _RIEUL)
    return particle not in _KINDS[1] or final == 0
