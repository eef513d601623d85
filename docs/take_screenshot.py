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
    """Open the report named on the command line, choose what changed most, save the window."""
    report = Path(sys.argv[1]).resolve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--use-angle=swiftshader"],
        )
        page = browser.new_page(viewport={"width": 1280, "height": 1180})
        page.goto(report.as_uri())
        page.locator("#map .mark-symbol path").first.wait_for(state="attached")
        if (changed := page.locator("#changes a")).count():
            changed.first.click()
            page.locator("#topic-time-chart svg .mark-line path").wait_for(state="attached")
            page.evaluate("() => scrollTo(0, 0)")
            page.wait_for_timeout(500)
        page.screenshot(path=PICTURE)
        browser.close()
    print(f"written to {PICTURE}")


if __name__ == "__main__":
    main()
