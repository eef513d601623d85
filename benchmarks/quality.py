"""Quality: LPP on TMNtitle as the authors' group published it, with its test split.

python benchmarks/quality.py           5 seeds, learning curves
python benchmarks/quality.py --peers   and gensim, scikit-learn, tomotopy, bitermplus
python benchmarks/quality.py --choices and how the defaults of LDA were chosen
python benchmarks/quality.py --quick   a smoke run; its numbers mean nothing

Settings that are not given are chosen on a tenth of the training documents (`choosing.choose`).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

import available  # noqa: F401  (before what may be missing)
import charts
import corpora
from curves import curve
from report import RESULTS, Section, save
from subjects import Subject, centres, stochastic, streaming
from timing import VERDICT, machine, machine_line, pin, spread_text

from biterms.measures.lpp import lpp

DRAWN = ("SVB", "SVB-B", "KPS-B, GloVe 50d", "LDA-B, SVI, vb", "LDA-B, defaults")
HEAD = ["model", "LPP", "target", "", "settings"]


def measure(subjects: list[Subject], data: corpora.Parts, seeds: range) -> Section:
    """Mean and deviation over the seeds, with its target beside."""
    scores: dict[str, list[float]] = {}
    rows = [["unigram", f"{corpora.unigram(data):.3f}", "", "", "training frequencies"]]
    for subject in subjects:
        fitted = (subject.make(seed).fit(data.train) for seed in seeds)
        found = [lpp(model, data.observed, data.held) for model in fitted]
        scores[subject.name] = found
        verdict = VERDICT[subject.holds(mean(found))]
        rows.append([subject.name, spread_text(found), subject.target(), verdict, subject.about])
        if subject.name == "SVB-B":
            rows.append(_gain(scores))
    title = f"LPP, {data.train.shape[0]:,} training titles, {len(seeds)} seeds, mean ± sd"
    return Section(title, HEAD, rows, data={"lpp": scores})


def _gain(scores: dict[str, list[float]]) -> list[str]:
    gains = [b - a for a, b in zip(scores["SVB"], scores["SVB-B"], strict=True)]
    return ["SVB-B − SVB", spread_text(gains), "≥ 0.5", VERDICT[mean(gains) >= 0.5], ""]


def draw(subjects: list[Subject], data: corpora.Parts, seeds: range, folder: Path) -> list[Any]:
    drawn = [s for s in subjects if s.name in DRAWN or s.name.startswith("KPS-B, centres")]
    found = [curve(subject, data, seeds) for subject in drawn]
    title = "TMN titles, authors' split: mean and standard deviation over the seeds"
    charts.learning(found, corpora.unigram(data), title, folder / "quality.png")
    return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", action="store_true", help="also measure the peers")
    parser.add_argument("--choices", action="store_true", help="also how defaults were chosen")
    parser.add_argument("--quick", action="store_true", help="a smoke run, into a temporary folder")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for JSON and PNG")
    parser.add_argument("--seeds", type=int, default=5)
    return parser.parse_args()


def main() -> None:
    chosen = arguments()
    limit = 1500 if chosen.quick else None
    data = corpora.authors(limit)
    seeds = range(2 if chosen.quick else chosen.seeds)
    folder = Path(tempfile.mkdtemp()) if chosen.quick else chosen.out
    pin()
    about = machine()
    print(machine_line(about))
    subjects = [*streaming(data.words, 50), *stochastic(data.train, 50)]
    subjects.append(centres(data.train, data.words, 100))
    sections = {"quality": measure(subjects, data, seeds)}
    print(sections["quality"].show(), flush=True)
    sections["quality"].data["curves"] = draw(subjects, data, seeds, folder)
    if chosen.choices:
        import choices

        train = {"TMNtitle, authors": data.train, "TMN titles": corpora.titles(limit).train}
        sections["choices"] = choices.measure(train, seeds)
        print(sections["choices"].show(), flush=True)
    if chosen.peers:
        import rivals

        sections["peers"] = rivals.measure(data, seeds, quick=chosen.quick)
        print(sections["peers"].show())
    save(folder / "quality.json", about, {name: part.record() for name, part in sections.items()})
    print(f"\nwritten to {folder}")


if __name__ == "__main__":
    main()
