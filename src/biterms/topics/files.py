"""A TopicModel as a folder: model, vocabulary, labels, sample and where it all came from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from biterms import store
from biterms.bags.counts import LARGEST
from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.models.state import model_from_state, model_state, provenance
from biterms.store import Fields, bytes_of_words, words_of_bytes
from biterms.text.vectoriser import Vectoriser
from biterms.topics.prior import PriorInUse
from biterms.topics.refit import guide_from_state, guide_state, settings_from_state, settings_state
from biterms.topics.sample import Sample
from biterms.topics.topic_model import TopicModel


def save(model: TopicModel, path: str | Path) -> None:
    """Write the folder, or replace the model it holds, all at once."""
    model._check_fitted()
    parts = {"model": model_state(model.model_)}
    if model.text_ is not None:
        parts["text"] = model.text_.state()
    if (wanted := settings_state(model._model(), model.model_)) is not None:
        parts["fit"] = wanted
    settings: dict[str, Any] = {name: part[0] for name, part in parts.items()}
    arrays = {f"{name}.{key}": a for name, part in parts.items() for key, a in part[1].items()}
    settings["guide"] = guide_state(model.guide)
    settings["made"] = provenance(model.model_) | model.made_
    labels = [[k, name] for k, name in model.labels_.items()]
    settings["topics"] = {"ids": model.ids_, "labels": labels, "keep": int(model.keep)}
    if model.prior_ is not None:
        settings["prior"], prior = model.prior_.state()
        arrays |= prior
    arrays |= _held(model, settings)
    store.write(path, settings, arrays, check=lambda s, a: _loaded(Fields(s, a)))


def load(path: str | Path) -> TopicModel:
    """The model that was saved there; it goes on learning where it was."""
    settings, arrays, *_ = store.read(path)
    try:
        return _loaded(Fields(settings, arrays))
    except (
        StoreError,
        ArithmeticError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise StoreError(f"{path} cannot be used: {error}") from None


def _held(model: TopicModel, settings: dict[str, Any]) -> dict[str, Array]:
    """The sample and the names of words."""
    state = model.sample_.state()
    settings["sample"] = {"size": state["size"], "seen": state["seen"]}
    texts = [json.dumps(record, ensure_ascii=False) for record in state["records"]]
    arrays: dict[str, Array] = {"sample.records": bytes_of_words(texts)}
    if model.names_ is not None:
        arrays["names"] = bytes_of_words(model.names_)
    if model.sampled_counts_ is not None:
        X = model.sampled_counts_
        arrays["sample.data"] = X.data.astype(np.float64)
        arrays["sample.indices"] = X.indices.astype(np.int64)
        arrays["sample.indptr"] = X.indptr.astype(np.int64)
    return arrays


def _loaded(kept: Fields) -> TopicModel:
    topics, V = kept.part("topics"), None
    model = TopicModel(keep=topics.whole("keep"))
    model.model_ = model_from_state(kept.value("model"), _of(kept.arrays, "model."))
    if not hasattr(model.model_, "posterior_"):
        raise StoreError("its model has learnt nothing")
    model.text_ = None
    if "text" in kept.settings:
        model.text_ = Vectoriser.from_state(kept.value("text"), _of(kept.arrays, "text."))
        V = len(model.text_.vocabulary_)
    model.names_ = None
    if "names" in kept.arrays:
        model.names_ = words_of_bytes(kept.array("names", (None,), np.uint8))
        V = len(model.names_)
    if V not in (None, model.model_.n_features_in_):
        raise StoreError(f"{V:,} words, but the model has {model.model_.n_features_in_:,}")
    _take_topics(model, topics)
    _take_sample(model, kept)
    made = kept.part("made").settings
    model.made_ = {str(name): value for name, value in made.items()}
    model.prior_ = None
    if "prior" in kept.settings:
        eta = model.model_.posterior_.eta
        if eta.shape != (model.model_.n_features_in_, model.model_.posterior_.n_topics):
            raise StoreError(f"a prior of words and topics, but eta has shape {eta.shape}")
        model.prior_ = PriorInUse.from_state(kept.part("prior"), model.model_.posterior_.n_topics)
    model.learning_seconds_ = 0.0
    model.guide, model.text = guide_from_state(kept, model.prior_), model.text_
    arrays = _of(kept.arrays, "fit.")
    model.model = settings_from_state(kept, arrays, model.model_, model.prior_)
    return model


def _take_topics(model: TopicModel, topics: Fields) -> None:
    ids, labels = topics.value("ids"), topics.value("labels")
    whole = isinstance(ids, list) and all(type(k) is int and k >= 0 for k in ids)
    if not whole or len(ids) != model.model_.posterior_.n_topics or len({*ids}) != len(ids):
        raise StoreError("the ids of its topics are not different whole numbers, one per topic")
    model.ids_, model.labels_, model._looked = ids, {}, None
    model.set_labels(dict(labels))


def _take_sample(model: TopicModel, kept: Fields) -> None:
    texts = words_of_bytes(kept.array("sample.records", (None,), np.uint8))
    records, sample = [json.loads(text) for text in texts], kept.part("sample")
    size, seen = sample.whole("size"), sample.whole("seen")
    places = [place for place, *_ in records]
    fair = len(places) <= size and all(0 <= place < seen for place in places)
    if not fair or len({*places}) != len(places) or not all(map(_is_record, records)):
        raise StoreError("the texts of its sample are not texts with different places")
    model.sample_ = Sample.from_state({"size": size, "seen": seen, "records": records})
    model.sampled_counts_ = None
    if "sample.data" in kept.arrays:
        parts = kept.array("sample.data", (None,)), kept.array("sample.indices", (None,), np.int64)
        indptr = kept.array("sample.indptr", (None,), np.int64)
        shape = (len(indptr) - 1, model.model_.n_features_in_)
        X = sparse.csr_matrix((*parts, indptr), shape=shape)
        X.check_format(full_check=True)
        if not ((X.data >= 0) & (X.data <= LARGEST)).all():
            raise StoreError("the counts of its sample are out of range")
        model.sampled_counts_ = X


def _is_record(fields: list[Any]) -> bool:
    place, text, name, *rest = fields
    texts = isinstance(text, str) and isinstance(name, str) and type(place) is int
    return texts and len(rest) == 2 and all(v is None or isinstance(v, str) for v in rest)


def _of(arrays: Mapping[str, Array], prefix: str) -> dict[str, Array]:
    return {name.removeprefix(prefix): a for name, a in arrays.items() if name.startswith(prefix)}
