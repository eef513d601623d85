"""A TopicModel as a folder: model, vocabulary, labels, sample and where it all came from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from biterms import store
from biterms.bags.counts import MAX_WEIGHT, counts_of
from biterms.errors import InputError, StoreError
from biterms.kernels import Array, Counts
from biterms.models.files import model_fields, model_from_fields
from biterms.sparse_input import check_indices
from biterms.store import Fields, bytes_of_words, words_of_bytes
from biterms.text.hooks import NO_HOOKS, Hooks
from biterms.text.scikit_words import ScikitWords
from biterms.text.vectoriser import Vectoriser
from biterms.topics.beginning import new_model, wanted_model
from biterms.topics.duplicates import Duplicates, duplicates_from_state, duplicates_state
from biterms.topics.fitted import Fitted
from biterms.topics.guides import PriorInUse
from biterms.topics.moments import moment_at
from biterms.topics.naming import labelled
from biterms.topics.provenance import Provenance, current_facts
from biterms.topics.refit import guide_from_state, guide_state, settings_from_state, settings_state
from biterms.topics.sample import Sample
from biterms.topics.top_counts import Counted
from biterms.topics.top_counts_state import counts_from_state, counts_state
from biterms.topics.topic_model import Origin, TopicModel


def save(model: TopicModel, path: str | Path) -> None:
    """Write the folder, or replace the model it holds, at one moment.

    What was written is read again before it replaces anything, so that a model that could not be
    loaded never takes the place of a good one.

    Parameters
    ----------
    model : TopicModel
        A model that has learnt.
    path : str or Path
        The folder.

    Raises
    ------
    StoreError
        If it cannot be written, or if somebody else has saved to the folder since this model was
        loaded from it or saved there; what was there is unchanged.
    """
    settings, arrays = fields_of(model)
    folder, known = Path(path).absolute(), model.origin_
    replaces = known.revision if known is not None and known.folder == folder else None
    if replaces is not None and not folder.exists():
        replaces = None
    hooks = given_hooks(model)
    revision = store.write(
        path,
        settings,
        arrays,
        check=lambda *read: model_of(Fields(*read), hooks),
        replaces=replaces,
    )
    model.origin_ = Origin(folder, revision)


def load(
    path: str | Path,
    *,
    at: Any = None,
    tokenizer: Callable[[str], Iterable[str]] | None = None,
    preprocess: Callable[[str], str] | None = None,
) -> TopicModel:
    """Read a model that was saved; it goes on learning where it was.

    Parameters
    ----------
    path : str or Path
        The folder.
    at : str, datetime or float, optional
        A moment of the past, such as "2026-11-01" (its beginning, in UTC), for a model that follows
        a stream: the last state that was kept then or before, see `biterms.streams.follow`.
    tokenizer, preprocess : callable, optional
        The functions that the model's `Vectoriser` was given, which a file cannot hold.

    Returns
    -------
    TopicModel

    Raises
    ------
    StoreError
        If the folder does not hold a sound model, or a function is missing.
    InputError
        If no state is as old as ``at``.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> with TemporaryDirectory() as folder:
    ...     model.save(f"{folder}/news")
    ...     again = load(f"{folder}/news")
    >>> bool((again.transform(texts) == model.transform(texts)).all())
    True
    """
    if at is not None:
        path = moment_at(Path(path), at).folder
    stored = store.read(path)
    try:
        hooks = Hooks(tokenizer, preprocess)
        model = model_of(Fields(stored.settings, stored.arrays), hooks)
    except (StoreError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as e:
        raise StoreError(f"{path} cannot be used: {e}") from None
    model.origin_ = Origin(Path(path).absolute(), stored.revision)
    return model


def fields_of(model: TopicModel) -> tuple[dict[str, Any], dict[str, Array]]:
    """Settings and arrays of a model file."""
    fitted = model.fitted
    parts = {"model": model_fields(fitted.model)}
    if fitted.text is not None:
        parts["text"] = fitted.text.to_fields()
    asked = new_model(wanted_model(model.model, model.n_topics), model.guide)
    if (wanted := settings_state(asked, fitted.model)) is not None:
        parts["fit"] = wanted
    settings: dict[str, Any] = {name: part[0] for name, part in parts.items()}
    arrays = {f"{name}.{key}": a for name, part in parts.items() for key, a in part[1].items()}
    settings["guide"] = guide_state(model.guide)
    settings["provenance"] = current_facts(fitted.model, fitted.provenance.facts)
    if fitted.text is not None:
        settings["duplicates"], seen = duplicates_state(fitted.duplicates.seen, model.duplicates)
        arrays |= seen
    labels = [[k, name] for k, name in fitted.labels.items()]
    settings["topics"] = {"ids": list(fitted.ids), "labels": labels, "keep": int(model.keep)}
    if fitted.prior is not None:
        settings["prior"], prior = fitted.prior.state()
        arrays |= prior
    settings["counted"], counted = counts_state(fitted.counted.counts)
    return settings, arrays | counted | _sample_arrays(fitted, settings)


def given_hooks(model: TopicModel) -> Hooks:
    """The functions of a model that its file does not hold."""
    text = model.fitted.text
    hooks = NO_HOOKS if text is None else text.analyser_.hooks
    stored = isinstance(hooks.tokenizer, ScikitWords) and hooks.tokenizer.state() is not None
    return hooks._replace(tokenizer=None) if stored else hooks


def model_of(kept: Fields, hooks: Hooks = NO_HOOKS) -> TopicModel:
    """The model of settings and arrays; whatever is wrong with them is refused."""
    topics = kept.part("topics")
    seen, mode = duplicates_from_state(kept)
    model = TopicModel(keep=topics.whole("keep"), duplicates=mode)
    learnt = model_from_fields(kept.value("model"), _of(kept.arrays, "model."))
    if not hasattr(learnt, "state_"):
        raise StoreError("its model has learnt nothing")
    V, text, names = learnt.n_features_in_, None, None
    if "text" in kept.settings:
        text = Vectoriser.from_fields(kept.value("text"), _of(kept.arrays, "text."), hooks)
    elif hooks != NO_HOOKS:
        raise StoreError("this model was made from counts: leave tokenizer and preprocess out")
    if "names" in kept.arrays:
        names = words_of_bytes(kept.array("names", (None,), np.uint8))
    for n in ([] if text is None else [text.n_words_], [] if names is None else [len(names)]):
        if n and n[0] != V:
            raise StoreError(f"{n[0]:,} words, but the model has {V:,}")
    facts = {str(name): value for name, value in kept.part("provenance").settings.items()}
    model._fitted = Fitted(
        learnt,
        text,
        _sample(kept),
        Provenance(facts),
        _prior(kept, learnt),
        _ids(topics, learnt.posterior_.n_topics),
        names=names,
        sampled_counts=_sampled_counts(kept, V),
        renewed_at=0 if text is None else text.n_docs_,
        duplicates=Duplicates(seen),
        counted=Counted(counts_from_state(kept, learnt)),
    )
    # older versions took the same name twice, and names of any length
    given = labelled(model._fitted, dict(topics.value("labels")))
    model._fitted = replace(model._fitted, labels=given)
    model.guide, model.text = guide_from_state(kept), text
    model.model = settings_from_state(kept, _of(kept.arrays, "fit."), learnt)
    return model


def _sample_arrays(fitted: Fitted, settings: dict[str, Any]) -> dict[str, Array]:
    """The sample and the names of words."""
    state = fitted.sample.state()
    settings["sample"] = {"size": state["size"], "seen": state["seen"]}
    texts = map(json.JSONEncoder(ensure_ascii=False).encode, state["records"])
    arrays: dict[str, Array] = {"sample.records": bytes_of_words(texts)}
    if state["numbers"] is not None:
        arrays["sample.numbers"] = state["numbers"].astype(np.int64)
    if fitted.names is not None:
        arrays["names"] = bytes_of_words(fitted.names)
    if fitted.sampled_counts is not None:
        counts = fitted.sampled_counts
        arrays["sample.data"] = counts.data.astype(np.float64)
        arrays["sample.indices"] = counts.indices.astype(np.int64)
        arrays["sample.indptr"] = counts.indptr.astype(np.int64)
    return arrays


def _ids(topics: Fields, n_topics: int) -> tuple[int, ...]:
    ids = topics.value("ids")
    whole = isinstance(ids, list) and all(type(k) is int and k >= 0 for k in ids)
    if not whole or len(ids) != n_topics or len({*ids}) != len(ids):
        raise StoreError("the ids of its topics are not different whole numbers, one per topic")
    return tuple(ids)


def _prior(kept: Fields, model: Any) -> PriorInUse | None:
    if "prior" not in kept.settings:
        return None
    posterior = model.posterior_
    if posterior.eta.shape != (posterior.n_words, posterior.n_topics):
        raise StoreError(f"a prior of words and topics, but eta has shape {posterior.eta.shape}")
    return PriorInUse.from_state(kept.part("prior"), posterior.n_topics)


def _sample(kept: Fields) -> Sample:
    texts = words_of_bytes(kept.array("sample.records", (None,), np.uint8))
    records, sample = [json.loads(text) for text in texts], kept.part("sample")
    size, seen = sample.whole("size"), sample.whole("seen")
    places = [place for place, *_ in records]
    fair = len(places) <= size and all(0 <= place < seen for place in places)
    if not fair or len({*places}) != len(places) or not all(map(_is_record, records)):
        raise StoreError("the texts of its sample are not texts with different places")
    numbers = None
    if "sample.numbers" in kept.arrays:
        numbers = kept.array("sample.numbers", (len(records),), np.int64)
        if (numbers < 0).any():
            raise StoreError("the random numbers of its sample are out of range")
    state = {"size": size, "seen": seen, "records": records, "numbers": numbers}
    return Sample.from_state(state)


def _sampled_counts(kept: Fields, n_words: int) -> Counts | None:
    """Checked here, before compiled code sees them."""
    if "sample.data" not in kept.arrays:
        return None
    data, indptr = (
        kept.array("sample.data", (None,)),
        kept.array("sample.indptr", (None,), np.int64),
    )
    indices = kept.array("sample.indices", (None,), np.int64)
    shape = (len(indptr) - 1, n_words)
    try:
        check_indices(indptr, indices, len(data), shape)
    except (InputError, IndexError) as error:
        raise StoreError(f"the counts of its sample: {error}") from None
    if indptr[-1] != len(data) or not ((data > 0) & (data <= MAX_WEIGHT)).all():
        raise StoreError("the counts of its sample are out of range")
    return counts_of(sparse.csr_array((data, indices, indptr), shape=shape))


def _is_record(fields: list[Any]) -> bool:
    place, text, name, *rest = fields
    texts = isinstance(text, str) and isinstance(name, str) and type(place) is int
    return texts and len(rest) == 2 and all(v is None or isinstance(v, str) for v in rest)


def _of(arrays: Mapping[str, Array], prefix: str) -> dict[str, Array]:
    return {name.removeprefix(prefix): a for name, a in arrays.items() if name.startswith(prefix)}
