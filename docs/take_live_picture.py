"""Takes the moving picture of the live page that the README shows.

python docs/take_live_picture.py    replays the demo, writes docs/images/live.gif

It needs Chromium and Pillow.
"""

from __future__ import annotations

import io
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

PICTURE = Path(__file__).parent / "images" / "live.gif"
WINDOW = {"width": 1160, "height": 720}
#: the width of the picture, its colours, and the milliseconds of a frame
WIDTH, COLOURS, FRAME = 920, 128, 700
#: how many frames each view gets
SCENES = (("now", 9), ("topics", 9), ("texts", 4), ("time", 3), ("health", 4))


@contextmanager
def demo() -> Iterator[str]:
    """The address of a live demo."""
    words = ["demo", "--live", "--speed", "2d", "--port", "0", "--quiet"]
    running = subprocess.Popen(
        [sys.executable, "-m", "biterms.cli", *words], stderr=subprocess.PIPE, text=True
    )
    try:
        assert running.stderr is not None
        found = (re.search(r"served at (http://\S+);", line) for line in running.stderr)
        yield next(each[1] for each in found if each)
    finally:
        running.send_signal(signal.SIGINT)
        running.wait()


def frames(page: Page, address: str) -> Iterator[tuple[Image.Image, int]]:
    """Frames with their milliseconds."""
    for place, n in SCENES:
        page.goto(f"{address}/#/{place}")
        page.wait_for_timeout(900)
        if place == "texts":
            page.get_by_role("button", name="Why").nth(1).click()
            page.wait_for_timeout(500)
        for at in range(n):
            yield Image.open(io.BytesIO(page.screenshot())), FRAME if at else 2 * FRAME
            page.wait_for_timeout(FRAME)


def smaller(frame: Image.Image) -> Image.Image:
    """A frame in the size and the number of colours of the picture."""
    height = round(frame.height * WIDTH / frame.width)
    scaled = frame.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
    # two rounds of k-means: without them large areas get the tint of something small
    return scaled.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def main() -> None:
    """Replay, look at each view for a while, save."""
    with demo() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=WINDOW)
        page.add_init_script("localStorage.setItem('window', '7d')")
        page.goto(address)
        page.wait_for_timeout(125_000)  # so that there are alarms, and states to go back to
        taken = [(smaller(frame), lasts) for frame, lasts in frames(page, address)]
        browser.close()
    first, *rest = (frame for frame, _ in taken)
    first.save(
        PICTURE,
        save_all=True,
        append_images=rest,
        duration=[lasts for _, lasts in taken],
        loop=0,
        optimize=True,
    )
    print(f"{len(taken)} frames, {PICTURE.stat().st_size / 1e6:.2f} MB, written to {PICTURE}")


if __name__ == "__main__":
    main()
