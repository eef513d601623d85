"""Damaged and hostile input: whatever comes in, no crash, no code run, no NaN.

python tools/fuzz.py --documents 10000 --models 1000 --seed 0
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.fuzz_documents import feed_documents
from tools.fuzz_models import mutate_models


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000, help="strange documents")
    parser.add_argument("--models", type=int, default=1000, help="mutated model files")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    show(feed_documents(options.documents, options.seed))
    print(f"{options.documents:,} strange documents: no crash, no NaN, shares sum to 1\n")
    show(mutate_models(options.models, options.seed))
    print(f"{options.models:,} mutated model files: no crash, no code run, no NaN")


def show(counts: Counter[tuple[str, str]]) -> None:
    for (what, outcome), count in sorted(counts.items()):
        print(f"{what:20} {outcome:24} {count:6,}")


if __name__ == "__main__":
    main()
