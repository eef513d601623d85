"""How phrases of labels are written in the texts of the sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from biterms.text.analyser import Analyser
from biterms.text.readers import Record
from biterms.topics.neighbours import Phrase
from biterms.topics.sample import Entry
from biterms.topics.sampled_words import SampledWords


class WrittenTexts(NamedTuple):
    """The texts of a sample, what cuts them into words, and their words.

    Parameters
    ----------
    analyser : Analyser
        Gives the surface forms of texts.
    entries : sequence of Entry
        The texts.
    sampled : SampledWords
        The same as places of keys.
    """

    analyser: Analyser
    entries: Sequence[Entry]
    sampled: SampledWords

    def read(self, numbers: Sequence[int]) -> dict[int, tuple[int, list[str]]]:
        """Where some documents begin among the words of all texts, and their surface forms."""
        at = np.searchsorted(self.sampled.documents, numbers).tolist()
        chosen = (self.entries[i][0] for i in at)
        texts = [text.text if isinstance(text, Record) else text for text in chosen]
        begins = self.sampled.tokens.ptr[at].tolist()
        ptr, ids, words = self.analyser.tokens(texts)
        rows = zip(numbers, begins, pairwise(ptr.tolist()), strict=True)
        return {
            number: (begin, [words[i] for i in ids[here:end].tolist()])
            for number, begin, (here, end) in rows
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
                begin, forms = read[number]
                at = having[phrase][number] - begin
                written[phrase][number] = " ".join(forms[at : at + len(phrase)])
        return PhraseForms(written)

    def most_frequent(self, phrase: Phrase) -> str:
        """How most texts write a phrase, of equally frequent forms the first; "" if none does."""
        forms = Counter(self.written[phrase].values()).most_common(1)
        return forms[0][0] if forms else ""


def _known(forms: Mapping[int, str], numbers: Iterable[int]) -> dict[int, str]:
    """The forms of documents, "" for those that have not been read."""
    return {number: forms.get(number, "") for number in numbers}
