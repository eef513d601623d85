"""Texts to counts: against scikit-learn's CountVectorizer, stemming and not; and the memory.

python benchmarks/text.py            everything (a few minutes on a quiet machine)
python benchmarks/text.py --quick    a smoke run; its numbers mean nothing

One core for all. Both learn the vocabulary of raw titles (words in 3 or more) and count them in
one call of `fit_transform`. The stemming peer is CountVectorizer with its own words, its English
stop words and PyStemmer, all words of a title in one call.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
import memory
import Stemmer
from report import RESULTS, Section, save
from sklearn.feature_extraction.text import CountVectorizer
from timing import Options, Ratio, alternate, machine, machine_line, per_run, pin

from biterms.text import Vectoriser

TITLES, TWEETS = "tmn/tmn_titles.jsonl.gz", "congress_tweets/congress_tweets.jsonl.gz"
NUMBER, ALL_TWEETS = 500_000, 1_081_925
PER_SECOND, TIMES, MEGABYTES = 500_000, 4.0, 300.0
OURS, STEMMED, PLAIN = "biterms", "CountVectorizer, PyStemmer", "CountVectorizer, no stems"


def stemming() -> CountVectorizer:
    words = CountVectorizer(stop_words="english").build_analyzer()
    stem = Stemmer.Stemmer("english").stemWords
    return CountVectorizer(analyzer=lambda text: stem(words(text)), min_df=3)


MAKERS: dict[str, Callable[[], Any]] = {
    OURS: Vectoriser,
    STEMMED: stemming,
    PLAIN: lambda: CountVectorizer(stop_words="english", min_df=3),
}


def titles(number: int) -> list[str]:
    """TMN titles, repeated; each a string of its own."""
    found = corpora.texts(TITLES)
    return [" ".join([found[i % len(found)]]) for i in range(number)]


def seconds_of(maker: Callable[[], Any], texts: list[str]) -> float:
    begin = time.perf_counter()
    maker().fit_transform(texts)
    return time.perf_counter() - begin


def speed(options: Options, number: int) -> Section:
    """`fit_transform` of raw titles."""
    texts = titles(number)
    runners = {n: (lambda _, make=make: seconds_of(make, texts)) for n, make in MAKERS.items()}
    seconds = alternate(runners, options.runs)
    rows = [[name, f"{number / median(s):,.0f}", f"{median(s):.2f}"] for name, s in seconds.items()]
    ratios = [
        Ratio("titles per second", [number / s for s in seconds[OURS]], PER_SECOND),
        Ratio(f"{OURS} / {STEMMED}", per_run(seconds[STEMMED], seconds[OURS]), TIMES),
        Ratio(f"{OURS} / {PLAIN}", per_run(seconds[PLAIN], seconds[OURS])),
    ]
    notes = [f"{number:,} TMN titles, repeated; one core; fit_transform, min_df = 3"]
    head = ["library", "titles/s", "seconds"]
    return Section("text: titles to counts", head, rows, ratios, notes, {"seconds": seconds})


def messages(options: Options, number: int) -> Section:
    """`transform` of one title per call: what a message costs that is looked at when it comes."""
    texts = titles(number)[:2000]
    fitted = {name: make().fit(texts) for name, make in MAKERS.items() if name != PLAIN}

    def one_by_one(model: Any) -> float:
        begin = time.perf_counter()
        for text in texts:
            model.transform([text])
        return time.perf_counter() - begin

    runners = {n: (lambda _, model=model: one_by_one(model)) for n, model in fitted.items()}
    seconds = alternate(runners, options.runs)
    each = {name: [1e6 * s / len(texts) for s in times] for name, times in seconds.items()}
    rows = [[name, f"{median(times):.0f}"] for name, times in each.items()]
    ratios = [Ratio("microseconds per message", each[OURS], 100.0, at_least=False)]
    return Section("text: one message", ["library", "microseconds"], rows, ratios)


def room(number: int) -> Section:
    """Growth of the peak resident set in `fit_transform` of tweets that come one by one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tweets.txt"
        texts = corpora.texts(TWEETS, number)
        path.write_text("\n".join(text.replace("\n", " ") for text in texts), encoding="utf8")
        command = [sys.executable, __file__, "--child", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    grown, words, seconds = json.loads(done.stdout)
    rows = [[f"{len(texts):,} tweets", f"{words:,}", f"{grown:.0f}", f"{seconds:.2f}"]]
    ratios = [Ratio("MB for a million tweets", [grown], MEGABYTES, at_least=False)]
    notes = [
        "the table of counts included; read from a file line by line, the reading is timed too"
    ]
    return Section("text: memory", ["setting", "words", "MB", "seconds"], rows, ratios, notes)


def child(path: str) -> tuple[float, int, float]:
    """MB, words, seconds."""
    text = Vectoriser()
    text.fit_transform(["warm up"] * 3)
    memory._forget_peak()
    before, begin = memory._resident(), time.perf_counter()
    with Path(path).open(encoding="utf8", newline="\n") as file:
        text.fit_transform(_lines(file))
    seconds = time.perf_counter() - begin
    return (memory._peak() - before) / 1e6, text.n_words_, seconds


def _lines(file: Any) -> Iterator[str]:
    return (line.rstrip("\n") for line in file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a smoke run, into a temporary folder")
    parser.add_argument("--runs", type=int, default=5, help="interleaved runs per ratio")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for the JSON")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        print(json.dumps(child(chosen.child)))
        return
    options = Options.quick() if chosen.quick else Options(runs=chosen.runs)
    number, tweets = (5000, 5000) if chosen.quick else (NUMBER, ALL_TWEETS)
    folder = Path(tempfile.mkdtemp()) if chosen.quick else chosen.out
    pin()
    found = machine()
    print(machine_line(found))
    for name, section in {
        "speed": speed(options, number),
        "messages": messages(options, number),
        "memory": room(tweets),
    }.items():
        print(section.show(), flush=True)
        save(folder / "text.json", found, {name: section.record()})
    print(f"\nwritten to {folder}")


if __name__ == "__main__":
    main()
