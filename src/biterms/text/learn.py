"""Learning the words of texts, and exchanging them in a stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array, Rules, Tokens
from biterms.store.space import IN_MEMORY, Space
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks
from biterms.text.cleaning import profile_of
from biterms.text.collocations import LEAST_TEXTS
from biterms.text.counted import n_texts
from biterms.text.find_phrases import Collection, pairs_of
from biterms.text.hooks import Hooks
from biterms.text.kept import KeptTexts
from biterms.text.languages.choice import choose, warn_of_others
from biterms.text.phrase_growth import Limits, phrases_due, with_phrases
from biterms.text.phrases import Keys, Phrases
from biterms.text.scikit_words import ScikitWords
from biterms.text.stop_words import read_stop_words
from biterms.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from biterms.text.vectoriser import Vectoriser

#: With ``prune`` a document counts half as much after HALF_LIFE times ``max_words`` documents.
HALF_LIFE = 10


def analyser_of(settings: Vectoriser, texts: Sequence[str]) -> Analyser:
    """Cleaning, tokeniser, stop words and stemmer, for texts that begin with these."""
    rules = Rules(bool(settings.tags), bool(settings.urls), bool(settings.numbers))
    choice = choose(settings.language, texts)
    stop_words = read_stop_words(settings.stop_words, choice.spoken)
    if settings.language != "auto" and settings.tokenizer is None:
        given = not isinstance(settings.stop_words, str) or settings.stop_words != "auto"
        warn_of_others(choice, texts, stems_only=given)
    return Analyser(
        rules,
        stop_words,
        choice.language,
        profile_of(settings.profile),
        Hooks(settings.tokenizer, settings.preprocess),
        choice.segmenters,
        choice.found,
    )


def learn(
    settings: Vectoriser, texts: Any, *, keep: bool, space: Space = IN_MEMORY
) -> tuple[Analyser, Vocabulary, KeptTexts]:
    """Learn the words of texts in one pass.

    Parameters
    ----------
    settings : Vectoriser
        The limits.
    texts : iterable of str
        The texts; they are read once.
    keep : bool
        Whether the texts are wanted back.
    space : Space
        Makes the columns that hold them until then.

    Returns
    -------
    (Analyser, Vocabulary, KeptTexts)
        What makes words of texts, with the phrases that were found, the words, and the texts as
        places of words, if wanted.

    Raises
    ------
    InputError
        If no word is frequent enough.
    """
    pieces = chunks(texts)
    first = next(pieces, [])
    analyser = analyser_of(settings, first)
    cut = (analyser.tokens(piece) for piece in chain([first], pieces))
    if settings.phrases:
        return _learn_phrases(settings, analyser, cut, space)
    return analyser, *_learn_words(settings, analyser.keys, cut, space if keep else None)


def _learn_phrases(
    settings: Vectoriser, analyser: Analyser, pieces: Iterable[Tokens], space: Space
) -> tuple[Analyser, Vocabulary, KeptTexts]:
    """Learn phrases first, then the words of the texts with these phrases."""
    collection = Collection(analyser.keys, space)
    for tokens in pieces:
        collection.add(tokens)
    phrases: Phrases | None = collection.phrases(max(LEAST_TEXTS, settings.min_df))
    while phrases is not None:
        analyser = analyser._replace(phrases=phrases)
        keys = collection.keys(analyser.keys)
        joined = (analyser.phrases.joined(tokens, keys) for tokens in collection.surfaces)
        words, read = _learn_words(settings, keys, joined, space)
        phrases = phrases.only_words(words.ids)
    words.pairs = pairs_of(words, read, settings.most_waiting, space)
    return analyser, words, read


def _learn_words(
    settings: Vectoriser, keys: Keys, pieces: Iterable[Tokens], space: Space | None
) -> tuple[Vocabulary, KeptTexts]:
    """Learn the words of texts that have been cut into surface forms; None keeps no texts."""
    chooser = settings.tokenizer if isinstance(settings.tokenizer, ScikitWords) else None
    wanted = IN_MEMORY if space is None and chooser is not None else space
    words, read = counted_words(settings, keys, pieces, wanted)
    if chooser is None:
        admit(settings, words)
    else:
        words.forms.choose(np.arange(len(words.forms.names)))
        words.admit_words(chooser.chosen(words.keys, read))
    if (moved := words.forget(settings.most_waiting)) is not None:
        read.move(moved)
    check_words(settings, words)
    return words, read


def counted_words(
    settings: Vectoriser,
    keys: Keys,
    pieces: Iterable[Tokens],
    space: Space | None,
    begun: tuple[Vocabulary, KeptTexts] | None = None,
) -> tuple[Vocabulary, KeptTexts]:
    """Count the words of texts that have been cut into surface forms; none has an id yet.

    Parameters
    ----------
    settings : Vectoriser
        The limits.
    keys : callable
        The key of each surface form.
    pieces : iterable of Tokens
        The texts.
    space : Space or None
        Makes the columns that hold the texts; None keeps none.
    begun : tuple of Vocabulary and KeptTexts, optional
        Those of the texts before, to which these are added.

    Returns
    -------
    (Vocabulary, KeptTexts)
        The words, and the texts as places of words, if wanted.
    """
    words, read = begun or (Vocabulary(), KeptTexts(space or IN_MEMORY))
    for tokens in pieces:
        observed = words.observed(tokens, keys)
        words.apply(observed.delta, choose=False)
        if space is not None:
            read.append(observed.tokens)
        if (moved := words.forget(settings.most_waiting, settings.min_df)) is not None:
            read.move(moved)
        if space is not None:
            space.check_words(len(words.keys), len(words.forms.names))
    return words, read


def admit(settings: Vectoriser, words: Vocabulary) -> None:
    """Give ids to words that have been counted, those that are within the limits.

    Parameters
    ----------
    settings : Vectoriser
        The limits.
    words : Vocabulary
        The words, which change.
    """
    words.forms.choose(np.arange(len(words.forms.names)))
    words.admit(settings.min_df, _max_documents(settings, words), settings.max_words)


def check_words(settings: Vectoriser, words: Vocabulary) -> None:
    """Refuse texts without words.

    Raises
    ------
    InputError
        If there is no text, no word, or none that is frequent enough.
    """
    if not words.n_docs:
        raise InputError("no texts were given, expected some")
    if not words.keys:
        raise InputError(
            f"no word is left of the {n_texts(words.n_docs)} without stop words, numbers and URLs; "
            "check the column of the text, or set other stop words"
        )
    if not words.ids:
        raise InputError(
            f"no word is in {settings.min_df} or more of the {n_texts(words.n_docs)} (and within "
            "max_df); give more texts, or set min_df lower"
        )


def renewed(
    settings: Vectoriser,
    analyser: Analyser,
    words: Vocabulary,
    before: int,
    texts: Sequence[str],
) -> tuple[Analyser, Vocabulary, Array]:
    """Exchange and forget words, and let phrases join, if it is time to since document ``before``.

    New phrases look as some ``texts`` mostly write them.

    Returns
    -------
    (Analyser, Vocabulary, array of int)
        The same, or others, and the ids that have another word now; new ones are among them.
    """
    now, most, ids = words.n_docs, settings.max_words, np.empty(0, dtype=np.int64)
    if settings.prune and most is not None:
        if now // (HALF_LIFE * most) > before // (HALF_LIFE * most):
            words = words.aged()
        if words.n_ids >= most and now // most > before // most:
            limits = settings.min_df, _max_documents(settings, words)
            found = words.exchanged(*limits, analyser.phrases.keys)
            words, ids = (words, ids) if found is None else found
    if words.pairs is not None and phrases_due(before, now):
        room = Limits(settings.min_df, _max_documents(settings, words), most)
        words, analyser, new = with_phrases(words, analyser, texts, room)
        assert words.pairs is not None
        words = words.with_pairs(words.pairs.forgotten(settings.most_waiting))
        ids = np.append(ids, new)
    forgotten = words.forgotten(settings.most_waiting)
    return analyser, words if forgotten is None else forgotten[0], ids


def _max_documents(settings: Vectoriser, words: Vocabulary) -> float:
    """``max_df`` as a number of documents."""
    share: bool = isinstance(settings.max_df, float | np.floating)
    return float(settings.max_df * words.n_docs if share else settings.max_df)
