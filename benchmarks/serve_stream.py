"""A stream at full speed in a process of its own: tweets, K = 100, one thread.

python benchmarks/serve_stream.py FOLDER TEXTS    follows so many texts, and prints how long it took
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import corpora

from biterms import LDA, Record, TopicModel
from biterms.streams import Texts, follow

FILE = "congress_tweets/congress_tweets.jsonl.gz"
TOPICS = 100


def main() -> None:
    """Read the texts first, then follow them."""
    folder, n = Path(sys.argv[1]), int(sys.argv[2])
    found = map(json.loads, corpora.lines(FILE)[:n])
    records = [Record(one["text"], str(i), one["date"], None) for i, one in enumerate(found)]
    model = TopicModel(LDA(TOPICS, random_state=0, n_threads=1))
    begin, cpu = time.perf_counter(), time.process_time()
    follow(Texts(records), folder, model)
    took = {"texts": len(records), "seconds": time.perf_counter() - begin}
    print(json.dumps(took | {"cpu": time.process_time() - cpu}))


if __name__ == "__main__":
    main()
