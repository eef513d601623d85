"""Texts made ready to be compared with others and to be cut into words.

This depends on the texts alone, not on what has been learnt. So it can be done ahead of time, as a
stream does in another thread while the model learns from the texts before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from biterms.text.analyser import Analyser
from biterms.text.cleaning import Profile, cleaned, lines_of
from biterms.text.duplicates import NONE, Hashes, hashes_of_lines
from biterms.text.hooks import NO_HOOKS
from biterms.text.tokens import simple_lines


class Prepared(NamedTuple):
    """Texts, ready to be learnt from.

    Parameters
    ----------
    texts : list of str
        The texts.
    hashes : Hashes
        What they are compared with others by.
    lines : list of str or None
        What `Analyser.cut` takes, a line for each text; None where it is not known yet how words
        are cut, or where functions of the user have a say in it.
    """

    texts: list[str]
    hashes: Hashes
    lines: list[str | None]

    @classmethod
    def of(cls, texts: list[str], profile: Profile, analyser: Analyser | None) -> Prepared:
        """Prepare texts.

        Parameters
        ----------
        texts : list of str
            The texts.
        profile : Profile
            How they are cleaned.
        analyser : Analyser, optional
            How they are cut into words.

        Returns
        -------
        Prepared
        """
        n = len(texts)
        if not n:
            return UNPREPARED
        lines = lines_of(texts)
        bare = cleaned(lines, profile)
        simple = simple_lines(bare)
        hashes, ready = hashes_of_lines(lines, simple, n), list[str | None]([None]) * n
        if analyser is not None and analyser.hooks == NO_HOOKS and analyser.profile == profile:
            own = analyser.respelt(bare)
            ready = list[str | None]((simple if own is bare else simple_lines(own)).split("\n"))
        return cls(texts, hashes, ready)

    @classmethod
    def joined(cls, parts: Sequence[Prepared]) -> Prepared:
        """All of some parts, one after the other."""
        if len(parts) == 1:
            return parts[0]
        texts = list(chain.from_iterable(part.texts for part in parts))
        lines = list(chain.from_iterable(part.lines for part in parts))
        return cls(texts, Hashes.joined(*(part.hashes for part in parts)), lines)

    def split(self, n: int) -> tuple[Prepared, Prepared]:
        """The first ``n`` texts, and the others."""
        one, other = slice(n), slice(n, None)
        return (
            Prepared(self.texts[one], self.hashes[one], self.lines[one]),
            Prepared(self.texts[other], self.hashes[other], self.lines[other]),
        )


UNPREPARED = Prepared([], NONE, [])
