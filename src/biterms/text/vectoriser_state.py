"""A vectoriser as settings and arrays for a file, and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array, Rules
from biterms.store import Fields, bytes_of_words, words_of_bytes
from biterms.text.analyser import Analyser
from biterms.text.cleaning import PLAIN, Profile, check_profile, profile_of
from biterms.text.growing import Growing
from biterms.text.hooks import Hooks
from biterms.text.hooks_state import hook_from_state, hook_state
from biterms.text.languages.stored import restored_found, restored_segmenters
from biterms.text.pair_counts import PairCounts
from biterms.text.phrases import Phrases
from biterms.text.text_settings import check_language
from biterms.text.vocabulary import Vocabulary

HOOKS = ("tokenizer", "preprocess")
Fitted = tuple[Analyser, Vocabulary]
#: What files that were written before a setting came say of it: texts were not cleaned then.
BEFORE: dict[str, Any] = {
    "profile": "plain",
    "tokenizer": None,
    "preprocess": None,
    "phrases": False,
}
SIDES = "phrases_left", "phrases_right"


def stored(
    params: dict[str, Any], fitted: Fitted | None
) -> tuple[dict[str, Any], dict[str, Array]]:
    """Settings for JSON and arrays; stop words go along as they were read."""
    hooks = Hooks(params["tokenizer"], params["preprocess"]) if fitted is None else fitted[0].hooks
    kept = {name: hook_state(hook) for name, hook in hooks._asdict().items()}
    plain = {name: _plain(value) for name, value in params.items() if name not in kept}
    settings = {"parameters": plain | kept}
    if fitted is None:
        return settings | {"learnt": None}, {}
    analyser, words = fitted
    learnt = {
        "n_docs": words.n_docs,
        "language": analyser.language,
        "stop_words": sorted(analyser.stop_words),
        "profile": _plain(analyser.profile),
        "segmenters": dict(analyser.segmenters),
        "found": None if analyser.found is None else analyser.found._asdict(),
        **analyser.rules._asdict(),
    }
    arrays = {
        "keys": bytes_of_words(words.keys),
        "doc_freq": words.doc_freq.values.copy(),
        "id_of": words.id_of.values.copy(),
        "forms": bytes_of_words(words.forms.names),
        "form_key": words.forms.place.values.copy(),
        "form_count": words.forms.seen.values.copy(),
    }
    if words.pairs is not None:
        arrays |= {"pairs": words.pairs.codes, "pair_documents": words.pairs.documents}
        for at, side in enumerate(SIDES):
            arrays[side] = bytes_of_words(pair[at] for pair in analyser.phrases.pairs)
    if not np.array_equal(words.recent.values, words.doc_freq.values):
        arrays["recent"] = words.recent.values.copy()
    return settings | {"learnt": learnt}, arrays


def restored(
    settings: Any, arrays: Mapping[str, Array], names: set[str], given: Hooks
) -> tuple[dict[str, Any], Fitted | None]:
    """Parameters, and what was learnt; anything that does not fit together is a StoreError."""
    kept = Fields(settings, arrays)
    params = BEFORE | dict(kept.part("parameters").settings)
    if set(params) != names:
        raise StoreError(f"the vectoriser's settings are {sorted(params)}, not {sorted(names)}")
    hooks = Hooks(*(hook_from_state(name, params[name], getattr(given, name)) for name in HOOKS))
    params |= hooks._asdict() | {"profile": _profile(params["profile"])}
    if kept.value("learnt") is None:
        return params, None
    learnt = kept.part("learnt")
    language = learnt.value("language")
    check_language(language)
    rules = Rules(learnt.flag("tags"), learnt.flag("urls"), learnt.flag("numbers"))
    stop_words = learnt.value("stop_words")
    if not isinstance(stop_words, list) or not all(isinstance(word, str) for word in stop_words):
        raise StoreError("the stop words are not a list of texts")
    profile = profile_of(_profile(learnt.settings.get("profile", PLAIN)))
    languages = restored_segmenters(learnt.settings), restored_found(learnt.settings)
    words = _vocabulary(learnt)
    words.pairs = _pairs(learnt, words.n_ids)
    own = profile, hooks, *languages, _phrases(learnt, words)
    return params, (Analyser(rules, frozenset(stop_words), language, *own), words)


def _profile(kept: Any) -> Any:
    """A name, or a profile from its fields; refused if it makes no sense."""
    if isinstance(kept, Mapping):
        try:
            fields: dict[str, Any] = {**kept, "masks": tuple(kept["masks"])}
            kept = Profile(**fields)
        except (KeyError, TypeError) as error:
            raise StoreError(f"the profile of its texts cannot be used: {error}") from None
    check_profile(kept)
    return kept


def _plain(value: Any) -> Any:
    """A collection of words as a list, NumPy's numbers as Python's, a profile as its fields."""
    if isinstance(value, Profile):
        return asdict(value) | {"masks": list(value.masks)}
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return sorted(map(str, value)) if isinstance(value, set | frozenset) else list(map(str, value))


def _pairs(learnt: Fields, n_ids: int) -> PairCounts | None:
    if "pairs" not in learnt.arrays:
        return None
    codes = learnt.array("pairs", (None,), np.int64)
    pairs = PairCounts(codes, learnt.array("pair_documents", (len(codes),), np.int64))
    both = pairs.pairs(least=0)
    known = all(((side >= 0) & (side < n_ids)).all() for side in both[:2])
    if (np.diff(codes) <= 0).any() or len(both.left) < len(codes) or not known:
        raise StoreError("the pairs of words are out of order, or of words that are not there")
    return pairs


def _phrases(learnt: Fields, words: Vocabulary) -> Phrases:
    if SIDES[0] not in learnt.arrays:
        return Phrases()
    left, right = (words_of_bytes(learnt.array(side, (None,), np.uint8)) for side in SIDES)
    if words.pairs is None or len(left) != len(right) or not all([*left, *right]):
        raise StoreError("the phrases do not fit together")
    return Phrases(zip(left, right, strict=True))


def _vocabulary(learnt: Fields) -> Vocabulary:
    words = Vocabulary()
    words.n_docs = learnt.whole("n_docs")
    words.keys = words_of_bytes(learnt.array("keys", (None,), np.uint8))
    n = len(words.keys)
    words.places = {key: place for place, key in enumerate(words.keys)}
    words.doc_freq = Growing(np.int64, learnt.array("doc_freq", (n,), np.int64))
    recent = "recent" if "recent" in learnt.arrays else "doc_freq"
    words.recent = Growing(np.int64, learnt.array(recent, (n,), np.int64))
    words.id_of = Growing(np.int32, learnt.array("id_of", (n,), np.int32))
    forms = words_of_bytes(learnt.array("forms", (None,), np.uint8))
    place = learnt.array("form_key", (len(forms),), np.int32)
    seen = learnt.array("form_count", (len(forms),), np.int64)
    _check(words, forms, place, seen)
    words.forms.put(0, forms, place)
    words.forms.count(np.arange(len(forms)), seen)
    there = np.flatnonzero(words.id_of.values >= 0)
    words.place_of = Growing(np.int64, there[np.argsort(words.id_of.values[there])])
    members = words.place_of.values.tolist()
    words.ids = {words.keys[place]: number for number, place in enumerate(members)}
    return words


def _check(words: Vocabulary, forms: list[str], place: Array, seen: Array) -> None:
    n, ids = len(words.keys), words.id_of.values
    given = np.sort(ids[ids >= 0])
    doc_freq, recent = words.doc_freq.values, words.recent.values
    in_range = bool(np.all((place >= -1) & (place < n)))
    sound = {
        "a word comes twice": len(words.places) == n,
        "a surface form comes twice": len({*forms}) == len(forms),
        "ids are not 0, 1, ...": np.array_equal(given, np.arange(len(given)))
        and bool(np.all(ids >= -1)),
        "a frequency is out of range": np.all((doc_freq >= 0) & (doc_freq <= words.n_docs)),
        "recent documents are more than all": np.all((recent >= 0) & (recent <= doc_freq)),
        "a count is negative": np.all(seen >= 0),
        "a surface form is of no word": in_range,
        "a word has no surface form": in_range
        and np.all(np.bincount(place[place >= 0], minlength=n)[:n] > 0),
    }
    for fault, right in sound.items():
        if not right:
            raise StoreError(f"the vocabulary does not fit together: {fault}")
