"""Look at a built site: it loads nothing from other hosts, and has every public name."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.reference_pages import exported, packages

#: what a browser fetches by itself; links that people follow are none of these
LOADED = {"src", "srcset", "poster", "data"}
_HOST = re.compile(r"^\s*(?:[a-z]+:)?//", re.IGNORECASE)
_IN_STYLE = re.compile(
    r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)|@import\s+['\"]((?:https?:)?//[^'\"]+)"
)


class Page(HTMLParser):
    """Addresses that a page loads from other hosts, and the ids of its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elsewhere: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id", ""))
        loaded = [given[name] for name in LOADED if name in given]
        if tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            loaded.append(given.get("href", ""))
        self.elsewhere += [address for address in loaded if _HOST.match(address)]


def faults(site: Path) -> list[str]:
    """What is wrong with a site, as lines."""
    found, seen = list[str](), dict[str, set[str]]()
    for path in sorted(site.rglob("*.html")):
        page = Page(path.read_text(encoding="utf8"))
        seen[path.relative_to(site).as_posix()] = page.ids
        found += [f"{path}: loads {address}" for address in page.elsewhere]
    for path in sorted(site.rglob("*.css")):
        for match in _IN_STYLE.finditer(path.read_text(encoding="utf8")):
            found.append(f"{path}: loads {match[1] or match[2]}")
    for room in packages():
        ids = seen.get(f"reference/{room}.html", set())
        ends = {place.rpartition(".")[2] for place in ids}
        found += [
            f"{room}.{name} is not in the reference" for name in exported(room) if name not in ends
        ]
    return found


def main() -> None:
    site = Path(sys.argv[1])
    found = faults(site)
    if found:
        raise SystemExit("\n".join(found))
    pages = len([*site.rglob("*.html")])
    names = sum(len(exported(room)) for room in packages())
    print(f"{site}: {pages} pages, {names} public names in the reference, nothing from other hosts")


if __name__ == "__main__":
    main()
