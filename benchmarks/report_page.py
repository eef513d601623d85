"""The report of a million texts: its size, how soon it is there, and how smoothly its map moves.

python benchmarks/report_page.py            all tweets of Congress; about ten minutes
python benchmarks/report_page.py --quick    a smoke run; its numbers mean nothing

Pictures of the page go to docs/images/report_*.png: desktop and phone, light and dark.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

from corpora import folder as data_folder
from page import PAINTED
from playwright.sync_api import Browser, Page, sync_playwright
from timing import machine, machine_line

import biterms
from biterms import LDA, TopicModel
from biterms.text.readers import Columns, Record, read
from biterms.topics.document_map import MOST_POINTS

RESULTS = Path(__file__).parent / "results" / "report_page.json"
IMAGES = Path(__file__).parents[1] / "docs" / "images"
TWEETS = "congress_tweets/congress_tweets.jsonl.gz"
COLUMNS = Columns(text="text", time="date", label="label")
#: software rendering, so that any machine can run this; the map is drawn by WebGL all the same
SWITCHES = ("--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader")
DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
#: moves the map back and forth by its keys, and reads a dot in each frame: it must have been drawn
MOVING = """(seconds) => new Promise((done) => {
  const map = document.getElementById('points');
  const gl = map.querySelector('canvas').getContext('webgl');
  const dot = new Uint8Array(4);
  let frames = 0;
  const begin = performance.now();
  function step() {
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, dot);
    const spent = (performance.now() - begin) / 1000;
    if (spent > seconds) { done(frames / spent); return }
    frames += 1;
    const key = frames % 8 < 4 ? 'ArrowLeft' : 'ArrowRight';
    map.dispatchEvent(new KeyboardEvent('keydown', { key }));
    requestAnimationFrame(step);  // after the map, which asked for this frame before
  }
  requestAnimationFrame(step) })"""


def tweets(most: int | None) -> Iterator[Record]:
    """All tweets, or the first."""
    return islice(read([str(data_folder() / TWEETS)], COLUMNS), most)


def fitted(folder: Path, most: int | None, topics: int) -> TopicModel:
    """A model of the tweets, learnt in one pass; a folder that is there is read."""
    if folder.exists():
        return biterms.load(folder)
    model = TopicModel(LDA(topics, passes=1, random_state=0)).fit(tweets(most))
    model.save(folder)
    return model


def opened(browser: Browser, path: Path, **settings: object) -> tuple[Page, dict[str, object]]:
    """A page in a new window, when its points are drawn, and what was heard and measured."""
    page = browser.new_context(**settings).new_page()  # type: ignore[arg-type]
    errors: list[str] = []
    page.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri(), timeout=180_000)
    page.locator("#documents").wait_for(timeout=180_000)
    painted = page.evaluate(PAINTED)
    page.wait_for_timeout(3000)
    return page, {"first_paint_ms": round(painted), "errors": errors}


def measured(browser: Browser, path: Path, points: int) -> dict[str, object]:
    """First paint and frames per second of one report."""
    page, found = opened(browser, path, **DESK)
    page.locator("#points").scroll_into_view_if_needed()
    found["frames_per_second"] = round(page.evaluate(MOVING, 5), 1)
    page.context.close()
    return {"points": points, "megabytes": round(path.stat().st_size / 1e6, 2)} | found


def pictures(browser: Browser, path: Path, folder: Path) -> None:
    """The page at a desk and on a phone, in light and dark, and its map of the texts."""
    for device, settings in (("desk", DESK), ("phone", PHONE)):
        for scheme in ("light", "dark"):
            page, _ = opened(browser, path, color_scheme=scheme, **settings)
            page.screenshot(path=folder / f"report_{device}_{scheme}.png")
            page.locator("#documents").screenshot(path=folder / f"map_{device}_{scheme}.png")
            page.context.close()


def main() -> None:
    """Learn, write two reports, open them, and keep what was found."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--quick", action="store_true", help="a smoke run, into a temporary folder")
    wanted.add_argument("--model", type=Path, help="a folder to keep the model in, or to read")
    asked = wanted.parse_args()
    work = Path(tempfile.mkdtemp())
    most, few, topics = (3000, 1000, 10) if asked.quick else (None, 100_000, 100)
    model = fitted(asked.model or work / "tweets.model", most, topics)
    found: dict[str, object] = {"machine": machine(), "reports": []}
    print(machine_line(machine()))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(SWITCHES)
        )
        for limit in (few, most):
            path, begin = work / f"{limit or 'all'}.html", perf_counter()
            model.report(path, title="Six years of Congress", texts=tweets(limit), freq="month")
            seconds = round(perf_counter() - begin, 1)
            shown = limit or MOST_POINTS
            row = {"seconds": seconds} | measured(browser, path, shown)
            found["reports"].append(row)  # type: ignore[attr-defined]
            print(row, flush=True)
        pictures(browser, path, work if asked.quick else IMAGES)
        browser.close()
    out = work / RESULTS.name if asked.quick else RESULTS
    out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")
    print(f"written to {out}")


if __name__ == "__main__":
    main()
