"""The page: how soon something is painted, and all of it is there, with many topics and days.

python benchmarks/page.py            500 topics over a year of headlines; about four minutes
python benchmarks/page.py --quick    a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from biterms import LDA, TopicModel, sample_headlines
from biterms.streams import Texts, follow

RESULTS = Path(__file__).parent / "results" / "page.json"
#: what is there when a view is
PLACES = {"now": ".change", "topics": ".band", "texts": ".feed > li", "health": ".line .axis"}
ROUNDS = 7
PAINTED = """new Promise((done) => new PerformanceObserver((list) => {
  const found = list.getEntriesByName('first-contentful-paint')[0];
  if (found) done(found.startTime);
}).observe({ type: 'paint', buffered: true }))"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server."""
    words = ["serve", str(folder), "--port", "0"]
    running = subprocess.Popen(
        [sys.executable, "-m", "biterms.cli", *words], stderr=subprocess.PIPE, text=True
    )
    try:
        assert running.stderr is not None
        found = (re.search(r"served at (http://\S+);", line) for line in running.stderr)
        yield next(each[1] for each in found if each)
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait()


def times(browser: Browser, address: str, place: str) -> tuple[float, float]:
    """Milliseconds until the first paint, and until the view has its data, in a new window."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script("localStorage.setItem('window', 'all')")
    page.goto(f"{address}/#/{place}")
    page.locator(PLACES[place]).first.wait_for(state="attached")
    there = page.evaluate("performance.now()")
    painted = page.evaluate(PAINTED)
    context.close()
    return painted, there


def main() -> None:
    """Make a live model, open each view in new windows, print and write the medians."""
    quick = "--quick" in sys.argv[1:]
    texts = sample_headlines()[: 5000 if quick else None]
    topics = 20 if quick else 500
    with tempfile.TemporaryDirectory() as folder:
        live = Path(folder) / "news.live"
        follow(Texts(texts), live, TopicModel(LDA(topics, random_state=0)))
        rows = {}
        with served(live) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            for place in PLACES:
                times(browser, address, place)  # views are computed once
                found = [times(browser, address, place) for _ in range(1 if quick else ROUNDS)]
                painted, there = (statistics.median(each) for each in zip(*found, strict=True))
                rows[place] = {"first paint": round(painted), "with its data": round(there)}
            browser.close()
    days = len({record.time for record in texts})
    print(f"{topics} topics, {len(texts):,} texts, {days} days; median of {ROUNDS}, milliseconds")
    for place, row in rows.items():
        print(
            f"{place:8} first paint {row['first paint']:5}   with its data {row['with its data']:5}"
        )
    if not quick:
        found = {"topics": topics, "texts": len(texts), "days": days, "views": rows}
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
