"""Takes the screenshot of a report that the README shows.

python docs/take_screenshot.py demo.html    writes docs/images/report.png (needs Chromium)
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parent / "images" / "report.png"


def main() -> None:
    """Open the report named on the command line and save what its window shows."""
    report = Path(sys.argv[1]).resolve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(report.as_uri())
        page.locator("#map .mark-symbol path").first.wait_for(state="attached")
        page.screenshot(path=PICTURE)
        browser.close()
    print(f"written to {PICTURE}")


if __name__ == "__main__":
    main()
