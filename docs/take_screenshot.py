"""A picture of a report, as a reader of the README sees it.

python docs/take_screenshot.py demo.html    writes docs/images/report.png (needs Chromium)
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parent / "images" / "report.png"


def main() -> None:
    page_file = Path(sys.argv[1]).resolve()
    with sync_playwright() as tools:
        browser = tools.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(page_file.as_uri())
        page.wait_for_selector("#map svg")
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURE)
        browser.close()
    print(f"written to {PICTURE}")


if __name__ == "__main__":
    main()
