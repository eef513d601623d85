"""Strange documents: a model learns from them, is asked about them, and they come out of files."""

from __future__ import annotations

import tempfile
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import biterms
from biterms import LDA, LanguageWarning, TopicModel, Vectoriser
from biterms.errors import InputError
from tools.damaged_files import KINDS, damaged, read_back
from tools.strange_texts import strange

TOGETHER = 250
LANGUAGES = ["english", None, "german", "arabic", "turkish", "french", "japanese", "thai", "auto"]
Random = np.random.Generator
Counts = Counter[tuple[str, str]]


def feed_documents(n: int, seed: int) -> Counts:
    """What became of each kind of document and of file; anything else is an error."""
    counts: Counts = Counter()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", LanguageWarning)  # the texts are in all languages
        for start in range(0, n, TOGETHER):
            random = np.random.default_rng([seed, start])
            drawn = [strange(random, place) for place in range(start, min(n, start + TOGETHER))]
            try:
                counts += _fed(drawn, random, Path(folder))
            except Exception as error:
                where = f"documents {start} to {start + len(drawn)} with seed {seed}"
                raise AssertionError(f"{where}: {error!r}") from error
    return counts


def _fed(drawn: Sequence[tuple[str, str]], random: Random, folder: Path) -> Counts:
    texts = [text for _, text in drawn]
    model = learnt(texts, random)
    if model is None:
        return Counter({("all together", "refused"): len(texts)})
    ask(model, texts)
    keep(model, texts, folder / "model")
    found = zip(drawn, model.assign(texts), strict=True)
    counts: Counts = Counter((kind, one.note or "clear topic") for (kind, _), one in found)
    for kind in KINDS:
        read = read_back(damaged(texts, kind, random, folder))
        counts[f"{kind} file", "refused" if read is None else "read"] += 1
        check_mixtures(model, read or [])
    return counts


def learnt(texts: Sequence[str], random: Random) -> TopicModel | None:
    """Half is learnt at once, half later; None if no word is frequent enough."""
    tags, urls, numbers, vb, few = (bool(flag) for flag in random.integers(0, 2, 5))
    text = Vectoriser(
        language=LANGUAGES[random.integers(len(LANGUAGES))],
        min_df=1 + int(random.integers(3)),
        tags=tags,
        urls=urls,
        numbers=numbers,
        candidates=20 if few else 100_000,
    )
    inference = "vb" if vb else "mean"
    lda = LDA(4, inference=inference, passes=2, batch_size=50, random_state=0)
    model = TopicModel(lda, text=text, keep=50)
    half = len(texts) // 2
    try:
        return model.fit(texts[:half]).update(texts[half:])
    except InputError:
        return None


def ask(model: TopicModel, texts: Sequence[str]) -> None:
    """Everything that is said is a number, and shares are shares."""
    check_mixtures(model, texts)
    for topic in model.topics():
        said = [topic.size, *(word.probability for word in topic.words)]
        assert np.isfinite(said).all(), topic
    for one in model.assign(texts):
        assert 0 <= one.second_probability <= one.probability <= 1 + 1e-5, one
    for text in texts[:: max(1, len(texts) // 25)]:
        explained = model.explain(text)
        for topic in explained.topics:
            total = sum(share for *_, share in topic.words + topic.pairs)
            assert 0 < total <= 1 + 1e-5, explained
        str(explained).encode(errors="surrogatepass")
    numbers = [x for x in model.evaluate(texts).as_dict().values() if isinstance(x, float)]
    assert np.isfinite(numbers).all(), numbers


def check_mixtures(model: TopicModel, texts: Sequence[str]) -> None:
    mixtures = model.transform(texts)
    assert mixtures.shape == (len(texts), len(model.ids_)), mixtures.shape
    assert np.isfinite(mixtures).all(), "mixtures are no numbers"
    assert (mixtures >= 0).all(), "a negative share"
    assert np.allclose(mixtures.sum(axis=1), 1, atol=1e-5), "mixtures do not sum to 1"


def keep(model: TopicModel, texts: Sequence[str], path: Path) -> None:
    """A model that is saved and loaded says the same."""
    model.save(path)
    other = biterms.load(path)
    assert other.words() == model.words()
    assert np.array_equal(other.transform(texts), model.transform(texts)), "not the same model"
    assert [r.text for r in other.sample_.records] == [r.text for r in model.sample_.records]
