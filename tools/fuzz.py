"""Damaged and hostile input: whatever comes in, no crash, no code run, no NaN.

python tools/fuzz.py --models 1000 --seed 0
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.fuzz_models import mutate_models


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=1000, help="mutated model files")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    counts = mutate_models(options.models, options.seed)
    for (mutation, outcome), count in sorted(counts.items()):
        print(f"{mutation:16} {outcome:8} {count:6,}")
    print(f"{sum(counts.values()):,} mutated model files: no crash, no code run, no NaN")


if __name__ == "__main__":
    main()
