"""The demo: LDA-B on the docstrings of the Python standard library (`make demo`)."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer

from biterms.cli.picture import Topic, picture
from biterms.cli.progress import Progress
from biterms.errors import BitermsError
from biterms.models.lda import LDA
from biterms.text.docstrings import docstrings


def demo(
    *,
    packages: bool = False,
    topics: int = 20,
    seed: int = 0,
    corpus: Iterable[tuple[str, str]] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Topic]:
    """Fit LDA-B to first sentences of docstrings and return its topics, the largest first.

    `corpus`, pairs of (label, text), replaces the docstrings.
    """
    pairs = list(docstrings(packages=packages) if corpus is None else corpus)
    vectorizer = CountVectorizer(stop_words="english", min_df=3, token_pattern=r"[a-zA-Z]{2,}")
    counts = vectorizer.fit_transform(text for _, text in pairs)
    model = LDA(n_topics=topics, random_state=seed).fit(counts, progress=progress)
    mixtures = model.transform(counts)
    names, speaks = spoken_for([label for label, _ in pairs], mixtures)
    words = vectorizer.get_feature_names_out()
    found = [
        Topic(float(size), _largest(row, words, 10), _largest(lean, names, 3))
        for size, row, lean in zip(mixtures.mean(axis=0), model.topics_, speaks, strict=True)
    ]
    return sorted(found, key=lambda topic: -topic.size)


def spoken_for(
    labels: Sequence[str], mixtures: NDArray[np.floating]
) -> tuple[NDArray[np.str_], NDArray[np.float64]]:
    """p(l|k) log(p(l|k) / p(l)): how much more than by chance topic k is about label l.

    Neither the labels with the most documents (p(l|k) alone) nor the smallest ones (the ratio
    alone) win everywhere. Returns the distinct labels and a row of scores for each topic.
    """
    names, index = np.unique(np.asarray(labels), return_inverse=True)
    mass = np.zeros((len(names), mixtures.shape[1]))
    np.add.at(mass, index, mixtures)
    within = mass / mass.sum(axis=0)
    overall = np.bincount(index) / len(index)
    return names, (within * np.log(within / overall[:, None])).T


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
        found = demo(
            topics=args.topics, seed=args.seed, corpus=corpus, progress=Progress(sys.stderr)
        )
    except BitermsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(found)} topics of {len(corpus):,} docstrings: share, words, modules\n")
    width = shutil.get_terminal_size((120, 40)).columns
    print(picture(found, width=width, encoding=sys.stdout.encoding or "ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
