"""How phrases of labels are written in the texts of the sample."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from biterms.text.analyser import Analyser
from biterms.text.readers import Record
from biterms.topics.neighbours import Phrase
from biterms.topics.sampled_words import SampledWords
from biterms.topics.texts import plain

#: what stands between words that are no phrase: "rain, wind", "health: care"
PARTING = re.compile(r"[,;:|&/!?]|\s[-–—]+\s")


class Text(NamedTuple):
    """A text, where it begins among the words of all texts, and its surface forms."""

    text: str
    begin: int
    forms: list[str]

    def phrase(self, at: int, length: int) -> str:
        """The words from a place on, with commas between them where the text parts them."""
        words = self.forms[at - self.begin : at - self.begin + length]
        phrase = " ".join(words)
        if phrase in self.text:
            return phrase
        found = re.search(r"(\W*)".join(map(re.escape, words)), self.text)
        gaps = found.groups() if found else ()
        parted = [", " if PARTING.search(gap) else " " for gap in gaps] or [" "] * length
        return words[0] + "".join(chain.from_iterable(zip(parted, words[1:], strict=False)))


class WrittenTexts(NamedTuple):
    """The texts of a sample, what cuts them into words, and their words.

    Parameters
    ----------
    analyser : Analyser
        Gives the surface forms of texts.
    texts : list of str or Record
        The texts.
    sampled : SampledWords
        The same as places of keys.
    """

    analyser: Analyser
    texts: list[str | Record]
    sampled: SampledWords

    def read(self, numbers: Sequence[int]) -> dict[int, Text]:
        """Some documents, given by their numbers."""
        at = np.searchsorted(self.sampled.documents, numbers).tolist()
        texts = plain([self.texts[i] for i in at])
        begins = self.sampled.tokens.ptr[at].tolist()
        ptr, ids, words = self.analyser.tokens(texts)
        rows = zip(numbers, texts, begins, pairwise(ptr.tolist()), strict=True)
        return {
            number: Text(text.lower(), begin, [words[i] for i in ids[here:end].tolist()])
            for number, text, begin, (here, end) in rows
        }


class PhraseForms(NamedTuple):
    """How the texts of a sample write phrases, remembered from one look at a model to the next.

    A word alone is shown as it is mostly written, but that need not be how it is mostly written
    in a phrase: "state", and "united states".

    Parameters
    ----------
    written : mapping of tuple of int to mapping of int to str
        How each document that has a phrase, which is given as places of keys, writes it for the
        last time; by the number of the document, ascending.
    """

    written: Mapping[Phrase, Mapping[int, str]]

    def after(self, having: Mapping[Phrase, Mapping[int, int]], texts: WrittenTexts) -> PhraseForms:
        """The same for other phrases and texts; those that were read before are not read again.

        Parameters
        ----------
        having : mapping of tuple of int to mapping of int to int
            Of each phrase the documents that have it, and the place of its first word.
        texts : WrittenTexts
            The sample.
        """
        written = {
            phrase: _known(self.written.get(phrase, {}), found) for phrase, found in having.items()
        }
        new = {
            phrase: [at for at, form in forms.items() if not form]
            for phrase, forms in written.items()
        }
        read = texts.read(sorted({*chain.from_iterable(new.values())}))
        for phrase, numbers in new.items():
            for number in numbers:
                at = having[phrase][number]
                written[phrase][number] = read[number].phrase(at, len(phrase))
        return PhraseForms(written)

    def most_frequent(self, phrase: Phrase) -> str:
        """How most texts write a phrase, of equally frequent forms the first; "" if none does."""
        forms = [*self.written[phrase].values()]
        if len({*forms}) > 1:
            return Counter(forms).most_common(1)[0][0]
        return forms[0] if forms else ""


def _known(forms: Mapping[int, str], numbers: Iterable[int]) -> dict[int, str]:
    """The forms of documents, "" for those that have not been read."""
    return {number: forms.get(number, "") for number in numbers}
