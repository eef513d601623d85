"""η of KPS: word vectors as prior knowledge about the topics."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np

from biterms.learning.priors import CoverageWarning, centre_prior, dimension_prior
from biterms.text.vectors import WordVectors, read_vectors
from paper.settings import Table


def eta(kind: str, known: WordVectors, words: list[str], K: int) -> np.ndarray:
    """K×V: `vectors` as in the paper, which needs vectors of K dimensions, or `centres`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoverageWarning)  # the share is a row of its own
        if kind == "vectors":
            return dimension_prior(known.words, known.vectors, K).eta(words)
        return centre_prior(known.words, known.vectors, K).eta(words)


def vectors(words: list[str], dimensions: str, settings: Table, data: Path) -> WordVectors:
    if dimensions not in settings["vectors"]:
        raise SystemExit(
            f"no word vectors of {dimensions} dimensions in settings.toml, expected as many "
            f"dimensions as topics: there are {', '.join(settings['vectors'])}"
        )
    files = settings["vectors"][dimensions]
    listed = data / files["word_list"] if "word_list" in files else None
    return read_vectors(data / files["file"], words, word_list=listed)
