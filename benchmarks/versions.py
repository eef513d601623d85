"""Learning and splitting texts against another version of biterms, in turns.

python benchmarks/versions.py --other PYTHON
    PYTHON is the interpreter of an environment in which another version is installed. Each task
    runs in a fresh process of one version and then of the other; CPU seconds on one thread, the
    best of three in each process, and the ratio of the two, other / this, as median of RUNS pairs.
    A last line compares `update` with `fit` of this version, per text.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from statistics import median

import corpora

RUNS = 5
#: what is timed; `texts` are titles, `X` their counts
TASKS = {
    "LDA, minibatches of 250": "lda(passes=1).fit(X)",
    "LDA, minibatches of 100": "lda(passes=1, batch_size=100).fit(X)",
    "LDA, minibatches of 5,000": "lda(passes=3, batch_size=5000).fit(X)",
    "LDA, vb": "lda(passes=1, inference='vb').fit(X)",
    "HDP": "HDP(50, passes=1, random_state=0, n_threads=1).fit(X)",
    "BTM, 3 sweeps": "BTM(50, sweeps=3, random_state=0).fit(X)",
    "texts to counts": "Vectoriser().fit_transform(texts)",
    "TopicModel.fit, one pass": "TopicModel(lda(learner=SVB(0.95))).fit(texts)",
    "TopicModel.update": "grown().update(texts[8192:])",
}
PROGRAM = """
import gzip, json, sys, time
from biterms import BTM, HDP, LDA, SVB, TopicModel, Vectoriser
texts = [json.loads(line)["text"] for line in gzip.open(sys.argv[1], "rt", encoding="utf8")]
X = Vectoriser().fit_transform(texts)
def lda(**settings):
    return LDA(100, random_state=0, n_threads=1, **settings)
def grown():
    global begin
    model = TopicModel(lda(learner=SVB(0.95))).update(texts[:8192])
    begin = time.process_time()
    return model
seconds = []
for _ in range(3):
    begin = time.process_time()
    eval(sys.argv[2])
    seconds.append(time.process_time() - begin)
print(json.dumps([min(seconds), len(texts)]))
"""


def seconds(python: str, task: str, environment: dict[str, str]) -> tuple[float, int]:
    """CPU seconds of a task in a fresh process, and the number of texts."""
    path = corpora.folder() / "tmn" / "tmn_titles.jsonl.gz"
    command = [python, "-W", "ignore", "-c", PROGRAM, str(path), task]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    best, n = json.loads(done.stdout)
    return best, n


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--other", required=True)
    other, here = parser.parse_args().other, dict(os.environ)
    there = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    best: dict[str, float] = {}
    for name, task in TASKS.items():
        pairs = []
        for _ in range(RUNS):
            (ours, n), (theirs, _) = (
                seconds(sys.executable, task, here),
                seconds(other, task, there),
            )
            pairs.append((ours, theirs))
        ratios = sorted(theirs / ours for ours, theirs in pairs)
        best[name] = median(ours for ours, _ in pairs)
        print(
            f"{name}: {best[name]:.3f} s, other / this {median(ratios):.2f} "
            f"({ratios[0]:.2f} to {ratios[-1]:.2f})",
            flush=True,
        )
    each = best["TopicModel.update"] / (n - 8192) / (best["TopicModel.fit, one pass"] / n)
    print(f"update / fit, per text: {each:.2f}")


if __name__ == "__main__":
    main()
