"""The demo: LDA-B on the docstrings of the Python standard library (`make demo`)."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer

from biterms.cli.picture import Topic, picture
from biterms.cli.progress import Progress as Line
from biterms.errors import BitermsError
from biterms.models.estimator import Progress
from biterms.models.lda import LDA
from biterms.text.docstrings import docstrings


def demo(
    *,
    packages: bool = False,
    topics: int = 20,
    seed: int = 0,
    corpus: Iterable[tuple[str, str]] | None = None,
    progress: Progress | None = None,
) -> list[Topic]:
    """Fit LDA-B to first sentences of docstrings and return its topics, the largest first.

    `corpus`, pairs of (label, text), replaces the docstrings.
    """
    pairs = list(docstrings(packages=packages) if corpus is None else corpus)
    vectorizer = CountVectorizer(stop_words="english", min_df=3, token_pattern=r"[a-zA-Z]{2,}")
    counts = vectorizer.fit_transform(text for _, text in pairs)
    model = LDA(n_topics=topics, random_state=seed).fit(counts, progress=progress)
    mixtures = model.transform(counts)
    names, index = np.unique([label for label, _ in pairs], return_inverse=True)
    by_label = np.zeros((topics, len(names)))
    np.add.at(by_label.T, index, mixtures)
    words = vectorizer.get_feature_names_out()
    tokens = np.asarray(counts.sum(axis=0)).ravel()
    found = [
        Topic(float(size), _largest(leans(row, tokens), words, 10), _largest(lean, names, 3))
        for size, row, lean in zip(
            led(mixtures), model.topics_, leans(by_label, np.bincount(index)), strict=True
        )
    ]
    return sorted(found, key=lambda topic: -topic.size)


def led(mixtures: NDArray[np.floating]) -> NDArray[np.float64]:
    """Share of the texts in which a topic is the largest."""
    leading = np.bincount(mixtures.argmax(axis=1), minlength=mixtures.shape[1])
    return np.asarray(leading / len(mixtures))


def leans(mass: NDArray[np.floating], overall: NDArray[np.number]) -> NDArray[np.float64]:
    """p log(p / q), p each row of `mass` and q `overall`, both made to sum to 1.

    What stands out in a topic: neither the words found everywhere, which the largest p would
    give, nor the rarest ones, which the largest p / q would give.
    """
    p = np.asarray(mass, dtype=np.float64)
    p = p / p.sum(axis=-1, keepdims=True)
    return np.asarray(p * np.log(p / (overall / overall.sum())))


def _largest(scores: NDArray[np.floating], names: NDArray[np.str_], n: int) -> list[str]:
    return [str(names[i]) for i in np.argsort(-scores, kind="stable")[:n]]


def main(argv: Sequence[str] | None = None) -> int:
    """Parse `argv`, run `demo` and draw its topics."""
    parser = argparse.ArgumentParser(prog="python -m biterms.cli.demo", description=__doc__)
    parser.add_argument("--packages", action="store_true", help="add the installed packages")
    parser.add_argument("--topics", type=int, default=20, metavar="K", help="default: 20")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="default: 0")
    args = parser.parse_args(argv)
    print("reading docstrings ...", file=sys.stderr)
    corpus = list(docstrings(packages=args.packages))
    try:
        found = demo(topics=args.topics, seed=args.seed, corpus=corpus, progress=Line(sys.stderr))
    except BitermsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(found)} topics of {len(corpus):,} docstrings: share, words, modules\n")
    width = shutil.get_terminal_size((120, 40)).columns
    print(picture(found, width=width, encoding=sys.stdout.encoding or "ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
