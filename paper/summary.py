"""python -m paper.summary: the claims and the main numbers as they stand in docs/paper.md."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from paper import main_numbers as numbers
from paper import selection, settings, verdicts
from paper.claim_boxes import counts, overall
from paper.main_numbers import head, row
from paper.selection import Results

FILE = Path(__file__).with_name("results.parquet")
#: a claim and its comparisons
Compared = tuple[settings.Table, list[verdicts.Comparison]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m paper.summary", description=__doc__)
    parser.add_argument("--rows", type=Path, default=FILE)
    print(markdown(selection.read(parser.parse_args().rows, settings.read())))


def markdown(results: Results) -> str:
    """All tables, each under its title."""
    compared = [(claim, verdicts.compare(claim, results)) for claim in verdicts.read()]
    tables = {
        "Claims": [*counted(compared), "", *claimed(compared)],
        "LPP after all documents": numbers.ends(results, "end"),
        "NPMI of the topics": numbers.ends(results, "npmi"),
        "All documents of the largest set": numbers.unlimited(results),
        "Accuracy of SVMs": numbers.svms(results),
        "LPP and seconds beside other software": numbers.beside(results, "end", seconds=True),
        "NPMI beside other software": numbers.beside(results, "npmi"),
    }
    return "\n\n".join(f"### {title}\n\n" + "\n".join(rows) for title, rows in tables.items())


def counted(compared: list[Compared]) -> Iterator[str]:
    """How many claims hold, of the paper's and of those that are ours."""
    for who, ours in (("of the paper", False), ("of ours", True)):
        found = [_overall(one) for one in compared if one[0]["label"].startswith("ours:") == ours]
        listed = ", ".join(f"{verdict} {n}" for verdict, n in Counter(found).most_common())
        yield f"{len(found)} claims {who}: {listed}."


def claimed(compared: list[Compared]) -> Iterator[str]:
    yield from head("claim", "here", "comparisons")
    for claim, found in compared:
        listed = ", ".join(f"{verdict} {n}" for verdict, n in counts(found))
        yield row(claim["says"], _overall((claim, found)), listed)


def _overall(compared: Compared) -> str:
    claim, found = compared
    return str(overall(found, most=claim.get("most", False)))


if __name__ == "__main__":
    main()
