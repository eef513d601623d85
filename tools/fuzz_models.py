"""Mutated model files: each one is refused, or holds a model that behaves."""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from biterms import HDP, KPS, LDA, SVB, BatchVB, store
from biterms.errors import BitermsError, StoreError
from biterms.models.estimator import TopicEstimator
from biterms.models.files import model_fields, model_from_fields
from tools.mutations import MUTATIONS, Files, chosen, taken

WORDS, TOPICS = 12, 3
DOCS = np.random.default_rng(0).poisson(0.4, (30, WORDS)).astype(float)
#: what reading a model must never do
FORBIDDEN = (
    *("exec", "compile", "import", "marshal.", "pickle.", "code.", "ctypes.", "socket."),
    *("subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.remove", "os.rename"),
)


class Watch:
    """Hears of what Python does; such a hook cannot be taken away, so there is one for all."""

    def __init__(self) -> None:
        self.on, self.heard = False, list[str]()
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & 3
        if writes or event.startswith(FORBIDDEN):
            self.heard.append(f"{event} {arguments}")

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Anything forbidden in here is an error."""
        self.on, self.heard = True, []
        try:
            yield
        finally:
            self.on = False
        if self.heard:
            raise AssertionError(f"reading a model did what it must not: {self.heard}")


WATCH = Watch()


def models() -> list[TopicEstimator]:
    """Of every kind: learners, inferences, priors, grown, with a generator, with nothing learnt."""
    usual: dict[str, Any] = {"random_state": 0, "n_threads": 1, "batch_size": 10}
    table = np.random.default_rng(1).uniform(0.1, 1.0, (TOPICS, WORDS))
    fitted: list[TopicEstimator] = [
        LDA(TOPICS, **usual).fit(DOCS),
        LDA(TOPICS, **usual, learner=SVB(0.9), inference="vb", alpha="auto").fit(DOCS).grow(2),
        LDA(TOPICS, **usual, learner=KPS(), eta=table).fit(DOCS),
        LDA(TOPICS, **usual | {"random_state": np.random.RandomState(4)}, learner=BatchVB()).fit(
            DOCS
        ),
        HDP(2 * TOPICS, **usual, learner=SVB()).fit(DOCS).consolidate(DOCS),
        HDP(TOPICS, **usual, inference="vb", eta=table).fit(DOCS).prune(),
    ]
    return [*fitted, LDA(TOPICS, **usual, alpha=[0.1, 0.2, 0.3], eta=table), HDP(TOPICS, eta=table)]


def mutate_models(n: int, seed: int) -> Counter[tuple[str, str]]:
    """How often each mutation was refused or did no harm; anything else is an error."""
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as place:
        originals = []
        for i, model in enumerate(models()):
            store.write(Path(place, f"original{i}"), *model_fields(model))
            originals.append(taken(Path(place, f"original{i}")))
            assert outcome(originals[-1], Path(place, f"same{i}")) == "behaves"
        for i in range(n):
            random = np.random.default_rng([seed, i])
            name = list(MUTATIONS)[i % len(MUTATIONS)]
            files = MUTATIONS[name](chosen(originals, random), random)
            try:
                counts[name, outcome(files, Path(place, str(i)))] += 1
            except Exception as error:
                raise AssertionError(
                    f"mutation {i} ({name}) with seed {seed}: {error!r}"
                ) from error
    return counts


def outcome(files: Files, folder: Path) -> str:
    """Whether the model is refused or behaves."""
    folder.mkdir()
    files.put(folder)
    try:
        with WATCH.listening():
            stored = store.read(folder)
            model = model_from_fields(stored.settings, stored.arrays)
    except StoreError:
        return "refused"
    use(model)
    return "behaves"


def use(model: Any) -> None:
    """Everything that it says is a number, and it learns on; its settings may forbid that."""
    docs = np.resize(DOCS, (len(DOCS), getattr(model, "n_features_in_", WORDS)))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for _ in range(2):
            if hasattr(model, "posterior_"):
                assert np.isfinite(model.topics_).all(), "topics are no numbers"
                assert np.isfinite(model.transform(docs)).all(), "mixtures are no numbers"
                if isinstance(model, HDP):
                    assert np.isfinite(model.proportions_).all(), "proportions are no numbers"
                    if model.inference == "mean":
                        model.consolidate(docs)
                    assert model.state.alive.any(), "no topic is alive"
            try:
                model.partial_fit(docs)
            except BitermsError:
                return
