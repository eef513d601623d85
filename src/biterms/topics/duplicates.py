"""Texts on their way into a model, compared with those that came before.

They are looked at when they are read, which may be long before they are learnt from; what is
remembered of them is of the moment of the posterior, as everything else is (`Piece`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, compress
from typing import Any, Literal, cast

import numpy as np

from biterms.errors import SettingError, StoreError
from biterms.kernels import Array
from biterms.store import Fields
from biterms.text.analyser import Analyser
from biterms.text.cleaning import Profile, check_profile, profile_of
from biterms.text.duplicates import HALF, NONE, Hashes, Memory, Seen, hashes_of
from biterms.text.readers import Record
from biterms.topics.prepared import UNPREPARED, Prepared
from biterms.topics.texts import TEXTS_AT_ONCE, lists, plain

Mode = Literal["keep", "once"]
#: duplicates that may come before a piece is full
MOST = 1 << 18
HALVES = ("older", "younger")


class Duplicates:
    """What a model knows of the texts it was given, replaced all at once."""

    def __init__(self, seen: Seen | None = None) -> None:
        self.seen = Seen() if seen is None else seen

    def take(self, seen: Seen) -> None:
        """Be what `Seen.after` gave; taking it again changes nothing more."""
        self.seen = seen


class Incoming:
    """Texts that are handed on one by one, all of them or each once.

    Parameters
    ----------
    seen : Seen
        The texts before.
    profile : str or Profile
        How they are cleaned.
    mode : {"keep", "once"}
        Whether duplicates are handed on.
    analyser : Analyser, optional
        How they are cut into words, if that is known.
    ahead : Prepared, optional
        The first of them, if they have been prepared before.
    """

    def __init__(
        self,
        seen: Seen,
        profile: str | Profile,
        mode: Mode,
        analyser: Analyser | None = None,
        ahead: Prepared = UNPREPARED,
    ) -> None:
        check_mode(mode)
        check_profile(profile)
        self.seen, self.profile = seen, profile_of(profile)
        self.once = mode == "once"
        self._analyser, self._ahead = analyser, ahead
        self._hashes, self._ends = NONE, np.empty(0, dtype=np.int64)
        self._lines: list[str | None] = []

    def watch(self, texts: Iterable[str | Record]) -> Iterator[str | Record]:
        """The texts as they come, for `fit`: ``seen`` is what is known when they have ended."""
        return chain.from_iterable(self._watched(texts))

    def _watched(self, texts: Iterable[str | Record]) -> Iterator[list[str | Record]]:
        for chunk in lists(texts, TEXTS_AT_ONCE):
            self.seen, fresh = self.seen.after(hashes_of(plain(chunk), self.profile))
            yield self._once(chunk, fresh)

    def pieces(self, texts: Iterable[str | Record], size: int) -> Iterator[list[str | Record]]:
        """Lists of ``size`` texts that are handed on.

        A list is shorter, or empty, when it would take too many duplicates to fill it: they are
        remembered up to then.
        """
        waiting: list[str | Record] = []
        for chunk, prepared, handed in self._chunks(texts):
            ends = len(self._hashes) + np.flatnonzero(handed) + 1
            self._ends = np.concatenate([self._ends, ends])
            self._hashes = self._hashes.joined(prepared.hashes)
            self._lines += self._once(prepared.lines, handed)
            waiting += self._once(chunk, handed)
            while len(waiting) >= size:
                yield waiting[:size]
                waiting = waiting[size:]
            if len(self._hashes) - len(self._ends) >= MOST:
                yield waiting
                waiting = []
        if waiting:
            yield waiting

    def _chunks(
        self, texts: Iterable[str | Record]
    ) -> Iterator[tuple[list[str | Record], Prepared, Array]]:
        """Some texts, the same prepared, and which of them are handed on.

        Whether texts came before is looked up here only if it decides on that.
        """
        for chunk in lists(texts, TEXTS_AT_ONCE):
            prepared, handed = self._prepared(plain(chunk)), np.ones(len(chunk), dtype=bool)
            if self.once:
                self.seen, handed = self.seen.after(prepared.hashes)
            yield chunk, prepared, handed

    def _once(self, some: list[Any], handed: Array) -> list[Any]:
        return list(compress(some, handed.tolist())) if self.once else some

    def _prepared(self, texts: list[str]) -> Prepared:
        """Texts that were prepared ahead of time, if these are the next ones of them."""
        known, self._ahead = self._ahead.split(len(texts))
        if known.texts == texts:
            return known
        return Prepared.of(texts, self.profile, self._analyser)

    def lines(self, n: int) -> list[str] | None:
        """The next ``n`` texts that were handed on, ready to be cut; None if not all are."""
        some = self._lines[:n]
        return None if None in some else cast("list[str]", some)

    def between(self, begin: int, end: int) -> Hashes:
        """What came with the texts that were handed on, from ``begin`` to ``end``."""
        ends = np.concatenate([[0], self._ends])
        return self._hashes[int(ends[begin]) : int(ends[end])]

    def forget(self, n: int) -> None:
        """The first ``n`` texts that were handed on have been learnt from."""
        at = int(self._ends[n - 1]) if n else 0
        self._hashes, self._ends = self._hashes[at:], self._ends[n:] - at
        self._lines = self._lines[n:]

    def rest(self) -> Hashes:
        """What came after the last text that was handed on; it is forgotten here."""
        rest, self._hashes = self._hashes, NONE
        return rest


def check_mode(mode: Any) -> None:
    """Refuse what `duplicates` cannot be."""
    if mode not in ("keep", "once"):
        raise SettingError(f"duplicates={mode!r:.40}: expected 'keep' or 'once'")


def facts_of_duplicates(seen: Seen, mode: Mode) -> dict[str, Any]:
    """For `info`; nothing for a model that was given no texts."""
    if not seen.texts:
        return {}
    counts = {"n_texts": seen.texts, "n_duplicates": seen.duplicates, "n_exact": seen.exact}
    return counts | {"duplicates": mode}


def duplicates_state(seen: Seen, mode: Mode) -> tuple[dict[str, Any], dict[str, Array]]:
    """Numbers and arrays for a model file."""
    settings = {"mode": mode, "texts": seen.texts, "found": seen.duplicates, "exact": seen.exact}
    memories = {"keys": seen.keys, "letters": seen.letters}
    arrays = {
        f"duplicates.{name}.{half}": numbers
        for name, memory in memories.items()
        for half, numbers in zip(HALVES, memory.halves(), strict=True)
    }
    return settings, arrays


def duplicates_from_state(kept: Fields) -> tuple[Seen, Mode]:
    """What `duplicates_state` gave; nothing in files that were written before there was any."""
    if "duplicates" not in kept.settings:
        return Seen(), "keep"
    numbers = kept.part("duplicates")
    mode: Any = numbers.text("mode")
    check_mode(mode)
    texts = numbers.whole("texts")
    found = numbers.whole("found", most=texts)
    exact = numbers.whole("exact", most=found)
    return Seen(texts, found, exact, _memory(kept, "keys"), _memory(kept, "letters")), mode


def _memory(kept: Fields, name: str) -> Memory:
    halves = [kept.array(f"duplicates.{name}.{half}", (None,), np.int64) for half in HALVES]
    for half in halves:
        if len(half) > HALF or not (half[:-1] < half[1:]).all():
            raise StoreError("the hashes of its texts are not sorted, or too many")
    return Memory(*halves)
