"""Make the data of the tutorial on search queries: questions in six languages.

    pip download pyserini==0.16.0 --no-deps
    python tools/tutorial_queries.py pyserini-0.16.0-py3-none-any.whl

The wheel holds the queries of Mr. TyDi (Zhang et al., 2021), which are questions of TyDi QA (Clark
et al., 2020), both under Apache-2.0: people were shown the beginning of an article and asked what
they wanted to know beyond it, each in their own language; nothing was translated.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
from pathlib import Path
from zipfile import ZipFile

OUT = Path(__file__).resolve().parent.parent / "docs" / "tutorials" / "queries.jsonl.gz"
JAR = "pyserini/resources/jars/anserini-0.14.1-fatjar.jar"
NAME = "topics-and-qrels/topics.mrtydi-v1.1-{site}.{part}.txt.gz"
SITES = ("en", "fi", "ja", "ko", "ru", "th")
#: queries of a site at most
MOST = 3000


def queries(jar: ZipFile, site: str) -> list[str]:
    """The queries of one language, each once, in the order of the source."""
    found = dict[str, None]()
    for part in ("train", "dev", "test"):
        lines = gzip.decompress(jar.read(NAME.format(site=site, part=part))).decode("utf8")
        for line in lines.splitlines():
            found[" ".join(line.partition("\t")[2].split())] = None
    return [*found]


def mixed(wheel: Path) -> list[dict[str, str]]:
    """Queries of all sites in a random order that is always the same."""
    order = random.Random(0)
    with ZipFile(wheel) as outer, ZipFile(io.BytesIO(outer.read(JAR))) as jar:
        every = {site: queries(jar, site) for site in SITES}
    rows = [
        {"site": site, "query": text}
        for site, found in every.items()
        for text in order.sample(found, min(MOST, len(found)))
    ]
    order.shuffle(rows)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheel", type=Path, help="pyserini-0.16.0-py3-none-any.whl")
    rows = mixed(parser.parse_args().wheel)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{OUT.name}: {len(rows):,} queries, {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
