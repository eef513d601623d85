"""The words of models that are added up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.row_map import RowMap
from biterms.text.hooks_state import hook_state
from biterms.text.phrases import Phrases
from biterms.text.uniting import Counted, united
from biterms.text.vectoriser import Vectoriser
from biterms.topics.algebra.terms import Terms
from biterms.topics.fitted import Fitted


class Words(NamedTuple):
    """The words of a sum.

    Parameters
    ----------
    text : Vectoriser or None
        How texts become counts; None for models made from counts.
    ids : list of array of int
        For each word id of each model that of the same word in the sum.
    n : int
        Number of ids.
    change : RowMap
        What becomes of the ids of the first model.
    """

    text: Vectoriser | None
    ids: list[Array]
    n: int
    change: RowMap


def words_of(terms: Terms) -> Words:
    """Unite the words of models.

    Raises
    ------
    InputError
        If they read texts in different ways, or are made from different columns.
    """
    models = [term.fitted for term in terms.terms]
    texts = [fitted.text for fitted in models if fitted.text is not None]
    if not texts:
        return _columns(models)
    if len(texts) < len(models):
        raise InputError("some models are made from texts and some from counts: expected one kind")
    first = terms.first.text
    assert first is not None
    for text in texts:
        _check_same(first, text)
    base = None if terms.base is None else first.words_
    parts = [Counted(t.words_, term.sign) for t, term in zip(texts, terms.terms, strict=True)]
    found = united(base, parts, first.min_df)
    phrases = dict.fromkeys(first.analyser_.phrases.pairs)
    others = {pair for text in texts for pair in text.analyser_.phrases.pairs}
    phrases |= dict.fromkeys(sorted(others - phrases.keys()))
    analyser = first.analyser_._replace(phrases=Phrases(phrases))
    before, n = first.words_.n_ids, found.words.n_ids
    added = np.concatenate([found.freed, np.arange(before, n)])
    change = RowMap(before, n, found.freed, added)
    return Words(first.with_words(analyser, found.words), found.ids, n, change)


def _columns(models: list[Fitted]) -> Words:
    """Models made from counts have the same columns."""
    V, names = models[0].model.n_features_in_, models[0].names
    for fitted in models:
        if fitted.model.n_features_in_ != V or fitted.names != names:
            raise InputError(
                "the models are made from counts of different columns: expected the same words in "
                "the same order"
            )
    return Words(None, [np.arange(V)] * len(models), V, RowMap.grow(V, 0))


def _check_same(one: Vectoriser, other: Vectoriser) -> None:
    """Refuse texts that are read in different ways: their words would not be the same."""
    for name in ("rules", "stop_words", "language", "profile", "segmenters"):
        if getattr(one.analyser_, name) != getattr(other.analyser_, name):
            raise InputError(
                f"the models read texts in different ways: their {name.replace('_', ' ')} differ; "
                "expected the same settings of Vectoriser"
            )
    hooks = [[hook_state(hook) for hook in text.analyser_.hooks] for text in (one, other)]
    settings = [(text.min_df, text.max_df, text.phrases) for text in (one, other)]
    if hooks[0] != hooks[1] or settings[0] != settings[1]:
        raise InputError(
            "the models read texts in different ways: expected the same tokenizer, preprocess, "
            "min_df, max_df and phrases"
        )
